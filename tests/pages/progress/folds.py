"""What lies folded on Progress is drawn once it is opened."""

from streamlit.testing.v1 import AppTest

FOLDS = ("agreement", "decision-quality", "predicting-decisions", "settle-one-by-one", "show-and-settle")


def unfolded(app: AppTest) -> AppTest:
    """The page with all of it open."""
    for name in FOLDS:
        app.session_state[f"fold-{name}"] = True
    return app.run()

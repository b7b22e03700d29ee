"""The views of the Heatmaps page, with their switches."""

from streamlit.testing.v1 import AppTest

from pages.ui.heatmaps.choices import WHOSE
from pages.ui.heatmaps.compared import OTHER, PUBLISHED


def show(
    app: AppTest, view: str, of: str = "", several: bool = False, difference: bool = False, other: bool = False
) -> AppTest:
    """The view of this name: whose figures (`of`; "" leaves that), several runs or all tasks, what is compared how."""
    app.segmented_control(key="view").set_value(view).run()
    if of:
        app.segmented_control(key=WHOSE).set_value(of).run()
    if view == "Compare":
        app.segmented_control(key="compare-with").set_value(OTHER if other else PUBLISHED).run()
    switch = {"Heatmap": ("heatmap-several", several), "Compare": ("compare-difference", difference)}.get(view)
    return app.toggle(key=switch[0]).set_value(switch[1]).run() if switch and not other else app

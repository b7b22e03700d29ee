"""Heatmaps, Flips and Samples are as they were left, their addresses say all that is shown, and Back takes it back."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Selectbox

from data.flips.rows import GroupBy
from data.runs.scores import flips
from data.workspace import Workspace
from pages.ui.heatmaps.choices import MINE, WHOSE
from pages.ui.shell.navigation import ADDRESSES
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run
from tests.pages.heatmaps.views import show

Open = Callable[[str], AppTest]
NEWER = "20260102-000000-bbbbbb"
BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]


@pytest.fixture
def runs(workspace: Workspace) -> None:
    """An older run and a newer one."""
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    write_run(workspace, BEFORE, AFTER, four_severities("negation"), run=NEWER)


def to(app: AppTest, page: str) -> AppTest:
    """The page as the sidebar opens it: with a bare address."""
    return opened(app, page, {})


def opened(app: AppTest, page: str, query: Mapping[str, str]) -> AppTest:
    """The page as a link of the app opens it; AppTest runs it without app.py, which forgets the page before."""
    if ADDRESSES in app.session_state:
        del app.session_state[ADDRESSES]
    app.query_params.clear()
    app.query_params.update(query)
    return app.switch_page(f"pages/{page}.py").run()


def view(app: AppTest, name: str) -> AppTest:
    return app.segmented_control(key="view").set_value(name).run()


def by_link(open_page: Open, page: str, query: Mapping[str, object]) -> AppTest:
    app = open_page(page)
    app.query_params.clear()
    app.query_params.update(query)  # type: ignore[arg-type]
    return app.run()


def mine(app: AppTest) -> AppTest:
    """The older run by its accuracy, though the newer one is shown first, and by kappa."""
    view(app, "Heatmap").selectbox(key="run-looked-at").set_value(RUN).run()
    return app.selectbox(key="own-metric").set_value("Accuracy").run()


@pytest.mark.usefixtures("runs")
def test_the_run_goes_along_to_other_pages_and_all_is_there_on_coming_back(open_page: Open) -> None:
    app = mine(open_page("heatmaps"))
    app.selectbox(key="own-order").set_value("Lowest first").run()
    app.multiselect(key="own-columns").set_value(["CNN"]).run()
    before = dict(app.query_params)
    for page in ("flips", "samples"):
        assert to(app, page).selectbox(key="run-looked-at").value == RUN
        assert app.query_params["run"] == RUN
    assert to(app, "heatmaps").segmented_control(key="view").value == "Heatmap"
    assert app.selectbox(key="run-looked-at").value == RUN and str(app.selectbox(key="own-metric").value) == "Accuracy"
    assert app.selectbox(key="own-order").value == "Lowest first"
    assert app.multiselect(key="own-columns").value == ["CNN"]
    assert dict(app.query_params) == before and not app.exception


@pytest.mark.usefixtures("runs")
def test_published_figures_and_the_choice_of_tasks_are_there_on_coming_back(open_page: Open) -> None:
    app = show(open_page("heatmaps"), "Heatmap", of="Published")
    app.selectbox(key="published").set_value("Robustness (Romero 2023)").run()
    app.selectbox(key="published-order").set_value("Lowest first").run()
    to(to(app, "flips"), "heatmaps")
    assert app.query_params["figures"] == "robustness" and app.query_params["order"] == "lowest"
    show(app, "Heatmap", of=MINE, several=True)
    to(to(app, "flips"), "heatmaps")
    assert app.segmented_control(key=WHOSE).value == MINE and app.query_params["of"] == "mine"


@pytest.mark.usefixtures("runs")
def test_two_runs_leave_ones_own_as_it_was(open_page: Open) -> None:
    app = mine(open_page("heatmaps"))
    before = dict(app.query_params)
    assert "against" in show(app, "Compare", other=True).query_params and "metric" not in app.query_params
    assert dict(view(app, "Heatmap").query_params) == before


@pytest.mark.parametrize("typed", ["Severity", "severity", "SEVERITY"])
def test_an_address_may_be_typed_with_or_without_capitals(open_page: Open, typed: str) -> None:
    app = by_link(open_page, "heatmaps", {"view": typed, "of": "Published"})
    assert app.segmented_control(key="view").value == "Severity" and app.query_params["of"] == "published"


@pytest.mark.usefixtures("runs")
def test_a_link_shows_what_it_names_and_else_what_is_there_at_first(open_page: Open) -> None:
    app = mine(open_page("heatmaps"))
    opened(app, "heatmaps", {"view": "Mine", "run": NEWER})
    assert app.selectbox(key="run-looked-at").value == NEWER and str(app.selectbox(key="own-metric").value) == "Kappa"


@pytest.mark.usefixtures("runs")
def test_going_back_takes_back_what_was_chosen_last(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = view(open_page("heatmaps"), "Heatmap")
    before = dict(app.query_params)
    app.selectbox(key="own-metric").set_value("Accuracy").run()
    monkeypatch.setattr("pages.ui.shared.address.gone_back", lambda: True)
    app.query_params.clear()
    app.query_params.update(before)
    assert str(app.run().selectbox(key="own-metric").value) == "Kappa"
    assert dict(app.query_params) == before


@pytest.mark.usefixtures("runs")
def test_the_address_of_flips_says_what_is_counted(open_page: Open) -> None:
    app = open_page("flips")
    app.multiselect(key=f"flips-models-{NEWER}").set_value(["CNN"]).run()
    app.multiselect(key=f"flips-conditions-{NEWER}").set_value(["negation, PPS 4"]).run()
    app.segmented_control(key="flips-by").set_value("gold label").run()
    said = dict(app.query_params)
    wanted = {"run": NEWER, "models": "CNN", "perturbations": "negation@4", "by": "label"}
    assert said == wanted and not app.exception
    again = by_link(open_page, "flips", said)
    assert again.multiselect(key=f"flips-models-{NEWER}").value == ["CNN"]
    assert again.multiselect(key=f"flips-conditions-{NEWER}").value == ["negation, PPS 4"]
    assert again.segmented_control(key="flips-by").value is GroupBy.LABEL
    assert dict(again.query_params) == said
    again.toggle(key="flips-kept").set_value(True).run()
    assert again.query_params["kept"] == "1"


@pytest.mark.usefixtures("runs")
def test_what_is_looked_for_in_a_cell_stays_in_the_next_and_in_the_address(open_page: Open) -> None:
    app = view(open_page("heatmaps"), "Heatmap")
    app.selectbox(key="own-row").set_value("Negation PPS 2").run()
    app.selectbox(key="own-column").set_value("CNN").run()
    outcomes(app).set_value("right, then wrong").run()
    app.text_input(key="flips-words").set_value("thing").run()
    assert "1 of 2 flipped samples" in [caption.value for caption in app.caption]
    app.selectbox(key="own-row").set_value("Negation PPS 3").run()
    assert "1 of 2 flipped samples" in [caption.value for caption in app.caption]
    assert (app.query_params["became"], app.query_params["words"]) == ("wrong", "thing")
    again = by_link(open_page, "heatmaps", dict(app.query_params))
    assert "1 of 2 flipped samples" in [caption.value for caption in again.caption]


@pytest.mark.usefixtures("runs")
def test_the_filters_of_a_cell_count_its_own_flips(open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def fewer(*place: Any) -> Any:
        return flips(*place)[: 1 if place[3].severity.value == 3 else None]

    monkeypatch.setattr("pages.ui.heatmaps.own_run.flips", fewer)
    app = view(open_page("heatmaps"), "Heatmap")
    app.selectbox(key="own-row").set_value("Negation PPS 2").run()
    app.selectbox(key="own-column").set_value("CNN").run()
    assert outcomes(app).options[0] == "All (2)"
    app.selectbox(key="own-row").set_value("Negation PPS 3").run()
    assert outcomes(app).options[0] == "All (1)"
    app.text_input(key="flips-words").set_value("").run()  # a browser sends every widget's title
    assert outcomes(app).value == "" and "1 of 1 flipped samples" in [caption.value for caption in app.caption]


def outcomes(app: AppTest) -> Selectbox:
    return next(box for box in app.selectbox if box.label == "What happened")


@pytest.mark.usefixtures("runs")
def test_the_address_of_samples_says_what_was_looked_for(open_page: Open) -> None:
    app = open_page("samples")
    app.text_input(key="samples-words").set_value("thing 2").run()
    app.segmented_control(key="samples-shown").set_value("Flipped only").run()
    said = {"words": "thing 2", "sample": "sample-2", "in": NEWER, "texts": "turned"}
    assert dict(app.query_params) == said
    again = by_link(open_page, "samples", said)
    assert again.text_input(key="samples-words").value == "thing 2"
    assert again.segmented_control(key="samples-shown").value == "Flipped only"

"""All runs stand in a table that is searched; one is opened, two are compared where that is possible."""

from collections.abc import Callable
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from data.runs.files import read_card
from data.workspace import Workspace
from pages.ui.evaluate.runs_table import _why_not
from tests.pages.heatmaps.finished_run import RUN, write_run


def opened(open_page: Callable[[str], AppTest]) -> AppTest:
    app = open_page("evaluate")
    app.session_state["fold-all-runs"] = True
    app.run()
    assert not app.exception
    return app


def test_runs_are_searched_and_have_their_figures(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, ["thing", "place"], ["thing", "thing"])
    app = opened(open_page)
    (row,) = app.dataframe[0].value.to_dict("records")
    card = read_card(workspace.runs / RUN)
    assert card
    assert (row["Data set"], row["Cells"]) == (f"{card.dataset} ({card.split})", len(card.cells))
    assert 0 <= row["Best score"] <= 1
    app.text_input(key="runs-words").set_value("no such model").run()
    assert not app.dataframe and "No run matches." in [text.value for text in app.text]
    app.text_input(key="runs-words").set_value(f"{card.models[0].name} {card.dataset}".upper()).run()
    assert len(app.dataframe) == 1


def test_without_a_run_there_is_no_table(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("evaluate")
    assert not [fold for fold in app.expander if "All runs" in fold.label]


def test_only_two_runs_on_one_split_are_compared(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    card = read_card(workspace.runs / RUN)
    assert card
    other = replace(card, id="other", split="dev")
    assert _why_not([card, other]) == "Runs are compared on one data set and split; these have different ones."
    assert _why_not([card, other, other]) == "Select two runs to compare them."
    assert _why_not([card, card]) == ""

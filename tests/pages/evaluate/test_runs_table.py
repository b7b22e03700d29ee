"""All runs stand in a table that is searched; one is opened, two are compared where that is possible."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from streamlit.testing.v1 import AppTest

from core.records import Task
from core.severity import Severity, Unit
from data.jobs.jobs import create
from data.runs.files import RunCell, read_card
from data.workspace import Workspace
from pages.ui.evaluate.runs_table import FEW, _why_not, best_of, differences
from tests.pages.heatmaps.finished_run import RUN, write_run


def test_runs_stand_first_with_their_figures_and_the_form_is_folded(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, ["thing", "place"], ["thing", "thing"])
    create(workspace, "evaluate", "a run", {})
    app = open_page("evaluate")
    assert not app.exception
    (row,) = app.dataframe[0].value.to_dict("records")
    card = read_card(workspace.runs / RUN)
    assert card
    assert row["Run"] == f"{datetime.fromisoformat(card.started):%-d %b %H:%M} · n=2 · {card.title}"
    assert (row["Split"], row["Cells"]) == (card.split, len(card.cells))
    assert row["Best score"] == 50 and row["Kappa"] <= 1
    assert not next(fold for fold in app.expander if "New run" in fold.label).proto.expanded


def test_many_runs_are_searched(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    for number in range(FEW + 1):
        write_run(workspace, ["thing", "place"], ["thing", "thing"], run=f"2026010{number}-000000-abcdef")
    card = read_card(workspace.runs / "20260101-000000-abcdef")
    assert card
    app = open_page("evaluate")
    assert len(app.dataframe[0].value) == FEW + 1
    app.text_input(key="runs-words").set_value("no such model").run()
    assert not app.dataframe and "No run matches the search." in [text.value for text in app.text]
    app.text_input(key="runs-words").set_value(f"{card.models[0].name} {card.dataset}".upper()).run()
    assert len(app.dataframe[0].value) == FEW + 1


def test_the_best_scores_are_called_by_the_metric_that_all_runs_have(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    card = read_card(workspace.runs / RUN)
    assert card
    assert best_of([card, card]) == "Accuracy"
    assert best_of([card, replace(card, task=Task.SIMILARITY)]) == "Score"


def test_without_a_run_there_is_no_table_and_the_form_is_open(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("evaluate")
    assert "Runs" not in [header.value for header in app.header]
    assert next(fold for fold in app.expander if "New run" in fold.label).proto.expanded


def test_of_two_runs_it_is_said_what_differs(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    card = read_card(workspace.runs / RUN)
    assert card
    cell = RunCell("keyboard", Severity(Unit.PERCENT_CHARACTERS, 7), 1)
    other = replace(card, samples=60, seed=3, cells=(*card.cells, cell))
    asked = [{"models": [{"name": "CNN", "seed": seed, "epochs": epochs}]} for seed, epochs in ((0, 5), (1, 10))]
    assert differences(card, other, *asked) == (
        f"Differs: perturbation seed {card.seed} / 3; training seed {card.seed} / 3; samples {card.samples} / 60; "
        "CNN, epochs 5 / 10; keyboard 7 % only in the second."
    )
    asked = {"precision": "exact"}
    assert differences(card, card, asked, asked) == "Both runs have the same data, models, settings and cells."
    assert differences(card, card, asked, {"precision": "fast"}) == "Differs: precision exact / fast."
    assert differences(card, card, {}, {}) == "No difference is known."


def test_only_two_runs_on_one_split_are_compared(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    card = read_card(workspace.runs / RUN)
    assert card
    other = replace(card, id="other", split="dev")
    assert _why_not([card, other]) == "Select two runs on the same data set and split; these two differ."
    assert _why_not([card, other, other]) == "Select two runs to compare them."
    assert _why_not([card, card]) == ""

"""All runs stand in a table that is searched; one is opened, two are compared, and Back leads to them again."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Task
from core.severity import Severity, Unit
from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.runs.files import RunCell, read_card
from data.workspace import Workspace
from pages.ui.evaluate.runs_table import FEW, LOWEST, _why_not, best_of, differences
from tests.pages.as_read import captions
from tests.pages.heatmaps.finished_run import RUN, write_run


def test_runs_stand_first_with_their_figures_and_the_form_is_folded(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, ["thing", "place"], ["thing", "thing"])
    create(workspace, "evaluate", "a run", {})
    app = open_page("evaluate")
    assert not app.exception
    rows = app.dataframe[0].value.to_dict("records")
    card = read_card(workspace.runs / RUN)
    assert card
    assert [(row["Data set"], row["Model"], row["n"], row["Score"]) for row in rows] == [
        (card.dataset, "MiniLM", 2, 50), (card.dataset, "CNN", 2, 50),
    ]  # fmt: skip
    assert rows[0]["Lowest in"] == "negation, PPS 2" and rows[0][LOWEST] == pytest.approx(0)
    assert "Split" not in rows[0]  # all runs have the same
    assert not next(fold for fold in app.expander if "New run" in fold.label).proto.expanded


def test_many_runs_are_searched(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    for number in range(FEW + 1):
        write_run(workspace, ["thing", "place"], ["thing", "thing"], run=f"2026010{number}-000000-abcdef")
    card = read_card(workspace.runs / "20260101-000000-abcdef")
    assert card
    app = open_page("evaluate")
    assert len(app.dataframe[0].value) == 2 * (FEW + 1)  # of two models each
    app.text_input(key="runs-words").set_value("no such model").run()
    assert not app.dataframe and "No run matches the search." in [text.value for text in app.text]
    app.text_input(key="runs-words").set_value(f"{card.models[0].name} {card.dataset}".upper()).run()
    assert len(app.dataframe[0].value) == 2 * (FEW + 1)


def test_the_address_names_the_selected_runs_and_the_form_only_while_it_is_open(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    older, newer = "20260101-000000-abcdef", "20260102-000000-abcdef"
    for run in (older, newer):
        write_run(workspace, ["thing", "place"], ["thing", "thing"], run=run)
    create(workspace, "evaluate", "a run", {})
    app = open_page(f"evaluate?runs={older}")
    assert not app.session_state["evaluate-new"] and dict(app.query_params) == {"runs": older}
    (table,) = (one for one in app.session_state if str(one).startswith("runs-rows-"))
    assert app.session_state[table]["selection"]["rows"] == [2]  # after the two models of the newer run
    app.switch_page("pages/flips.py").run()
    app.query_params.clear()  # as the sidebar has it
    app.switch_page("pages/evaluate.py").run()
    assert app.session_state["evaluate-runs"] == [older] and dict(app.query_params) == {"runs": older}
    form = open_page("evaluate?dataset=demo-questions")
    assert form.session_state["evaluate-new"] and form.query_params["dataset"] == "demo-questions"


def test_back_leads_to_the_runs_that_were_selected_before(
    workspace: Workspace, open_page: Callable[[str], AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    older, newer = "20260101-000000-abcdef", "20260102-000000-abcdef"
    for run in (older, newer):
        write_run(workspace, ["thing", "place"], ["thing", "thing"], run=run)
    create(workspace, "evaluate", "a run", {})
    app = open_page("evaluate")
    (table,) = (one for one in app.session_state if str(one).startswith("runs-rows-"))
    for run in (older, newer):
        app.session_state["evaluate-runs"] = [run]
        assert dict(app.run().query_params) == {"runs": run}
    for module in ("pages.ui.shared.address", "pages.ui.evaluate.address"):
        monkeypatch.setattr(f"{module}.gone_back", lambda: True)
    for address, rows in (({"runs": older}, [2]), ({}, [])):
        app.query_params.clear()
        app.query_params.update(address)
        assert app.run().session_state[table]["selection"]["rows"] == rows
        assert dict(app.query_params) == address


def test_the_newer_of_two_runs_is_named_first(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    for run, size in (("20260101-000000-abcdef", 2), ("20260102-000000-abcdef", 3)):
        write_run(workspace, size * ["thing"], size * ["thing"], run=run)
    create(workspace, "evaluate", "a run", {})
    app = open_page("evaluate?runs=20260101-000000-abcdef,20260102-000000-abcdef")
    assert any("Differs (newer / older): samples 3 / 2." in text.value.replace("\\", "") for text in app.markdown)


def test_a_run_that_stopped_without_a_score_is_no_row(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, ["thing", "place"], ["thing", "thing"])
    stopped = create(workspace, "evaluate", "a run", {})
    write_run(workspace, ["thing", "place"], ["thing", "thing"], run=stopped)
    end(workspace.jobs / stopped, JobState.CANCELLED)
    assert len(open_page("evaluate").dataframe[0].value) == 4
    for path in (workspace.runs / stopped).glob("predictions-*"):
        path.unlink()
    app = open_page("evaluate")
    assert len(app.dataframe[0].value) == 2 and "No cell is done." in captions(app)


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
        f"Differs (newer / older): perturbation seed {card.seed} / 3; training seed {card.seed} / 3; "
        f"samples {card.samples} / 60; CNN, epochs 5 / 10; keyboard 7 % only in the older run."
    )
    limits = [{"models": [{"name": "CNN", "train_limit": limit}]} for limit in (600, 0)]
    assert differences(card, card, *limits) == "Differs (newer / older): CNN, train limit 600 / all."
    asked = {"precision": "exact"}
    assert differences(card, card, asked, asked) == "Both runs have the same data, models, settings and cells."
    assert differences(card, card, asked, {"precision": "fast"}) == "Differs (newer / older): precision exact / fast."
    assert differences(card, card, {}, {}) == "No difference is known."


def test_only_two_runs_on_one_split_are_compared(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    card = read_card(workspace.runs / RUN)
    assert card
    other = replace(card, id="other", split="dev")
    assert _why_not([card, other]) == "Select two runs on the same data set and split; these two differ."
    assert _why_not([card, other, other]) == "Select two runs to compare them."
    assert _why_not([card, card]) == ""

"""What stands beside figures where commands print them: what is missing or can't be counted, who learned nothing."""

import shutil
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from cli import app
from data.jobs.records import JobEnd, JobState, write_file
from data.reports.facts import facts
from data.reports.markdown import markdown_card
from data.reports.page import html_card
from data.runs.files import read_card, write_card
from data.workspace import Workspace
from tests.data.runs.measures.test_unlearned import GOLD, SAME, run_of
from tests.pages.heatmaps.finished_run import LABELS, RUN, four_severities, write_run

BEFORE = list(LABELS) * 5
AFTER = [LABELS[0], *BEFORE[:-1]]
WHY = "CNN: there was not enough memory. The other model is done; run the job again to continue."


def asked(*words: str) -> tuple[int, str, str]:
    """(exit code, stdout, what is said beside) of a command."""
    done = CliRunner().invoke(app, [*words])
    return done.exit_code, done.stdout, f"{done.stderr}{done.exception or ''}"


@pytest.fixture
def stopped(workspace: Workspace) -> Workspace:
    """A run of two models, of which one failed before it predicted anything, and the other before its last cell."""
    cells = four_severities("negation")
    write_run(workspace, BEFORE, AFTER, cells=cells, finished=False)
    folder = workspace.runs / RUN
    for path in folder.glob("predictions-cnn-*"):
        path.unlink()
    next(folder.glob(f"predictions-minilm-{cells[-1].id}.parquet")).unlink()
    (workspace.jobs / RUN).mkdir(parents=True)
    write_file(workspace.jobs / RUN, JobEnd(JobState.FAILED, WHY))
    return workspace


def test_who_failed_and_why_stands_on_the_card_of_an_unfinished_run(stopped: Workspace) -> None:
    found = facts(stopped, RUN)
    lacking = "This run is not finished: MiniLM has predicted 3 of 4 cells, CNN has predicted nothing."
    assert list(found.warnings) == [lacking, WHY]
    for card in (markdown_card(found), html_card(found)):
        assert "CNN has predicted nothing" in card and "there was not enough memory" in card
    assert "--model CNN" in found.command and "--model MiniLM" in found.command
    assert not [line for line in facts(stopped, RUN, ["MiniLM"]).warnings if "CNN has" in line]


@pytest.mark.parametrize("command", ["scores", "flips"])
def test_who_failed_is_said_beside_figures(stopped: Workspace, command: str) -> None:
    code, table, beside = asked(command, RUN)
    assert code == 0 and "MiniLM has predicted 3 of 4 cells, CNN has predicted nothing." in beside and WHY in beside
    assert "not finished" not in table


@pytest.mark.parametrize("command", ["scores", "flips", "card"])
def test_a_run_without_predictions_is_no_empty_table(workspace: Workspace, command: str) -> None:
    write_run(workspace, BEFORE, AFTER, finished=False)
    for path in (workspace.runs / RUN).glob("predictions-*"):
        path.unlink()
    code, table, beside = asked(command, "latest")
    assert (code, table) == (1, "")
    assert f"The run {RUN} has" in beside and "; resume " in beside


def test_flips_whose_texts_are_gone_are_no_empty_table(workspace: Workspace) -> None:
    cells = four_severities("negation")
    write_run(workspace, BEFORE, AFTER, models=("CNN",), cells=cells)
    (workspace.variants / RUN / f"{cells[0].condition.key}.parquet").unlink()
    code, table, beside = asked("flips", RUN)
    assert code == 0 and "word inserted" in table
    assert f"The texts of the run {RUN} under negation · PPS 1 are no longer in the workspace" in beside
    shutil.rmtree(workspace.variants / RUN)
    code, table, beside = asked("flips", RUN)
    assert (code, table) == (1, "") and "are no longer in the workspace" in beside and "evaluate again" in beside
    found = facts(workspace, RUN)
    card = markdown_card(found)
    assert "### By" not in card and "are no longer in the workspace" in card.replace("\\", "")
    assert "<h3>By" not in html_card(found) and "are no longer in the workspace" in html_card(found)


def test_where_nothing_was_changed_or_kept_it_is_said(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("CNN",))
    assert "so there is nothing to count" in asked("flips", RUN, "--kept-only")[2]
    write_run(workspace, BEFORE, [""] * len(BEFORE), models=("CNN",), run="20260101-000000-bbbbbb")
    assert "changed no text" in asked("flips", "20260101-000000-bbbbbb")[2]


@pytest.mark.parametrize("command", ["scores", "flips"])
def test_a_model_that_gives_every_text_one_label_is_named_beside_figures(workspace: Workspace, command: str) -> None:
    run_of(workspace, GOLD, SAME)
    code, _, beside = asked(command, RUN)
    said = "CNN gives all 10 original texts the same label (thing). Its figures here say nothing about robustness."
    assert code == 0 and said in beside
    if command == "flips":
        assert said not in asked(command, RUN, "--model", "MiniLM")[2]


def test_what_an_endpoint_answered_stands_on_the_card(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("deep",))
    card = read_card(workspace.runs / RUN)
    assert card
    told = "60 prompts answered so far; 23 answers named no label and count as (no label)"
    write_card(workspace.runs / RUN, replace(card, models=(replace(card.models[0], asked=told),)))
    for made in (markdown_card(facts(workspace, RUN)), html_card(facts(workspace, RUN))):
        assert "23 answers named no label" in made


def test_the_shared_name_of_several_trainings_counts_the_flips_of_all(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("CNN #1", "CNN #2", "MiniLM"))
    one, both = (asked("flips", RUN, "--by", "kind", "--model", name)[1].split("\t") for name in ("CNN #1", "CNN"))
    at = one.index("word inserted") + 2
    assert int(both[at]) == 2 * int(one[at]) > 0


def test_scores_of_several_trainings_say_what_intervals_and_p_are_for(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("CNN #1", "CNN #2"))
    assert "includes only the variation between trainings" in asked("scores", RUN)[2]
    assert "includes only the variation between trainings" not in asked("scores", RUN, "--each")[2]

"""Which samples are scored: all, or those that a perturbation changed, as the paper has it that a run is a part of."""

from dataclasses import replace

import pytest

from core.records import Cell
from core.severity import pps
from data.reports.facts import facts
from data.reports.gate import checks
from data.reports.gate_rules import GateRules
from data.reports.markdown import markdown_card
from data.runs.files import read_card, write_card
from data.workspace import Workspace
from tests.command_line import command_line
from tests.data.store.store_data import CELL
from tests.pages.heatmaps.finished_run import RUN, write_run

BEFORE = ["thing"] * 6 + ["place"] * 2
AFTER = ["thing", "thing", "place", "place", "", "", "", ""]  # four are changed, two of them lost


@pytest.fixture
def of_moradi(workspace: Workspace) -> Workspace:
    """A run of the plan of Moradi & Samwald's paper: three character-level perturbations and one of words."""
    names = ("character_deletion", "character_insertion", "word_deletion")
    cells = [Cell(CELL.dataset, CELL.split, name, pps(1)) for name in names]
    write_run(workspace, BEFORE, AFTER, cells, ["A #1", "A #2"])
    card = read_card(workspace.runs / RUN)
    assert card
    write_card(workspace.runs / RUN, replace(card, plan="moradi-0a1b2c3d"))
    return workspace


def accuracies(stdout: str) -> set[tuple[str, str]]:
    rows = [line.split("\t") for line in stdout.splitlines()[1:]]
    return {(row[4], row[5]) for row in rows if row[3] == "accuracy" and row[1]}


def test_a_run_of_a_paper_is_scored_as_the_paper_scores(of_moradi: Workspace) -> None:
    told = command_line("scores", "latest")
    assert accuracies(told.stdout) == {("0.5000", "4")}  # two of the four changed ones
    assert "scored over the samples that its perturbation changed" in told.stderr
    assert accuracies(command_line("scores", "latest", "--all-samples").stdout) == {("0.5000", "8")}
    card = read_card(of_moradi.runs / RUN)
    assert card
    write_card(of_moradi.runs / RUN, replace(card, plan=""))
    assert accuracies(command_line("scores", "latest").stdout) == {("0.5000", "8")}
    assert accuracies(command_line("scores", "latest", "--only-changed").stdout) == {("0.5000", "4")}


def test_card_and_check_score_so_too(of_moradi: Workspace) -> None:
    found = facts(of_moradi, RUN)
    assert found.only_changed and {s.n for s in found.scores if s.metric == "kappa"} == {4}
    assert "over the samples that the perturbation changed" in markdown_card(found)
    assert "On perturbed texts, only samples that the perturbation changed are counted" in markdown_card(found)
    assert {s.n for s in facts(of_moradi, RUN, only_changed=False).scores if s.metric == "kappa"} == {8}
    rules = GateRules(min_kappa=0.5)
    assert {line.found.n for line in checks(of_moradi, RUN, rules)} == {4}
    assert {line.found.n for line in checks(of_moradi, RUN, rules, only_changed=False)} == {8}


def test_decreases_by_level_are_those_of_table_5(of_moradi: Workspace) -> None:
    # All six things of eight are right before; of the four that change, all before and two after: a decrease of 0.5.
    told = command_line("scores", "latest", "--by-level")
    head, *rows = (line.split("\t") for line in told.stdout.splitlines())
    assert head == ["model", "level", "severity", "metric", "value", "perturbations", "sd", "trainings", "p"]
    assert [row[:2] + row[3:8] for row in rows] == [
        ["A", "character", "accuracy_lost", "0.5000", "2", "0.0000", "2"],
        ["A", "word", "accuracy_lost", "0.5000", "1", "0.0000", "2"],
    ]
    each = command_line("scores", "latest", "--by-level", "--each").stdout.splitlines()
    assert [line.split("\t")[0] for line in each[1:]] == ["A #1", "A #1", "A #2", "A #2"]
    whole = command_line("scores", "latest", "--by-level", "--all-samples").stdout.splitlines()
    assert {line.split("\t")[4] for line in whole[1:]} == {"0.2500"}  # two of all eight

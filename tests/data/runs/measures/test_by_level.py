"""What perturbing costs by level, worked by hand."""

from dataclasses import replace
from math import nan

import pytest

from core.records import Cell, Score
from core.severity import Severity, pps
from data.runs.measures.by_level import level_lines, level_means
from data.runs.scores import run_card
from data.workspace import Workspace
from tests.data.store.store_data import CELL
from tests.pages.heatmaps.finished_run import RUN, write_run

CHARACTER, WORD = "character_swapping", "word_deletion"


def lost(model: str, perturbation: str, value: float, severity: Severity | None = None) -> Score:
    return Score("r", model, "d", "accuracy_lost", value, 90, perturbation, severity or pps(1))


def test_each_training_has_its_mean_over_the_perturbations_of_a_level_and_severity(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"], models=("A #1", "A #2", "B"))
    card = run_card(workspace, RUN)
    found = [
        lost("A #1", CHARACTER, 0.1), lost("A #1", "character_deletion", 0.3), lost("A #2", CHARACTER, 0.4),
        lost("A #2", "character_deletion", nan), lost("A #1", WORD, 0.5), lost("A #1", WORD, 0.7, pps(2)),
        lost("B", WORD, 0.2),
        replace(lost("B", "", 0.9), severity=None),
    ]  # fmt: skip
    first, second = str(pps(1)), str(pps(2))
    assert dict(level_means(card, found)) == {
        ("A", "character", first): [(pytest.approx(0.2), 2), (0.4, 1)],
        ("A", "word", first): [(0.5, 1)], ("A", "word", second): [(0.7, 1)], ("B", "word", first): [(0.2, 1)],
    }  # fmt: skip
    assert [place[0] for place, _ in level_means(card, found, each=True)] == ["A #1", "A #2", "A #1", "A #1", "B"]


def test_a_line_has_the_mean_its_spread_and_a_test_over_trainings(workspace: Workspace) -> None:
    cells = [CELL, Cell(CELL.dataset, CELL.split, WORD, pps(2))]
    write_run(workspace, ["thing"] * 4, ["place", "thing", "thing", ""], cells, ("A #1", "A #2"))
    head, *lines = (line.split("\t") for line in level_lines(workspace, RUN))
    assert head == ["model", "level", "severity", "metric", "value", "perturbations", "sd", "trainings", "p"]
    assert [line[:1] + line[2:] for line in lines] == [
        ["A", str(pps(2)), "accuracy_lost", "0.2500", "2", "0.0000", "2", line[8]] for line in lines
    ]
    assert [line[1] for line in lines] == ["word"]  # both of them
    each = [line.split("\t") for line in level_lines(workspace, RUN, each=True)][1:]
    assert [line[0] for line in each] == ["A #1", "A #2"]
    assert {tuple(line[6:]) for line in each} == {("nan", "1", "nan")}
    changed = [line.split("\t") for line in level_lines(workspace, RUN, only_changed=True)][1:]
    assert {line[4] for line in changed} == {"0.3333"}

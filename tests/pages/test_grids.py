"""Published figures and one's own scores become rows and columns; differences are taken where both exist."""

from math import isnan, nan

import pytest

from core.perturbations.registry import perturbations
from core.records import Score
from core.severity import Severity, Unit, pps
from pages.ui.comparison import SAME, difference, namesake, why_not
from pages.ui.grid import AGREEMENT, POINTS, POINTS_DIFFERENCE, UNTOUCHED, Row
from pages.ui.published_grids import Collection, levels, published_grid, tasks
from pages.ui.run_grids import Metric, run_grid

MODEL = "MiniLM"


def score(metric: str, value: float, perturbation: str = "", n: int = 0, model: str = MODEL, n_pps: int = 1) -> Score:
    return Score("run", model, "trec", metric, value, n, perturbation, pps(n_pps) if perturbation else None)


SCORES = [
    score("accuracy", 0.9, n=500),
    score("accuracy", 0.75, "word_deletion", n=200),
    score("kappa", 0.8, "word_deletion", n=200),
    score("share_perturbed", 0.4, "word_deletion", n=500),
    score("accuracy", 0.7, "word_deletion", n=180, n_pps=2),
    score("kappa", nan, "word_deletion", n_pps=2),
]


def test_every_collection_and_task_makes_a_grid_with_four_models() -> None:
    for collection in Collection:
        for task in tasks(collection):
            grid = published_grid(collection, task)
            assert len(grid.columns) == 4
            assert len(grid.cells) == len(grid.rows) * 4  # no hole, nothing twice


def test_all_520_kappas_are_shown() -> None:
    assert sum(len(published_grid(Collection.KAPPA, task).cells) for task in tasks(Collection.KAPPA)) == 520


def test_the_name_of_a_perturbation_stands_once_and_its_severities_below() -> None:
    rows = published_grid(Collection.KAPPA, "GC", "character").rows
    assert [row.label for row in rows[:4]] == ["Keyboard 1 %", "5 %", "10 %", "OCR 1 %"]
    assert [row.full for row in rows[:2]] == ["Keyboard 1 %", "Keyboard 5 %"]
    assert rows[0].group == rows[2].group != rows[3].group


def test_a_published_grid_names_its_tables_and_marks_weak_cells() -> None:
    grid = published_grid(Collection.KAPPA, "GC")
    assert grid.source == "Published: Romero 2023, Tables 12, 13, 14."
    weak = {cell.row.name for cell in grid.cells if cell.weak}
    assert weak == {"Syn. (embed.)", "Contraction", "Prejudice", "Swap numbers"}  # 39.7, 16.7, 0.5 and 1.2 %


def test_points_lost_are_the_untouched_score_less_the_perturbed_one() -> None:
    grid = published_grid(Collection.LOST, "TC", "word")
    cell = grid.find(("word:RWS", "pps-1"), "BERT")
    assert cell is not None
    assert cell.value == pytest.approx(90.4 - 65.7)


def test_levels_that_share_a_name_are_told_apart() -> None:
    names = [row.full for row in published_grid(Collection.SCORE, "TC").rows]
    assert len(names) == len(set(names)) == 15  # 14 perturbations and untouched text
    assert levels(Collection.SCORE, "TC") == ["character", "word"]


def test_own_kappas_with_shares_and_what_could_not_be_scored() -> None:
    grid = run_grid("TREC, run 1", SCORES, Metric.KAPPA)
    first, second = grid.cells
    assert (first.value, first.share, first.note) == (0.8, 0.4, "n = 200")
    assert isnan(second.value)
    assert second.note == "could not be scored"
    assert [row.label for row in grid.rows] == ["Word deletion PPS 1", "PPS 2"]
    assert grid.scale is AGREEMENT


def test_own_accuracy_in_points_beside_untouched_text() -> None:
    grid = run_grid("TREC, run 1", SCORES, Metric.ACCURACY)
    assert [cell.value for cell in grid.cells] == pytest.approx([90, 75, 70])
    assert grid.rows[0] == UNTOUCHED
    assert grid.scale is POINTS


def test_own_accuracy_lost() -> None:
    grid = run_grid("TREC, run 1", SCORES, Metric.LOST)
    assert [cell.value for cell in grid.cells] == pytest.approx([15, 20])  # 90 - 75 and 90 - 70


def test_the_difference_is_taken_on_the_rows_both_have() -> None:
    mine, theirs = run_grid("TREC, run 1", SCORES, Metric.ACCURACY), published_grid(Collection.SCORE, "TC")
    grid = difference(mine, theirs, "BERT")
    # BERT on TREC: 90.4 untouched, 75.1 with a word deleted (Table 4); PPS 2 is not in the table
    assert [(cell.row.full, round(cell.value, 1)) for cell in grid.cells] == [
        ("Untouched text", -0.4),
        ("Word deletion PPS 1", -0.1),
    ]
    assert grid.scale is POINTS_DIFFERENCE


def test_tasks_that_were_not_measured_by_accuracy_say_so() -> None:
    assert "accuracy" in why_not(Collection.SCORE, "NER")
    assert not why_not(Collection.SCORE, "SA")
    assert not why_not(Collection.KAPPA, "NLI")


def test_every_printed_perturbation_has_one_of_ours() -> None:
    printed = {row.key[0] for c in (Collection.SCORE, Collection.KAPPA) for row in _rows_of_all_tasks(c)} - {""}
    assert printed == set(SAME.values())
    assert set(SAME) <= {p.name for p in perturbations()}


def test_a_kappa_is_subtracted_from_the_thesis_table() -> None:
    scores = [
        Score("r", "mine", "cola", "kappa", 0.5, 100, name, severity)
        for name, severity in (
            ("keyboard", Severity(Unit.PERCENT_CHARACTERS, 1)),
            ("contraction", Severity(Unit.PERCENT_WORDS, 100)),
            ("keyboard", Severity(Unit.PERCENT_CHARACTERS, 2)),
        )
    ]
    grid = difference(run_grid("CoLA", scores, Metric.KAPPA), published_grid(Collection.KAPPA, "GC"), "DistilBERT")
    # Table 12: DistilBERT on CoLA, keyboard at 1 %: 0.41; Table 14: contraction 0.99; 2 % is in no table
    assert [(cell.row.full, round(cell.value, 2)) for cell in grid.cells] == [
        ("Keyboard 1 %", 0.09),
        ("Contraction 100 %", -0.49),
    ]


def _rows_of_all_tasks(collection: Collection) -> list[Row]:
    return [row for task in tasks(collection) for row in published_grid(collection, task).rows]


def test_a_namesake_is_found_among_the_published_models() -> None:
    published = ("BERT", "RoBERTa", "XLNet", "ELMo")
    assert namesake("bert-base-cased", published) == "BERT"
    assert namesake("FacebookAI/roberta-base", published) == "RoBERTa"
    assert namesake("minilm", published) == "BERT"

"""A heatmap's figures as a table: what is noted of all cells of a row is said once, by its name."""

from math import nan

from pages.ui.runs.heatmap.figures_table import figures_of
from pages.ui.runs.heatmap.heatmap import AGREEMENT, Heatmap, HeatmapCell, HeatmapRow

ROW = HeatmapRow(("typos", "pps-1"), "Typos", "PPS 1", "typos")
NOTES = "n = 100; actual severity 1.0 edits per sample"


def row_of(*cells: HeatmapCell) -> tuple[str | tuple[str, ...], ...]:
    return figures_of(Heatmap("Why?", "", "", AGREEMENT, cells), ROW)


def test_what_is_noted_of_all_cells_stands_by_the_name_and_the_rest_in_its_cell() -> None:
    cells = (
        HeatmapCell(ROW, "a", 0.76, note=NOTES, low=0.65, high=0.85),
        HeatmapCell(ROW, "b", 0.5, note=f"mean of 3 trainings; {NOTES}", sd=0.1, marked=True),
        HeatmapCell(ROW, "c", 0.8, note=NOTES),
    )
    assert row_of(*cells) == (
        ("Typos PPS\xa01", NOTES),
        ("0.76", "(0.65\xa0to\xa00.85)"),
        ("0.50* ± 0.10", "mean of 3 trainings"),
        "0.80",
    )


def test_why_there_is_no_figure_is_said_of_the_cell_that_has_none() -> None:
    cells = HeatmapCell(ROW, "a", 0.76, note="n = 5"), HeatmapCell(ROW, "b", nan, note="nothing changed")
    assert row_of(*cells) == ("Typos PPS\xa01", ("0.76", "n = 5"), ("–", "nothing changed"))
    assert row_of(HeatmapCell(ROW, "a", 0.76)) == ("Typos PPS\xa01", "0.76")

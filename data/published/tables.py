"""The papers' own figures, so that there is something true to look at first and a user's results stand beside them.

Facts copied from printed tables; `data/published/SOURCES.md` says which file holds which table of which paper.
"""

import csv
from dataclasses import dataclass
from functools import cache
from math import nan
from pathlib import Path

from core.papers import MORADI, ROMERO, Paper
from core.severity import Severity, Unit, pps

FOLDER = Path(__file__).parent
_PERCENT_OF = {"character": Unit.PERCENT_CHARACTERS, "word": Unit.PERCENT_WORDS}
_MORADI_DATASETS = {"TC": "TREC", "SA": "SST", "NER": "CoNLL", "SS": "STS", "QA": "WQA"}  # its Table 1


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One printed figure. Kappas lie in [-1, 1]; scores and decreases are in points of 100.

    `severity` is None where the paper gives none; `perturbation` is "" for a mean over the level's perturbations.
    `share` is the share (0-1) of samples perturbed, and `original` the score on original text; NaN where not printed.
    """

    paper: Paper
    table: str
    task: str
    dataset: str
    level: str
    perturbation: str
    severity: Severity | None
    model: str
    value: float
    share: float = nan
    original: float = nan


@dataclass(frozen=True, slots=True)
class PublishedChecked:
    """How many perturbed samples people checked until 200 were curated, in one data set at one PPS."""

    table: str
    perturbation: str
    dataset: str
    pps: int
    checked: int


@cache
def romero_kappas() -> tuple[PublishedFigure, ...]:
    """The 520 kappas of Tables 12-26, in printed order."""
    return tuple(_romero(row) for row in rows_of_file("romero_kappa.csv"))


@cache
def moradi_scores() -> tuple[PublishedFigure, ...]:
    """The 280 scores of Tables 3 (character level) and 4 (word level), all at PPS 1."""
    character = [_score(row, "character", "Table 3") for row in rows_of_file("moradi_table3_char.csv")]
    return (*character, *(_score(row, "word", "Table 4") for row in rows_of_file("moradi_table4_word.csv")))


@cache
def moradi_decreases() -> tuple[PublishedFigure, ...]:
    """The 160 decreases of Table 5, as positive points lost: the mean over a level's perturbations."""
    return tuple(_decrease_figure(row) for row in rows_of_file("moradi_table5_decrease.csv"))


@cache
def moradi_checked() -> tuple[PublishedChecked, ...]:
    """The 60 counts of Tables 10 (deletion), 11 (negation) and 12 (replacement with synonyms)."""
    return tuple(
        PublishedChecked(
            f"Table {row['table']}", row["perturbation"], row["dataset"], int(row["pps"]), int(row["checked"])
        )
        for row in rows_of_file("moradi_table10_12_checked.csv")
    )


def _romero(row: dict[str, str]) -> PublishedFigure:
    unit = _PERCENT_OF.get(row["level"])
    return PublishedFigure(
        ROMERO,
        f"Table {row['table_main']}",
        row["task"],
        row["dataset"],
        row["level"],
        row["perturbation"],
        Severity(unit, int(row["percent"])) if unit else None,
        row["model"],
        float(row["kappa"]),
        share=float(row["percent_samples_perturbed"]) / 100,
    )


def _score(row: dict[str, str], level: str, table: str) -> PublishedFigure:
    task = row["task"]
    return PublishedFigure(
        MORADI,
        table,
        task,
        _MORADI_DATASETS[task],
        level,
        row["perturbation"],
        pps(1),
        row["model"],
        float(row["score"]),
        original=float(row["unperturbed_score"]),
    )


def _decrease_figure(row: dict[str, str]) -> PublishedFigure:
    task, severity = row["task"], pps(int(row["pps"]))
    lost = -float(row["decrease"])
    return PublishedFigure(
        MORADI, "Table 5", task, _MORADI_DATASETS[task], row["level"], "", severity, row["model"], lost
    )


def rows_of_file(name: str) -> list[dict[str, str]]:
    """The lines of a printed table in this folder, by its file's name."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))

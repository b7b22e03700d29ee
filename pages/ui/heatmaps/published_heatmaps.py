"""The papers' figures as heatmaps."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import isnan

from core.papers import MORADI, ROMERO
from data.published.tables import PublishedFigure, moradi_decreases, moradi_scores, romero_kappas
from pages.ui.runs.heatmap.heatmap import (
    AGREEMENT,
    LOST,
    ORIGINAL,
    POINTS,
    SHARE,
    SHARE_NOTE,
    Heatmap,
    HeatmapCell,
    HeatmapRow,
    Origin,
    Scale,
)

TASKS = {
    "GC": "Grammatical acceptability",
    "HSOL": "Hate speech and offensive language",
    "NLI": "Natural language inference",
    "SA": "Sentiment",
    "SS": "Semantic similarity",
    "TC": "Question classification",
    "NER": "Named entities",
    "QA": "Question answering",
}
LOWER_CASED = " ELECTRA and Funnel put all text in lower case first, so they cannot see word case."
_ON_BOTH_LEVELS = ("Deletion", "Repeat")
NAMES = {
    "Ocr": "OCR",
    "SpellingError": "Spelling",
    "SwapSynWordEmbedding": "Syn. embed.",
    "SwapSynWordNet": "Syn. WordNet",
    "InsertAdv": "Insert adverb",
    "SwapNum": "Swap numbers",
    "VerbTense": "Verb tense",
    "WordCase": "Word case",
    "CMW": "Misspelled words",
    "LCC": "Letter case",
    "RWS": "Synonyms",
    "SPV": "Verb number",
    "VT": "Verb tense",
    "WO": "Word order",
}


class Collection(StrEnum):
    """What can be looked at, in the words of the selector."""

    KAPPA = f"Kappa ({ROMERO.short})"
    ROBUSTNESS = f"Robustness ({ROMERO.short})"
    SHARE = f"Share of samples perturbed ({ROMERO.short})"
    SCORE = f"Scores ({MORADI.short})"
    LOST = f"Points lost ({MORADI.short})"
    LOST_BY_PPS = f"Points lost, by PPS ({MORADI.short})"


@dataclass(frozen=True, slots=True)
class _Presentation:
    """How a collection's figures become a heatmap."""

    figures: Callable[[], tuple[PublishedFigure, ...]]
    title: str
    explained: str
    scale: Scale
    value: Callable[[PublishedFigure], float]
    baseline: bool = False


_PRESENTATIONS = {
    Collection.KAPPA: _Presentation(
        romero_kappas,
        "Cohen's kappa: predictions on original against perturbed text",
        f"1 = all predictions stay the same, 0 = agreement by chance. {SHARE_NOTE}",
        AGREEMENT,
        lambda figure: figure.value,
    ),
    Collection.ROBUSTNESS: _Presentation(
        romero_kappas,
        "Robustness: kappa times the share of samples perturbed",
        f"1 = the perturbation changes every sample, and all predictions stay the same. {SHARE_NOTE}",
        AGREEMENT,
        lambda figure: figure.value * figure.share,
    ),
    Collection.SHARE: _Presentation(
        romero_kappas,
        "Share of samples perturbed",
        "Percentage of samples whose text the perturbation changed.",
        SHARE,
        lambda figure: 100 * figure.share,
    ),
    Collection.SCORE: _Presentation(
        moradi_scores,
        "Score on perturbed text",
        "The task's usual measure times 100, with at most one perturbation per sample (PPS 1).",
        POINTS,
        lambda figure: figure.value,
        baseline=True,
    ),
    Collection.LOST: _Presentation(
        moradi_scores,
        "Points lost after one small change",
        "Points lost compared with original text, with at most one perturbation per sample (PPS 1).",
        LOST,
        lambda figure: figure.original - figure.value,
    ),
    Collection.LOST_BY_PPS: _Presentation(
        moradi_decreases,
        "Points lost, by number of changes",
        "Mean points lost compared with original text, by level and perturbations per sample (PPS).",
        LOST,
        lambda figure: figure.value,
    ),
}


def tasks(collection: Collection) -> dict[str, str]:
    """The tasks a collection has figures on: their abbreviation, and "Sentiment (SST2)" to show."""
    return {f.task: f"{TASKS[f.task]} ({f.dataset})" for f in _PRESENTATIONS[collection].figures()}


def levels(collection: Collection, task: str) -> list[str]:
    """The levels of perturbation a collection has figures on for this task."""
    return list(dict.fromkeys(f.level for f in _PRESENTATIONS[collection].figures() if f.task == task))


def published_heatmap(collection: Collection, task: str, level: str = "") -> Heatmap:
    """A collection's figures on one task: perturbation and severity down, models across. `level` "" takes all."""
    style = _PRESENTATIONS[collection]
    figures = [f for f in style.figures() if f.task == task and level in ("", f.level)]
    tables = ", ".join(dict.fromkeys(f.table.removeprefix("Table ") for f in figures))
    cells = (*(_baseline(figures) if style.baseline else ()), *_cells(figures, style))
    heads = {f.model: POINTS.text(f.original) for f in moradi_scores() if figures[0].paper is MORADI and f.task == task}
    original = " Under each model: its score on original text." if heads else ""
    cased = style.scale is AGREEMENT and any(figure.perturbation == "WordCase" for figure in figures)
    return Heatmap(
        style.title,
        f"{tasks(collection)[task]}. {style.explained}{original}{LOWER_CASED * cased}",
        f"Published: {figures[0].paper.short}, Table{'s' if ',' in tables else ''} {tables}.",
        style.scale,
        cells,
        heads,
        origins={"": Origin(figures[0].dataset, "", collection.name.lower(), "all")},
    )


def _cells(figures: Iterable[PublishedFigure], style: _Presentation) -> Iterator[HeatmapCell]:
    rows: dict[tuple[str, str], HeatmapRow] = {}
    for figure in figures:
        key = _key(figure)
        if key not in rows:
            rows[key] = _row(figure, key, repeats=any(row.key[0] == key[0] for row in rows.values()))
        share = figure.share if style.scale is not SHARE else float("nan")
        yield HeatmapCell(rows[key], figure.model, style.value(figure), share, f"{figure.paper.short}, {figure.table}")


def _baseline(figures: Iterable[PublishedFigure]) -> Iterator[HeatmapCell]:
    originals = {figure.model: figure for figure in figures if not isnan(figure.original)}
    for model, figure in originals.items():
        yield HeatmapCell(ORIGINAL, model, figure.original, note=f"{figure.paper.short}, {figure.table}")


def _key(figure: PublishedFigure) -> tuple[str, str]:
    return f"{figure.level}:{figure.perturbation}", figure.severity.key if figure.severity else ""


def _row(figure: PublishedFigure, key: tuple[str, str], repeats: bool) -> HeatmapRow:
    several = figure.paper is ROMERO and figure.severity is not None
    name = NAMES.get(figure.perturbation, figure.perturbation) or f"{figure.level.capitalize()}s"
    if figure.perturbation in _ON_BOTH_LEVELS and figure.paper is MORADI:
        name += ", letters" if figure.level == "character" else ", words"
    amount = str(figure.severity) if several or not figure.perturbation else ""
    return HeatmapRow(key, name, amount, key[0] if several else figure.level, named=not repeats)

"""The papers' figures as grids."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import isnan

from data.published import MORADI, ROMERO, Published, moradi_decreases, moradi_scores, romero_kappas
from pages.ui.grid import AGREEMENT, LOST, POINTS, SHARE, UNTOUCHED, Grid, GridCell, Row, Scale

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
_ON_BOTH_LEVELS = ("Deletion", "Repeat")
NAMES = {
    "Ocr": "OCR",
    "SpellingError": "Spelling",
    "SwapSynWordEmbedding": "Syn. (embed.)",
    "SwapSynWordNet": "Syn. (WordNet)",
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

    KAPPA = "Kappa (Romero 2023)"
    SHARE = "Share of samples perturbed (Romero 2023)"
    SCORE = "Scores (Moradi & Samwald 2021)"
    LOST = "Points lost (Moradi & Samwald 2021)"
    LOST_BY_PPS = "Points lost, by PPS (Moradi & Samwald 2021)"


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a collection's figures become a grid."""

    figures: Callable[[], tuple[Published, ...]]
    title: str
    explained: str
    scale: Scale
    value: Callable[[Published], float]
    baseline: bool = False


_HATCHED = "Small figures: share of samples the perturbation could touch; hatched below 50 %."
_PLANS = {
    Collection.KAPPA: _Plan(
        romero_kappas,
        "Does it change its mind? Cohen's kappa, original against perturbed",
        f"1 = never, 0 = as often as chance. {_HATCHED}",
        AGREEMENT,
        lambda figure: figure.value,
    ),
    Collection.SHARE: _Plan(
        romero_kappas,
        "How many samples could be perturbed at all?",
        "Percent of the samples in which something changed.",
        SHARE,
        lambda figure: 100 * figure.share,
    ),
    Collection.SCORE: _Plan(
        moradi_scores,
        "How well does it do on perturbed text?",
        "The task's own measure, times 100, with at most one perturbation a sample (PPS 1).",
        POINTS,
        lambda figure: figure.value,
        baseline=True,
    ),
    Collection.LOST: _Plan(
        moradi_scores,
        "How much does one small change cost?",
        "Points lost against untouched text, with at most one perturbation a sample (PPS 1).",
        LOST,
        lambda figure: figure.original - figure.value,
    ),
    Collection.LOST_BY_PPS: _Plan(
        moradi_decreases,
        "How much more do more changes cost?",
        "Points lost against untouched text, mean over a level, by perturbations per sample (PPS).",
        LOST,
        lambda figure: figure.value,
    ),
}


def tasks(collection: Collection) -> dict[str, str]:
    """The tasks a collection has figures on: their abbreviation, and "Sentiment (SST2)" to show."""
    return {f.task: f"{TASKS[f.task]} ({f.dataset})" for f in _PLANS[collection].figures()}


def levels(collection: Collection, task: str) -> list[str]:
    """The levels of perturbation a collection has figures on for this task."""
    return list(dict.fromkeys(f.level for f in _PLANS[collection].figures() if f.task == task))


def published_grid(collection: Collection, task: str, level: str = "") -> Grid:
    """A collection's figures on one task: perturbation and severity down, models across. `level` "" takes all."""
    plan = _PLANS[collection]
    figures = [f for f in plan.figures() if f.task == task and level in ("", f.level)]
    tables = ", ".join(dict.fromkeys(f.table.removeprefix("Table ") for f in figures))
    cells = (*(_baseline(figures) if plan.baseline else ()), *_cells(figures, plan))
    return Grid(
        plan.title,
        f"{tasks(collection)[task]}. {plan.explained}",
        f"Published: {figures[0].source}, Table{'s' if ',' in tables else ''} {tables}.",
        plan.scale,
        cells,
    )


def _cells(figures: Iterable[Published], plan: _Plan) -> Iterator[GridCell]:
    rows: dict[tuple[str, str], Row] = {}
    for figure in figures:
        key = _key(figure)
        if key not in rows:
            rows[key] = _row(figure, key, repeats=any(row.key[0] == key[0] for row in rows.values()))
        share = figure.share if plan.scale is not SHARE else float("nan")
        yield GridCell(rows[key], figure.model, plan.value(figure), share, f"{figure.source}, {figure.table}")


def _baseline(figures: Iterable[Published]) -> Iterator[GridCell]:
    originals = {figure.model: figure for figure in figures if not isnan(figure.original)}
    for model, figure in originals.items():
        yield GridCell(UNTOUCHED, model, figure.original, note=f"{figure.source}, {figure.table}")


def _key(figure: Published) -> tuple[str, str]:
    return f"{figure.level}:{figure.perturbation}", figure.severity.key if figure.severity else ""


def _row(figure: Published, key: tuple[str, str], repeats: bool) -> Row:
    several = figure.source == ROMERO and figure.severity is not None
    name = NAMES.get(figure.perturbation, figure.perturbation) or f"{figure.level.capitalize()}s"
    if figure.perturbation in _ON_BOTH_LEVELS and figure.source == MORADI:
        name += ", letters" if figure.level == "character" else ", words"
    amount = str(figure.severity) if several or not figure.perturbation else ""
    return Row(key, name, amount, key[0] if several else figure.level, named=not repeats)

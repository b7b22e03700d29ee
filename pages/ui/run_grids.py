"""One's own scores as grids."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from math import nan

from core.records import Score
from core.severity import Severity
from pages.ui.grid import AGREEMENT, LOST, POINTS, SHARE, UNTOUCHED, Grid, GridCell, Row
from pages.ui.perturbation_words import heading

SHORT = {"synonym_replacement": "Synonyms"}


class Metric(StrEnum):
    """What can be shown of a run, in the words of the selector."""

    KAPPA = "Kappa"
    ACCURACY = "Accuracy"
    F1 = "Macro F1"
    LOST = "Accuracy lost"
    SHARE = "Share perturbed"


_ASKS = {
    Metric.KAPPA: ("Does it change its mind? Cohen's kappa, original against perturbed", AGREEMENT),
    Metric.ACCURACY: ("How often is it right on perturbed text?", POINTS),
    Metric.F1: ("How well does it do on perturbed text, each label counting the same?", POINTS),
    Metric.LOST: ("How much does perturbing the text cost?", LOST),
    Metric.SHARE: ("How many samples could be perturbed at all?", SHARE),
}
_EXPLAINED = {
    Metric.KAPPA: "1 = never, 0 = as often as chance.",
    Metric.ACCURACY: "Percent of the samples with the right label.",
    Metric.F1: "F1 of each label, averaged, times 100.",
    Metric.LOST: "Points of accuracy lost against untouched text.",
    Metric.SHARE: "Percent of the samples in which something changed.",
}
_HATCHED = "Small figures: share of samples the perturbation could touch; hatched below 50 %."
_STORED = {Metric.KAPPA: "kappa", Metric.ACCURACY: "accuracy", Metric.F1: "f1_macro", Metric.SHARE: "share_perturbed"}
_Scores = Mapping[tuple[str, str, str, str], Score]  # by metric, model, perturbation, severity key


def run_grid(title: str, scores: Sequence[Score], metric: Metric, curated: bool = False) -> Grid:
    """A run's scores: perturbation and severity down, models across; untouched text first where it has a score."""
    asks, scale = _ASKS[metric]
    table = {(s.metric, s.model, s.perturbation, s.severity.key if s.severity else ""): s for s in scores}
    models = tuple(dict.fromkeys(score.model for score in scores))
    rows = [*([UNTOUCHED] if metric in (Metric.ACCURACY, Metric.F1) else []), *rows_of(scores)]
    cells = tuple(_cell(table, metric, row, model) for row in rows for model in models)
    only = "Only samples that people kept or relabelled." if curated else "All samples, untouched ones too."
    hatched = "" if metric is Metric.SHARE else f" {_HATCHED}"
    return Grid(asks, f"{title}. {_EXPLAINED[metric]}{hatched}", only, scale, cells)


def rows_of(scores: Iterable[Score]) -> list[Row]:
    """A row for each perturbation and severity that was scored, severities in order; the first bears the name."""
    keys: dict[str, set[Severity]] = {}
    for score in scores:
        if score.perturbation and score.severity:
            keys.setdefault(score.perturbation, set()).add(score.severity)
    return [
        Row((name, severity.key), short(name), str(severity), name, named=position == 0)
        for name, severities in keys.items()
        for position, severity in enumerate(sorted(severities))
    ]


def short(perturbation: str) -> str:
    """The perturbation's name as short as a row label must be."""
    return SHORT.get(perturbation, heading(perturbation))


def _cell(table: _Scores, metric: Metric, row: Row, model: str) -> GridCell:
    share = table.get(("share_perturbed", model, *row.key))
    shown = share.value if share and metric is not Metric.SHARE else nan
    value, n = _lost(table, row, model) if metric is Metric.LOST else _stored(table, _STORED[metric], row, model)
    factor = 1 if metric is Metric.KAPPA else 100
    return GridCell(row, model, factor * value, shown, f"n = {n}" if n else "could not be scored")


def _stored(table: _Scores, metric: str, row: Row, model: str) -> tuple[float, int]:
    score = table.get((metric, model, *row.key))
    return (score.value, score.n) if score else (nan, 0)


def _lost(table: _Scores, row: Row, model: str) -> tuple[float, int]:
    """Accuracy on untouched text less accuracy on perturbed text, and how many perturbed samples that stands on."""
    before, _ = _stored(table, "accuracy", UNTOUCHED, model)
    after, n = _stored(table, "accuracy", row, model)
    return before - after, n

"""The differences of two runs as a heatmap."""

from collections.abc import Sequence
from math import isnan

from core.metrics.significance import LEVEL
from data.reports.paired import PairedDifference, PairedMetric
from pages.ui.heatmaps.heatmap import AGREEMENT, AGREEMENT_DIFFERENCE, POINTS, POINTS_DIFFERENCE, Heatmap, HeatmapCell
from pages.ui.heatmaps.rows import rows_at

TITLES = {
    PairedMetric.KAPPA: "Which of the two changes its mind less? Kappa of the second run minus the first's",
    PairedMetric.ACCURACY: "Which of the two is right more often? Accuracy of the second run minus the first's",
    PairedMetric.F1_MACRO: "Which of the two does better, each label counting the same? Macro F1, second minus first",
    PairedMetric.F1_BINARY: "Which of the two finds one label better? F1 of the second label, second run minus first",
    PairedMetric.MATTHEWS: "Whose labels go better with the gold ones? Matthews' correlation, second minus first",
}
EXCHANGED = "* = more than chance, p below .05 by the randomisation test (answers exchanged), corrected by Holm."
HOW = {
    PairedMetric.KAPPA: "* = more than chance, p below .05 after Holm's correction for all cells of both runs.",
    PairedMetric.ACCURACY: "* = more than chance, p below .05 by McNemar's exact test, corrected by Holm.",
    PairedMetric.F1_MACRO: EXCHANGED,
    PairedMetric.F1_BINARY: EXCHANGED,
    PairedMetric.MATTHEWS: EXCHANGED,
}


def difference_heatmap(found: Sequence[PairedDifference], metric: PairedMetric, subtitle: str) -> Heatmap:
    """A row for each condition, a column for each pair of models; marked where it is more than chance."""
    rows = {row.key: row for row in rows_at(one.condition for one in found)}
    places = list(rows)
    factor, scale = (100, POINTS_DIFFERENCE) if metric.in_points else (1, AGREEMENT_DIFFERENCE)
    cells = tuple(
        HeatmapCell(
            rows[_key(one)], column_of(one), factor * one.found.value, note=_note(one, metric),
            low=factor * one.found.low, high=factor * one.found.high, marked=one.p < LEVEL,
            n=one.found.n, p=one.p,
        )
        for one in sorted(found, key=lambda one: places.index(_key(one)))
    )  # fmt: skip
    return Heatmap(TITLES[metric], f"{subtitle} {HOW[metric]}", "Intervals are paired, sample by sample.", scale, cells)


def _key(one: PairedDifference) -> tuple[str, str]:
    return one.condition.perturbation, one.condition.severity.key


def column_of(one: PairedDifference) -> str:
    """The model, or both where they are called differently."""
    return one.model if one.model == one.other_model else f"{one.other_model} − {one.model}"


def _note(one: PairedDifference, metric: PairedMetric) -> str:
    if isnan(one.found.value):
        return "not in both runs, or could not be scored"
    first, second = values_of(one, metric)
    told = "p < 0.001" if one.p < 0.001 else f"p = {one.p:.3f}"
    return f"{first} in the first, {second} in the second; n = {one.found.n:,}; {told}"


def values_of(one: PairedDifference, metric: PairedMetric) -> tuple[str, str]:
    """Both figures as they are written."""
    scale, factor = (POINTS, 100) if metric.in_points else (AGREEMENT, 1)
    return scale.text(factor * one.first), scale.text(factor * one.second)

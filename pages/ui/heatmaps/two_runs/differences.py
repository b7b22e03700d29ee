"""The differences of two runs as a heatmap."""

from collections.abc import Sequence
from math import isnan

from core.metrics.significance import LEVEL
from data.reports.paired import PairedDifference
from pages.ui.heatmaps.heatmap import AGREEMENT, AGREEMENT_DIFFERENCE, POINTS_DIFFERENCE, Heatmap, HeatmapCell
from pages.ui.heatmaps.metrics import KNOWN, Metric
from pages.ui.heatmaps.rows import rows_at

HOLM = "* = more than chance, p below .05 by {}, corrected by Holm for all cells of both runs."


def difference_heatmap(found: Sequence[PairedDifference], metric: Metric, subtitle: str) -> Heatmap:
    """A row for each condition, a column for each pair of models; marked where it is more than chance."""
    rows = {row.key: row for row in rows_at(one.condition for one in found)}
    places = list(rows)
    factor, scale = metric.times, AGREEMENT_DIFFERENCE if metric.scale is AGREEMENT else POINTS_DIFFERENCE
    cells = tuple(
        HeatmapCell(
            rows[_key(one)], column_of(one), factor * one.found.value, note=_note(one, metric),
            low=factor * one.found.low, high=factor * one.found.high, marked=one.p < LEVEL,
            n=one.found.n, p=one.p,
        )
        for one in sorted(found, key=lambda one: places.index(_key(one)))
    )  # fmt: skip
    paired = KNOWN[metric.stored].paired
    title = f"{metric.question} {metric} of the second run minus the first's"
    said = f"{subtitle} {HOLM.format(paired.test)}" if paired else subtitle
    return Heatmap(title, said, "Intervals are paired by sample.", scale, cells)


def _key(one: PairedDifference) -> tuple[str, str]:
    return one.condition.perturbation, one.condition.severity.key


def column_of(one: PairedDifference) -> str:
    """The model, or both where they are called differently."""
    return one.model if one.model == one.other_model else f"{one.other_model} − {one.model}"


def _note(one: PairedDifference, metric: Metric) -> str:
    if isnan(one.found.value):
        return "not in both runs, or could not be scored"
    first, second = values_of(one, metric)
    told = "p < 0.001" if one.p < 0.001 else f"p = {one.p:.3f}"
    return f"{first} in the first, {second} in the second; n = {one.found.n:,}; {told}"


def values_of(one: PairedDifference, metric: Metric) -> tuple[str, str]:
    """Both figures as they are written."""
    return metric.scale.text(metric.times * one.first), metric.scale.text(metric.times * one.second)

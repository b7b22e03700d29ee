"""The differences of two runs as a heatmap."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan, nan

from core.metrics.significance import LEVEL
from core.rounding import p_in_words
from data.reports.paired import PairedDifference
from data.runs.measures.registry import RunMetric
from pages.ui.heatmaps.metrics import SCALES
from pages.ui.heatmaps.rows import rows_at
from pages.ui.runs.heatmap.heatmap import DIFFERENCES, SHARE_NOTE, Heatmap, HeatmapCell

HOLM = "* = significant (p < .05, {}). Holm's correction counts all cells of both runs. Pale: not significant."


def difference_heatmap(found: Sequence[PairedDifference], metric: RunMetric, subtitle: str) -> Heatmap:
    """A row for each condition, a column for each pair of models; marked where it is more than chance."""
    rows = {row.key: row for row in rows_at(one.condition for one in found)}
    places = list(rows)
    factor, scale = metric.unit.times, DIFFERENCES[SCALES[metric.unit]]
    cells = tuple(
        HeatmapCell(
            rows[_key(one)], column_of(one), factor * one.found.value, note=_note(one, metric),
            low=factor * one.found.low, high=factor * one.found.high, marked=one.p < LEVEL,
            n=one.found.n, p=one.p,
        )
        for one in sorted(found, key=lambda one: places.index(_key(one)))
    )  # fmt: skip
    title = f"{metric}: second run minus first"
    said = f"{subtitle} {HOLM.format(metric.paired.test)}" if metric.paired else subtitle
    return Heatmap(
        title, said, "Intervals compare the two runs on the same samples.", scale, cells, pale=bool(metric.paired)
    )


def with_shares(differences: Heatmap, runs: Sequence[Heatmap]) -> Heatmap:
    """The same with the share of samples perturbed in each row, of two runs the smaller: what is hatched in one of the
    runs is hatched here."""
    known: dict[tuple[str, str], float] = {}
    for run in runs:
        known |= {row.key: min(share, known.get(row.key, 1.0)) for row, share in run.shares().items()}
    if not known:
        return differences
    cells = tuple(replace(cell, share=known.get(cell.row.key, nan)) for cell in differences.cells)
    return replace(differences, subtitle=f"{differences.subtitle} {SHARE_NOTE}", cells=cells)


def _key(one: PairedDifference) -> tuple[str, str]:
    return one.condition.perturbation, one.condition.severity.key


def column_of(one: PairedDifference) -> str:
    """The model, or both where they are called differently."""
    return one.model if one.model == one.other_model else f"{one.other_model} − {one.model}"


def _note(one: PairedDifference, metric: RunMetric) -> str:
    if isnan(one.found.value):
        return "not in both runs, or could not be scored"
    first, second = values_of(one, metric)
    return f"first run {first}, second run {second}; n = {one.found.n:,}; {p_in_words(one.p)}"


def values_of(one: PairedDifference, metric: RunMetric) -> tuple[str, str]:
    """Both figures as they are written."""
    scale, times = SCALES[metric.unit], metric.unit.times
    return scale.text(times * one.first), scale.text(times * one.second)

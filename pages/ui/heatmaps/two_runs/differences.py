"""The differences of two runs as a heatmap."""

from collections.abc import Sequence
from math import isnan

from core.metrics.significance import LEVEL
from core.rounding import p_in_words
from data.reports.paired import PairedDifference
from data.runs.measures.registry import RunMetric
from pages.ui.heatmaps.metrics import SCALES
from pages.ui.heatmaps.rows import rows_at
from pages.ui.runs.heatmap.heatmap import DIFFERENCES, SHARE_NOTE, Heatmap, HeatmapCell

HOLM = "* = significant (p < .05, {}). Holm's correction counts all cells of both runs. Pale: not significant."


def difference_heatmap(found: Sequence[PairedDifference], metric: RunMetric, subtitle: str, of: str = "run") -> Heatmap:
    """A row for each condition, a column for each pair of models; marked where it is more than chance. `of` says what
    the first and the second are."""
    rows = {row.key: row for row in rows_at(one.condition for one in found)}
    places = list(rows)
    factor, scale = metric.unit.times, DIFFERENCES[SCALES[metric.unit]]
    cells = tuple(
        HeatmapCell(
            rows[_key(one)], column_of(one), factor * one.found.value, one.share, _note(one, metric, of),
            low=factor * one.found.low, high=factor * one.found.high, marked=one.p < LEVEL,
            n=one.found.n, p=one.p,
        )
        for one in sorted(found, key=lambda one: places.index(_key(one)))
    )  # fmt: skip
    title = f"{metric}: second {of} minus first"
    tested = HOLM.format(metric.paired.test) if metric.paired else ""
    said = " ".join(filter(None, (subtitle, tested, SHARE_NOTE)))
    return Heatmap(
        title, said, f"Intervals compare the two {of}s on the same samples.", scale, cells, pale=bool(metric.paired)
    )


def _key(one: PairedDifference) -> tuple[str, str]:
    return one.condition.perturbation, one.condition.severity.key


def column_of(one: PairedDifference) -> str:
    """The model, or both where they are called differently."""
    return one.model if one.model == one.other_model else f"{one.other_model} − {one.model}"


def _note(one: PairedDifference, metric: RunMetric, of: str) -> str:
    if isnan(one.found.value):
        return f"not in both {of}s, or could not be scored"
    first, second = values_of(one, metric)
    return f"first {of} {first}, second {of} {second}; n = {one.found.n:,}; {p_in_words(one.p)}"


def values_of(one: PairedDifference, metric: RunMetric) -> tuple[str, str]:
    """Both figures as they are written."""
    scale, times = SCALES[metric.unit], metric.unit.times
    return scale.text(times * one.first), scale.text(times * one.second)

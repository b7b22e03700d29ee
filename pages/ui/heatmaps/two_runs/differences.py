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

HOLM = "Holm's correction counts all cells of both runs. Pale: not significant (p ≥ .05, {})."
STARRED = "* = significant."


def difference_heatmap(diffs: Sequence[PairedDifference], metric: RunMetric, subtitle: str, of: str = "run") -> Heatmap:
    """A row for each condition, a column for each pair of models; marked where it is more than chance. `of` says what
    the first and the second are."""
    rows = {row.key: row for row in rows_at(diff.condition for diff in diffs)}
    places = list(rows)
    factor, scale = metric.unit.times, DIFFERENCES[SCALES[metric.unit]]
    cells = tuple(
        HeatmapCell(
            rows[_key(diff)], column_of(diff), factor * diff.found.value, diff.share, _note(diff, metric, of),
            low=factor * diff.found.low, high=factor * diff.found.high, marked=diff.p < LEVEL,
            n=diff.found.n, p=diff.p,
        )
        for diff in sorted(diffs, key=lambda diff: places.index(_key(diff)))
    )  # fmt: skip
    title = f"{metric}: second {of} minus first"
    tested = HOLM.format(metric.paired.test) if metric.paired else ""
    tested += f" {STARRED}" * any(cell.marked for cell in cells)
    subtitle = " ".join(filter(None, (subtitle, tested, SHARE_NOTE)))
    return Heatmap(
        title, subtitle, f"Intervals compare the two {of}s on the same samples.", scale, cells, pale=bool(metric.paired)
    )


def _key(diff: PairedDifference) -> tuple[str, str]:
    return diff.condition.perturbation, diff.condition.severity.key


def column_of(diff: PairedDifference) -> str:
    """The model, or both where they are called differently."""
    return diff.model if diff.model == diff.other_model else f"{diff.other_model} − {diff.model}"


def _note(diff: PairedDifference, metric: RunMetric, of: str) -> str:
    if isnan(diff.found.value):
        return f"not in both {of}s, or could not be scored"
    first, second = values_of(diff, metric)
    return f"first {of} {first}, second {of} {second}; n = {diff.found.n:,}; {p_in_words(diff.p)}"


def values_of(diff: PairedDifference, metric: RunMetric) -> tuple[str, str]:
    """Both figures as they are written."""
    scale, times = SCALES[metric.unit], metric.unit.times
    return scale.text(times * diff.first), scale.text(times * diff.second)

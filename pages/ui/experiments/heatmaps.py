"""What experiments show as heatmaps: what it is called, where it comes from, and a row of figures for each name."""

from collections.abc import Sequence
from math import isnan, nan

from core.metrics.estimate import Estimate
from data.experiments.files import ExperimentCard
from pages.ui.runs.heatmap.heatmap import (
    DIFFERENCES,
    POINTS,
    PUBLISHED,
    Heatmap,
    HeatmapCell,
    HeatmapRow,
    Origin,
    Scale,
)

Line = tuple[str, Sequence[float | Estimate]]
"""What a row is called and its figures, NaN where one is not known."""
CHANGE = DIFFERENCES[POINTS]
CORRELATION = Scale(-1, 1, 2, better=1, bounds=(-1, 1), ends=("", ""))
LEARNABILITY = Scale(0, 3, 2, better=0, ends=("", "easier to detect"))
UNKNOWN = "not measured"
TRAINING_SHARE = "Perturbed: share of the training texts that changed, in %."
PALE = "* = the 95 % interval excludes 0. Pale: the interval contains 0."


def heatmap_of(
    title: str, told: str, lines: Sequence[Line], columns: Sequence[str], scale: Scale,
    origin: Origin, axes: tuple[str, str] = ("Perturbation", "Model"), source: str = "",
    begins: str = "", shares: Sequence[float] = (),
) -> Heatmap:  # fmt: skip
    """A row for each line, those of a publication apart. `shares` (0-1) of texts that changed are of the first lines,
    NaN where one is not known. Changes whose interval contains 0 are pale."""
    known = [*shares, *[nan] * (len(lines) - len(shares))]
    cells = [
        _cell(HeatmapRow((name, str(n)), name, "", PUBLISHED * name.endswith(PUBLISHED)), column, figure, share, scale)
        for n, ((name, figures), share) in enumerate(zip(lines, known, strict=True))
        for column, figure in zip(columns, figures, strict=True)
    ]
    pale = scale is CHANGE and any(not isnan(cell.low) for cell in cells)
    told = " ".join([told, *([PALE] if pale else []), *([] if all(map(isnan, shares)) else [TRAINING_SHARE])])
    return Heatmap(title, told, source, scale, tuple(cells), origins={"": origin}, axes=axes, begins=begins, pale=pale)


def shares_changed(card: ExperimentCard, conditions: Sequence[str]) -> list[float]:
    """Which share (0-1) of the training texts each of these changes; NaN where that is not known."""
    return [1 - (card.unchanged or {}).get(condition, nan) / 100 for condition in conditions]


def _cell(row: HeatmapRow, column: str, figure: float | Estimate, share: float, scale: Scale) -> HeatmapCell:
    one = figure if isinstance(figure, Estimate) else Estimate(figure, 0)
    note = UNKNOWN if isnan(one.value) else ""
    sure = scale is CHANGE and (one.low > 0 or one.high < 0)
    return HeatmapCell(row, column, one.value, share, note, one.low, one.high, marked=sure, n=one.n)


def in_points(found: Estimate) -> Estimate:
    """A share (0-1) and its interval in points."""
    return Estimate(100 * found.value, found.n, 100 * found.low, 100 * found.high)

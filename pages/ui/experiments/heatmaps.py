"""What experiments show as heatmaps: what it is called, where it comes from, and a row of figures for each name."""

from collections.abc import Callable, Sequence
from dataclasses import replace
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
TEST_SHARE = "Perturbed: share of the test texts that changed, in %."
NO_INTERVALS = "With 1 seed, Training and Both have no intervals and no stars: a change may come from the seed."
STARS = "* = the 95 % interval excludes 0."
WIDTHS = (30, 60, 100)  # points at the ends of the scale of changes: the first that no change is beyond


def heatmap_of(
    title: str, subtitle: str, lines: Sequence[Line], columns: Sequence[str], scale: Scale,
    origin: Origin, axes: tuple[str, str] = ("Perturbation", "Model"), source: str = "",
    begins: str = "", shares: Sequence[Sequence[float]] = (), bounded: Callable[[str, str], bool] = lambda *_: True,
    beside: str | None = "",
) -> Heatmap:  # fmt: skip
    """A row for each line, those of a publication apart. `shares` (0-1) of texts that changed are of the cells of the
    first lines, NaN where one is not known; that `beside` a row is of the test texts in the column of this name, of the
    training texts for "", and none stands there for None. Changes have intervals where row and column are `bounded`,
    and a star where these exclude 0."""
    changes = scale is CHANGE
    cells = []
    for n, (name, figures) in enumerate(lines):
        row = HeatmapRow((name, str(n)), name, "", PUBLISHED * name.endswith(PUBLISHED))
        row_shares = shares[n] if n < len(shares) else [nan] * len(columns)
        for column, figure, share in zip(columns, figures, row_shares, strict=True):
            cells.append(_cell(row, column, figure, share, changes, bounded(name, column)))
    known = beside is not None and any(not isnan(share) for row in shares for share in row)
    notes = {STARS: any(cell.marked for cell in cells), TEST_SHARE if beside else TRAINING_SHARE: known}
    subtitle = " ".join([subtitle, *(note for note, holds in notes.items() if holds)])
    return Heatmap(
        title, subtitle, source, _wide_enough(cells) if changes else scale, tuple(cells), origins={"": origin},
        axes=axes, begins=begins, coloured=True, ends=beside is not None, ends_of=beside or "",
    )  # fmt: skip


def _wide_enough(cells: Sequence[HeatmapCell]) -> Scale:
    farthest = max((abs(round(cell.value, 1)) for cell in cells if not isnan(cell.value)), default=0.0)
    width = next((width for width in WIDTHS if farthest <= width), WIDTHS[-1])
    return replace(CHANGE, low=-width, high=width)


def share_changed(card: ExperimentCard, condition: str) -> tuple[float, float, float]:
    """Which share (0-1) of the training texts, of the test texts, and of those of both where it is lower, the condition
    changes; NaN where that is not known. Older cards do not know it of the test texts: the share of the training texts
    stands for it."""
    train, test = (
        1 - (of or {}).get(condition, nan) / 100 for of in (card.unchanged, card.unchanged_tests or card.unchanged)
    )
    return train, test, min(train, test)


def can_be_bounded(card: ExperimentCard, where: str) -> bool:
    """Whether the interval of a change where texts are perturbed ("Training", "Test", "Both") holds all its chance: a
    change in training may come from the seed, unless there are several."""
    return where == "Test" or len(card.request.seeds) > 1


def _cell(
    row: HeatmapRow, column: str, figure: float | Estimate, share: float, change: bool, bounded: bool
) -> HeatmapCell:
    estimate = figure if isinstance(figure, Estimate) else Estimate(figure, 0)
    note = UNKNOWN if isnan(estimate.value) else ""
    low, high = (estimate.low, estimate.high) if bounded else (nan, nan)
    sure = change and (low > 0 or high < 0)
    return HeatmapCell(row, column, estimate.value, share, note, low, high, marked=sure, n=estimate.n)


def in_points(share: Estimate) -> Estimate:
    """A share (0-1) and its interval in points."""
    return Estimate(100 * share.value, share.n, 100 * share.low, 100 * share.high)

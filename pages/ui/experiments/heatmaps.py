"""What experiments show as heatmaps: what it is called, where it comes from, and a row of figures for each name."""

from collections.abc import Callable, Sequence
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
NO_STARS = "Training and Both have no stars: with 1 seed, a change may come from the seed."
PALE = "* = the 95 % interval excludes 0. Pale: no star."


def heatmap_of(
    title: str, subtitle: str, lines: Sequence[Line], columns: Sequence[str], scale: Scale,
    origin: Origin, axes: tuple[str, str] = ("Perturbation", "Model"), source: str = "",
    begins: str = "", shares: Sequence[Sequence[float]] = (), starred: Callable[[str, str], bool] = lambda *_: True,
    beside: bool = True,
) -> Heatmap:  # fmt: skip
    """A row for each line, those of a publication apart. `shares` (0-1) of texts that changed are of the cells of the
    first lines, NaN where one is not known; with `beside` the first stands at the end of its row. Changes whose
    interval contains 0 are pale, and those of a row and column that can't be `starred`."""
    cells = []
    for n, (name, figures) in enumerate(lines):
        row = HeatmapRow((name, str(n)), name, "", PUBLISHED * name.endswith(PUBLISHED))
        row_shares = shares[n] if n < len(shares) else [nan] * len(columns)
        for column, figure, share in zip(columns, figures, row_shares, strict=True):
            cells.append(_cell(row, column, figure, share, scale is CHANGE and starred(name, column)))
    pale = scale is CHANGE and any(not isnan(cell.low) for cell in cells)
    training = beside and any(not isnan(share) for row in shares for share in row)
    subtitle = " ".join([subtitle, *([PALE] if pale else []), *([TRAINING_SHARE] if training else [])])
    return Heatmap(
        title, subtitle, source, scale, tuple(cells), origins={"": origin}, axes=axes, begins=begins, pale=pale,
        ends=beside,
    )  # fmt: skip


def share_changed(card: ExperimentCard, condition: str) -> tuple[float, float, float]:
    """Which share (0-1) of the training texts, of the test texts, and of those of both where it is lower, the condition
    changes; NaN where that is not known."""
    train, test = (1 - (of or {}).get(condition, nan) / 100 for of in (card.unchanged, card.unchanged_tests))
    return train, test, min(train, test)


def can_be_starred(card: ExperimentCard, where: str) -> bool:
    """Whether the interval of a change where texts are perturbed ("Training", "Test", "Both") holds all its chance: a
    change in training may come from the seed, unless there are several."""
    return where == "Test" or len(card.request.seeds) > 1


def _cell(row: HeatmapRow, column: str, figure: float | Estimate, share: float, starred: bool) -> HeatmapCell:
    estimate = figure if isinstance(figure, Estimate) else Estimate(figure, 0)
    note = UNKNOWN if isnan(estimate.value) else ""
    sure = starred and (estimate.low > 0 or estimate.high < 0)
    return HeatmapCell(row, column, estimate.value, share, note, estimate.low, estimate.high, marked=sure, n=estimate.n)


def in_points(share: Estimate) -> Estimate:
    """A share (0-1) and its interval in points."""
    return Estimate(100 * share.value, share.n, 100 * share.low, 100 * share.high)

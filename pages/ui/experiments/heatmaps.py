"""What experiments show as heatmaps: what it is called, where it comes from, and a row of figures for each name."""

from collections.abc import Sequence
from math import isnan

from core.metrics.estimate import Estimate
from data.experiments.files import ExperimentCard
from pages.ui.runs.heatmap.chart import draw
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


def draw_under_title(heatmap: Heatmap, key: str) -> None:
    """The heatmap under its title, with its table and its downloads, as the Heatmaps page has it."""
    draw(heatmap, key, beside=heatmap.headed)


def heatmap_of(
    title: str, told: str, lines: Sequence[Line], columns: Sequence[str], scale: Scale,
    origin: Origin, axes: tuple[str, str] = ("Perturbation", "Model"), source: str = "",
) -> Heatmap:  # fmt: skip
    """A row for each line, those of a publication apart."""
    cells = [
        _cell(HeatmapRow((name, str(n)), name, "", PUBLISHED * name.endswith(PUBLISHED)), column, figure)
        for n, (name, figures) in enumerate(lines)
        for column, figure in zip(columns, figures, strict=True)
    ]
    return Heatmap(title, told, source, scale, tuple(cells), origins={"": origin}, axes=axes)


def origin_of(card: ExperimentCard, metric: str) -> Origin:
    """What files call figures of this experiment."""
    return Origin(card.dataset, card.id, metric)


def origin_of_all(card: ExperimentCard, metric: str) -> Origin:
    """What files call figures of all experiments of its kind."""
    return Origin("all data sets", card.experiment, metric)


def _cell(row: HeatmapRow, column: str, figure: float | Estimate) -> HeatmapCell:
    one = figure if isinstance(figure, Estimate) else Estimate(figure, 0)
    note = UNKNOWN if isnan(one.value) else ""
    return HeatmapCell(row, column, one.value, note=note, low=one.low, high=one.high, n=one.n)


def in_points(found: Estimate) -> Estimate:
    """A share (0-1) and its interval in points."""
    return Estimate(100 * found.value, found.n, 100 * found.low, 100 * found.high)

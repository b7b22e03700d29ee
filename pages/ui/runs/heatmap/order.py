"""Which rows and columns of a heatmap are shown, and in which order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isnan

import numpy as np
from numpy.typing import NDArray

from core.errors import BadInput
from core.perturbations.registry import find
from core.rules import plain_name
from pages.ui.runs.heatmap.heatmap import ORIGINAL, Heatmap, HeatmapCell, HeatmapRow

CHAIN = "chain"


class RowOrder(StrEnum):
    """The order of the rows, in the words of the selector."""

    GIVEN = "As evaluated"
    LOWEST = "Lowest first"
    HIGHEST = "Highest first"
    NAME = "By name"
    LEVEL = "By level"
    CLUSTERED = "By similarity"


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The order, and what is shown; an empty choice shows everything. `columns` also say the order of the columns."""

    order: RowOrder = RowOrder.GIVEN
    levels: Sequence[str] = ()
    perturbations: Sequence[str] = ()
    columns: Sequence[str] = ()


def level_of(row: HeatmapRow) -> str:
    """The level of a row's perturbation: as its paper has it, or as our catalogue does; "chain" for several."""
    printed, colon, _ = row.key[0].partition(":")
    if colon:
        return printed
    try:
        return str(find(plain_name(row.key[0])).level)
    except BadInput:
        return CHAIN


def arranged(heatmap: Heatmap, by: Arrangement) -> Heatmap:
    """The heatmap with these rows and columns only, in this order; original text stays on top."""
    rows = [row for row in heatmap.rows if row == ORIGINAL or _wanted(row, by)]
    columns = [column for column in (by.columns or heatmap.columns) if column in heatmap.columns]
    cells = {(cell.row, cell.column): cell for cell in heatmap.cells}
    if by.order is RowOrder.CLUSTERED and not heatmap.facets:  # side by side each part would have an order of its own
        columns = [columns[i] for i in clustered([[_value(cells, row, c) for row in rows] for c in columns])]
    kept = [row for row in rows if row != ORIGINAL]
    ordered = [*(row for row in rows if row == ORIGINAL), *_ordered(kept, columns, cells, by.order)]
    before = {row.key: row for row in rows}
    found = (
        replace(cells[was, column], row=row)
        for was, row in ((before[row.key], row) for row in ordered)
        for column in columns
        if (was, column) in cells
    )
    return replace(heatmap, cells=tuple(found))


def _ordered(
    rows: Sequence[HeatmapRow],
    columns: Sequence[str],
    cells: dict[tuple[HeatmapRow, str], HeatmapCell],
    order: RowOrder,
) -> list[HeatmapRow]:
    match order:
        case RowOrder.GIVEN:
            return _named(rows)
        case RowOrder.NAME:
            return _named(sorted(rows, key=lambda row: row.name.casefold()))
        case RowOrder.LEVEL:
            levels = list(dict.fromkeys(map(level_of, rows)))
            return _named(sorted(rows, key=lambda row: levels.index(level_of(row))), by_level=True)
        case RowOrder.CLUSTERED:
            table = [[_value(cells, row, column) for column in columns] for row in rows]
            return [_alone(rows[i]) for i in clustered(table)]
        case _:
            means = {row: _mean([_value(cells, row, column) for column in columns]) for row in rows}
            sign = 1 if order is RowOrder.LOWEST else -1
            return [_alone(row) for row in sorted(rows, key=lambda row: (isnan(means[row]), sign * means[row]))]


def _named(rows: Sequence[HeatmapRow], by_level: bool = False) -> list[HeatmapRow]:
    """The first row shown of each perturbation bears its name."""
    return [
        replace(
            row,
            named=not number or rows[number - 1].name != row.name,
            group=level_of(row) if by_level else row.group,
        )
        for number, row in enumerate(rows)
    ]


def _alone(row: HeatmapRow) -> HeatmapRow:
    return replace(row, named=True, group="")


def _wanted(row: HeatmapRow, by: Arrangement) -> bool:
    return (not by.levels or level_of(row) in by.levels) and (not by.perturbations or row.name in by.perturbations)


def _value(cells: dict[tuple[HeatmapRow, str], HeatmapCell], row: HeatmapRow, column: str) -> float:
    cell = cells.get((row, column))
    return float("nan") if cell is None else cell.value


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if not isnan(value)]
    return sum(known) / len(known) if known else float("nan")


def clustered(rows: Sequence[Sequence[float]]) -> list[int]:
    """The rows' numbers in the order of an average-linkage clustering (Sokal & Michener 1958), Euclidean distance.

    A figure that is not known (NaN) counts as its column's mean, so that it draws a row nowhere. Of the four ways to
    lay two clusters end to end the one is taken whose meeting rows are the most alike.
    """
    if len(rows) < 2:
        return list(range(len(rows)))
    table = np.array(rows, dtype=float)
    known = ~np.isnan(table)
    means = np.where(known, table, 0).sum(axis=0) / np.maximum(known.sum(axis=0), 1)
    table = np.where(known, table, means)
    apart = np.sqrt(((table[:, None] - table[None]) ** 2).sum(axis=2))
    clusters = [[number] for number in range(len(rows))]
    while len(clusters) > 1:
        pairs = [(i, j) for j in range(len(clusters)) for i in range(j)]
        i, j = min(pairs, key=lambda pair: float(apart[np.ix_(clusters[pair[0]], clusters[pair[1]])].mean()))
        joined = _end_to_end(apart, clusters[i], clusters.pop(j))
        clusters[i] = joined
    return clusters[0]


def _end_to_end(apart: NDArray[np.float64], one: list[int], other: list[int]) -> list[int]:
    ways = [(left, right) for left in (one, one[::-1]) for right in (other, other[::-1])]
    left, right = min(ways, key=lambda way: float(apart[way[0][-1], way[1][0]]))
    return [*left, *right]

"""Which rows and columns of a heatmap are shown, and in which order."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from math import nan

import numpy as np
from numpy.typing import NDArray

from core.errors import BadInput
from core.perturbations.registry import find
from core.rules import plain_name
from pages.ui.runs.heatmap.heatmap import ORIGINAL, Heatmap, HeatmapRow

CHAIN = "chain"


class RowOrder(StrEnum):
    """The order of the rows, in the words of the selector."""

    GIVEN = "Standard"
    LOWEST = "Lowest first"
    HIGHEST = "Highest first"
    NAME = "By name"
    LEVEL = "By level"
    CLUSTERED = "By similarity"


def level_of(row: HeatmapRow) -> str:
    """The level of a row's perturbation: as its paper has it, or as our catalogue does; "chain" for several."""
    printed, colon, _ = row.key[0].partition(":")
    if colon:
        return printed
    try:
        return str(find(plain_name(row.key[0])).level)
    except BadInput:
        return CHAIN


def arranged(
    heatmap: Heatmap,
    order: RowOrder = RowOrder.GIVEN,
    levels: Sequence[str] = (),
    perturbations: Sequence[str] = (),
    columns: Sequence[str] = (),
) -> Heatmap:
    """The heatmap in this order, with the rows of these levels and perturbations and these columns, in their order.

    An empty choice shows everything. Original text stays on top.
    """
    shown = [
        row
        for row in heatmap.rows
        if row != ORIGINAL
        and (not levels or level_of(row) in levels)
        and (not perturbations or row.name in perturbations)
    ]
    original = [row for row in heatmap.rows if row == ORIGINAL]
    columns = [column for column in (columns or heatmap.columns) if column in heatmap.columns]
    cells = {(cell.row.key, cell.column): cell for cell in heatmap.cells}
    values = {place: cell.value for place, cell in cells.items()}
    rows = [*original, *shown]
    table = np.array([[values.get((row.key, column), nan) for column in columns] for row in rows])
    table = table.reshape(len(rows), len(columns))
    if order is RowOrder.CLUSTERED and not heatmap.facets:  # side by side each part would have an order of its own
        columns = [columns[i] for i in clustered(table.T)]
    places = [
        (row, column) for row in (*original, *_ordered(shown, table[len(original) :], order)) for column in columns
    ]
    placed = (replace(cells[row.key, column], row=row) for row, column in places if (row.key, column) in cells)
    return replace(heatmap, cells=tuple(placed))


def _ordered(rows: Sequence[HeatmapRow], table: NDArray[np.float64], order: RowOrder) -> list[HeatmapRow]:
    """The rows, whose figures the table has, in this order."""
    match order:
        case RowOrder.GIVEN:
            return name_first(rows)
        case RowOrder.NAME:
            return name_first(sorted(rows, key=lambda row: row.name.casefold()))
        case RowOrder.LEVEL:
            levels = list(dict.fromkeys(map(level_of, rows)))
            ordered = sorted(rows, key=lambda row: levels.index(level_of(row)))
            return name_first([replace(row, group=level_of(row)) for row in ordered])
        case RowOrder.CLUSTERED:
            numbers = clustered(table)
        case _:
            sign = 1 if order is RowOrder.LOWEST else -1
            means = np.ma.masked_invalid(table).mean(axis=1).filled(nan)
            numbers = np.argsort(sign * means, kind="stable").tolist()  # rows without a figure, NaN, come last
    return [replace(rows[number], named=True, group="") for number in numbers]


def name_first(rows: Sequence[HeatmapRow]) -> list[HeatmapRow]:
    """The first row shown of each perturbation bears its name."""
    before = [None, *(row.name for row in rows)]
    return [replace(row, named=row.name != name) for row, name in zip(rows, before, strict=False)]


def clustered(table: NDArray[np.float64]) -> list[int]:
    """The rows' numbers in the order of an average-linkage clustering (Sokal & Michener 1958), Euclidean distance.

    A figure that is not known (NaN) counts as its column's mean, so that it draws a row nowhere. Of the four ways to
    lay two clusters end to end the one is taken whose meeting rows are the most alike.
    """
    means = np.ma.masked_invalid(table).mean(axis=0).filled(0)
    table = np.where(np.isnan(table), means, table)
    apart = np.sqrt(((table[:, None] - table[None]) ** 2).sum(axis=2))
    clusters = [[number] for number in range(len(table))]
    while len(clusters) > 1:
        pairs = [(i, j) for j in range(len(clusters)) for i in range(j)]
        i, j = min(pairs, key=lambda pair: float(apart[np.ix_(clusters[pair[0]], clusters[pair[1]])].mean()))
        other = clusters.pop(j)
        ways = [(left, right) for left in (clusters[i], clusters[i][::-1]) for right in (other, other[::-1])]
        left, right = min(ways, key=lambda way: float(apart[way[0][-1], way[1][0]]))
        clusters[i] = [*left, *right]
    return clusters[0] if clusters else []

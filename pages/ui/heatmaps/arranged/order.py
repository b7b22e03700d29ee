"""Which rows and columns of a heatmap are shown, and in which order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import isnan

from core.errors import BadInput
from core.perturbations.registry import find
from core.rules import plain_name
from pages.ui.heatmaps.arranged.clustering import clustered
from pages.ui.heatmaps.heatmap import UNTOUCHED, Heatmap, HeatmapCell, HeatmapRow

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
    """The heatmap with these rows and columns only, in this order; untouched text stays on top."""
    rows = [row for row in heatmap.rows if row == UNTOUCHED or _wanted(row, by)]
    columns = [column for column in (by.columns or heatmap.columns) if column in heatmap.columns]
    cells = {(cell.row, cell.column): cell for cell in heatmap.cells}
    if by.order is RowOrder.CLUSTERED and not heatmap.facets:  # side by side each part would have an order of its own
        columns = [columns[i] for i in clustered([[_value(cells, row, c) for row in rows] for c in columns])]
    kept = [row for row in rows if row != UNTOUCHED]
    ordered = [*(row for row in rows if row == UNTOUCHED), *_ordered(kept, columns, cells, by.order)]
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

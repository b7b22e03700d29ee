"""Several heatmaps side by side in one figure: the same rows, the same colours."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pages.ui.runs.heatmap.heatmap import Facet, Heatmap, HeatmapRow
from pages.ui.runs.heatmap.order import name_first


def side_by_side(parts: Mapping[str, Heatmap], title: str, subtitle: str, source: str) -> Heatmap:
    """One heatmap whose columns are those of the parts, each under its part's name; rows that any part has.

    A column is called "part: column", so that it is told from the others in tables, files and links.
    """
    placed = [(name, cell) for name, part in parts.items() for cell in part.cells]
    rows = {row.key: row for row in _merged(cell.row for _, cell in placed)}
    places = {key: number for number, key in enumerate(rows)}
    placed.sort(key=lambda pair: places[pair[1].row.key])  # stable: the parts stay in their order
    cells = tuple(replace(cell, row=rows[cell.row.key], column=f"{name}: {cell.column}") for name, cell in placed)
    columns = [(name, part, column) for name, part in parts.items() for column in part.columns]
    facets = {f"{name}: {column}": Facet(name, column) for name, _, column in columns}
    heads = {f"{name}: {column}": part.heads[column] for name, part, column in columns if column in part.heads}
    scale, origins = next(iter(parts.values())).scale, {name: part.origin() for name, part in parts.items()}
    return Heatmap(title, subtitle, source, scale, cells, heads, facets, origins)


def _merged(rows: Iterable[HeatmapRow]) -> list[HeatmapRow]:
    """All rows, those of a perturbation together, severities growing; the first of them bears the name."""
    once: dict[tuple[str, str], HeatmapRow] = {}
    for row in rows:
        once.setdefault(row.key, row)
    names = {name: number for number, name in enumerate(dict.fromkeys(row.name for row in once.values()))}

    def place(row: HeatmapRow) -> tuple[int, str, float]:
        return names[row.name], row.severity.unit if row.severity else "", row.degree

    return name_first(sorted(once.values(), key=place))

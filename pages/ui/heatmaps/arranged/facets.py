"""Several heatmaps side by side in one figure: the same rows, the same colours."""

from collections.abc import Mapping
from dataclasses import replace

from pages.ui.heatmaps.heatmap import Facet, Heatmap, HeatmapCell, HeatmapRow


def side_by_side(parts: Mapping[str, Heatmap], title: str, subtitle: str, source: str) -> Heatmap:
    """One heatmap whose columns are those of the parts, each under its part's name; rows that any part has.

    A column is called "part: column", so that it is told from the others in tables, files and links.
    """
    rows: dict[tuple[str, str], HeatmapRow] = {}
    facets: dict[str, Facet] = {}
    heads: dict[str, str] = {}
    found: list[HeatmapCell] = []
    for name, part in parts.items():
        for column in part.columns:
            facets[f"{name}: {column}"] = Facet(name, column)
            if column in part.heads:
                heads[f"{name}: {column}"] = part.heads[column]
        for cell in part.cells:
            row = rows.setdefault(cell.row.key, cell.row)
            found.append(replace(cell, row=row, column=f"{name}: {cell.column}"))
    places = {row: number for number, row in enumerate(_merged(list(parts.values()), rows))}
    found.sort(key=lambda cell: places[cell.row])  # stable: the parts stay in their order
    scale = next(iter(parts.values())).scale
    return Heatmap(title, subtitle, source, scale, tuple(found), heads, facets)


def _merged(parts: list[Heatmap], rows: Mapping[tuple[str, str], HeatmapRow]) -> list[HeatmapRow]:
    """All rows, those of a perturbation together, as the first part that has it orders them."""
    names = dict.fromkeys(row.name for row in rows.values())
    by_name = {name: [row for row in rows.values() if row.name == name] for name in names}
    return [row for name in names for row in by_name[name]]

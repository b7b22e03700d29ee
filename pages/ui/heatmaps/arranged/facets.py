"""Several heatmaps side by side in one figure: the same rows, the same colours."""

from collections.abc import Mapping
from dataclasses import replace

from core.severity import Severity
from pages.ui.runs.heatmap.heatmap import Facet, Heatmap, HeatmapCell, HeatmapRow


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
            rows.setdefault(cell.row.key, cell.row)
            found.append(replace(cell, column=f"{name}: {cell.column}"))
    ordered = _merged(rows)
    places = {row.key: number for number, row in enumerate(ordered)}
    found.sort(key=lambda cell: places[cell.row.key])  # stable: the parts stay in their order
    found = [replace(cell, row=ordered[places[cell.row.key]]) for cell in found]
    scale = next(iter(parts.values())).scale
    origins = {name: part.origin() for name, part in parts.items()}
    return Heatmap(title, subtitle, source, scale, tuple(found), heads, facets, origins)


def _merged(rows: Mapping[tuple[str, str], HeatmapRow]) -> list[HeatmapRow]:
    """All rows, those of a perturbation together, severities growing; the first of them bears the name."""
    names = dict.fromkeys(row.name for row in rows.values())
    by_name = {name: sorted((row for row in rows.values() if row.name == name), key=_amount) for name in names}
    return [replace(row, named=not number) for name in names for number, row in enumerate(by_name[name])]


def _amount(row: HeatmapRow) -> tuple[str, float]:
    """The unit and the number of a row's severity; rows without a number stay as they came."""
    try:
        severity = Severity.parse(row.key[1])
        return severity.unit, float(severity.value)
    except ValueError:
        return "", 0.0

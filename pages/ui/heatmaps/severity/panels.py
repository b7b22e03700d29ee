"""What the panels show: of each perturbation with several severities, a line for each model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isnan

from pages.ui.heatmaps.arranged.facets import side_by_side
from pages.ui.runs.heatmap.heatmap import HATCHED, HATCHED_FEW, ORIGINAL, Heatmap, HeatmapCell, HeatmapRow

RANKS = {2: ("Lower", "Higher"), 3: ("Lowest", "Middle", "Highest")}


@dataclass(frozen=True, slots=True)
class SeverityPanel:
    """A perturbation: `lines` are its cells by model, severities growing; `unit` is that of all of them."""

    key: str
    name: str
    unit: str
    lines: dict[str, tuple[HeatmapCell, ...]]

    @property
    def weak(self) -> bool:
        """Whether so few samples were perturbed, at any severity, that its lines say little."""
        return all(cell.weak for line in self.lines.values() for cell in line)

    @property
    def weak_because(self) -> str:
        """What makes its lines say little."""
        few = any(cell.few for line in self.lines.values() for cell in line)
        return HATCHED_FEW if few else HATCHED

    @property
    def severities(self) -> list[float]:
        """The severities that any line has."""
        return sorted({cell.row.degree for line in self.lines.values() for cell in line})


def panels(heatmap: Heatmap) -> list[SeverityPanel]:
    """A panel for each perturbation whose severities are several numbers of one unit, in the heatmap's order."""
    drawable = []
    cells = {row: [cell for cell in heatmap.cells if cell.row == row] for row in heatmap.rows}
    for key, rows in _by_perturbation(heatmap).items():
        units = [row.severity.unit for row in rows if row.severity]
        if len(set(units)) == 1 and len(units) > 1:
            placed = [cell for row in rows if row.severity for cell in cells[row] if not isnan(cell.value)]
            lines = {column: tuple(cell for cell in placed if cell.column == column) for column in heatmap.columns}
            drawable.append(SeverityPanel(key, rows[0].name, units[0], {c: line for c, line in lines.items() if line}))
    return [panel for panel in drawable if panel.lines]


def why_none(heatmap: Heatmap) -> str:
    """Why there are no panels, in a sentence."""
    filled = replace(heatmap, cells=tuple(replace(cell, value=0.0) for cell in heatmap.cells))
    if panels(filled):
        return "None of these cells has a score; choose another metric, or see the view Heatmap for the reason."
    return "No perturbation here has two severities in the same unit; clear the filter, or evaluate more severities."


def without_panel(heatmap: Heatmap, all_panels: Sequence[SeverityPanel]) -> str:
    """Which perturbations have no panel, in a sentence; "" for none."""
    keys = {panel.key for panel in all_panels}
    names = [rows[0].name for key, rows in _by_perturbation(heatmap).items() if key not in keys]
    return f"Not drawn, because they don't have two severities in one unit: {', '.join(names)}." if names else ""


def by_severity(heatmap: Heatmap) -> Heatmap:
    """The rows of several severities as parts side by side, from the lowest severity to the highest.

    Where perturbations have other severities than each other, a part is called by its rank, and each row lists its own;
    of two severities the second is the highest, also beside three.
    """
    groups = {panel.key: _by_perturbation(heatmap)[panel.key] for panel in panels(heatmap)}
    most = max(map(len, groups.values()), default=0)
    amounts = {tuple(row.amount for row in rows) for rows in groups.values()}
    ranks = RANKS.get(most, tuple(f"Severity {n + 1}" for n in range(most)))
    titles = next(iter(amounts)) if len(amounts) == 1 else ranks
    parts = {}
    for title in titles:
        ranked = ((_of_rank(rows, titles, title), rows) for rows in groups.values())
        rows = {row: _as_one(rows, len(amounts) > 1) for row, rows in ranked if row}
        cells = tuple(replace(cell, row=rows[cell.row]) for cell in heatmap.cells if cell.row in rows)
        parts[title] = replace(heatmap, cells=cells)
    if not parts:
        return replace(heatmap, cells=())
    return replace(side_by_side(parts, heatmap.title, heatmap.subtitle, heatmap.source), begins=heatmap.begins)


def _of_rank(rows: Sequence[HeatmapRow], titles: Sequence[str], title: str) -> HeatmapRow | None:
    """The row that stands in the part of this title, None where the perturbation has none."""
    at = titles.index(title)
    if title in RANKS[3] and len(rows) < len(titles):
        at = {0: 0, len(titles) - 1: len(rows) - 1}.get(at, len(rows))
    return rows[at] if at < len(rows) else None


def _by_perturbation(heatmap: Heatmap) -> dict[str, list[HeatmapRow]]:
    groups: dict[str, list[HeatmapRow]] = {}
    for row in heatmap.rows:
        if row != ORIGINAL:
            groups.setdefault(row.key[0], []).append(row)
    return {key: sorted(rows, key=lambda row: row.degree) for key, rows in groups.items()}


def _as_one(rows: Sequence[HeatmapRow], listed: bool) -> HeatmapRow:
    """The one row that stands for all severities of a perturbation."""
    numbers = [row.amount.removesuffix(" %") for row in rows]
    unit = " %" if rows[0].amount.endswith(" %") else ""
    return HeatmapRow((rows[0].key[0], ""), rows[0].name, f"({', '.join(numbers)}{unit})" if listed else "", "")

"""A heatmap as a table of a paper: a row a perturbation and severity, a column a model, last what stands beside it."""

import re
from collections.abc import Iterator
from math import isnan

from pages.ui.runs.heatmap.heatmap import ORIGINAL, Heatmap, HeatmapCell, HeatmapRow
from pages.ui.runs.paper_table import PaperCell, PaperTable

PERTURBED = "% of samples perturbed"
BEST = "Bold: the best of its row and task."


def paper_table(heatmap: Heatmap, intervals: bool = False) -> PaperTable:
    """The heatmap as Romero 2023 and Moradi & Samwald 2021 print theirs, the best figure of each row bold.

    With several parts each has its own columns. Figures that more than chance tells apart have a star.
    """
    parts = heatmap.parts
    last = {part: _last(heatmap, part) for part in parts if heatmap.beside(part)}
    severities = any(row.amount for row in heatmap.rows)
    head, groups = [heatmap.axes[0], *(["Severity"] if severities else [])], [""] * (2 if severities else 1)
    for part in parts:
        columns = [column for column in heatmap.columns if heatmap.facet(column) == part]
        head += [heatmap.facets[c].label if c in heatmap.facets else c for c in columns]
        head += ["n" if heatmap.counted else PERTURBED] * (part in last)
        groups += [part] * (len(columns) + (part in last))
    cells = {(cell.row, cell.column): cell for cell in heatmap.cells}
    rows = []
    for row in heatmap.rows:
        line = [PaperCell(row.name if row.named else ""), *([PaperCell(row.amount)] if severities else [])]
        for part in parts:
            own = [cells.get((row, c)) for c in heatmap.columns if heatmap.facet(c) == part]
            line += _figures(heatmap, own, intervals)
            line += [PaperCell(last[part].get(row, "–"))] if part in last else []
        rows.append(line)
    bold = f" {BEST}" if any(cell.bold for line in rows for cell in line) else ""
    return PaperTable(f"{_caption(heatmap)}{bold}", head, rows, 2 if severities else 1, groups if any(parts) else ())


def plain_subtitle(heatmap: Heatmap) -> str:
    """The subtitle without what is said of the drawing alone."""
    return re.sub(r" (Perturbed|n|Small figures|Pale|Under each model):[^.]*\.", "", f" {heatmap.subtitle}").strip()


def _caption(heatmap: Heatmap) -> str:
    """Title, subtitle without what only the figure has, what the models score on original text, and the source."""
    subtitle = plain_subtitle(heatmap)
    if ORIGINAL not in heatmap.rows and heatmap.heads:
        heads = (f"{column} {heatmap.heads[column]}" for column in heatmap.columns if column in heatmap.heads)
        subtitle += f" On original text: {'; '.join(heads)}."
    title = f"{heatmap.title}{'' if heatmap.title.endswith('?') else '.'}"
    return " ".join(filter(None, (title, subtitle, heatmap.dashes, heatmap.source)))


def _figures(heatmap: Heatmap, cells: list[HeatmapCell | None], intervals: bool) -> Iterator[PaperCell]:
    """The figures of a row in one part; the best is bold where there are others and one can be the best."""
    written = [heatmap.scale.text(cell.value) if cell else "–" for cell in cells]
    values = [cell.value for cell in cells if cell and not isnan(cell.value)]
    judged = len(values) > 1 and not heatmap.scale.signed and heatmap.scale.better
    best = heatmap.scale.text((max if heatmap.scale.better > 0 else min)(values)) if judged else ""
    for cell, text in zip(cells, written, strict=True):
        star = "*" if cell and cell.marked else ""
        spread = f" ± {heatmap.scale.size(cell.sd)}" if cell and not isnan(cell.sd) else ""
        span = heatmap.scale.span(cell.low, cell.high) if cell and intervals else ""
        beside = "; ".join(filter(None, (cell.part if cell else "", span)))
        yield PaperCell(f"{text}{star}{spread}{f' ({beside})' if beside else ''}", bool(best) and text == best)


def _last(heatmap: Heatmap, part: str) -> dict[HeatmapRow, str]:
    """The last column of a part: the share perturbed in percent, or how many samples count."""
    if heatmap.counted:
        return heatmap.beside(part)
    return {row: f"{100 * share:.1f}" for row, share in heatmap.shares(part).items()}

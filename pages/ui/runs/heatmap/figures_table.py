"""The figures of a heatmap as a table to read, hear or copy."""

from collections.abc import Sequence

from pages.ui.runs.heatmap.heatmap import Heatmap, HeatmapCell, HeatmapRow
from pages.ui.shared.html_table import Text, draw_table

BETWEEN = "; "  # the parts of a note
WEAK = "weak evidence"  # of a hatched cell


def draw_figures(heatmap: Heatmap) -> None:
    """In each cell the figure, its interval and what is noted of it alone; under a row's name what is of all of it.
    In a figure of one part, what stands beside the row is last."""
    heads = [_head(name, heatmap.heads.get(name, "")) for name in heatmap.columns]
    rows = [figures_of(heatmap, row) for row in heatmap.rows]
    if len(heatmap.parts) == 1 and (beside := heatmap.beside(*heatmap.parts)):
        heads.append("n" if heatmap.counted else "Perturbed, %")
        rows = [(*figures, beside.get(row, "")) for row, figures in zip(heatmap.rows, rows, strict=True)]
    draw_table(heatmap.headed, (heatmap.axes[0], *heads), rows)


def figures_of(heatmap: Heatmap, row: HeatmapRow) -> tuple[Text, ...]:
    """The row's name, then its cells."""
    cells = {cell.column: cell for cell in heatmap.cells if cell.row == row}
    shared = _shared(list(cells.values()))
    name = f"{row.name} {_unbroken(row.amount)}".rstrip()
    head = (name, BETWEEN.join(shared)) if shared else name
    return head, *(_cell_text(heatmap, cells.get(column), shared) for column in heatmap.columns)


def _head(name: str, line: str) -> str:
    """ "MiniLM, 60.0, n = 5"."""
    return ", ".join([name, *(_unbroken(part) for part in line.split(", ") if part)])


def _shared(cells: Sequence[HeatmapCell]) -> list[str]:
    first, *others = map(_notes, cells)
    return [part for part in first if part and all(part in other for other in others)]


def _cell_text(heatmap: Heatmap, cell: HeatmapCell | None, shared: Sequence[str]) -> Text:
    if cell is None:
        return "–"
    figure = heatmap.scale.text(cell.value) + ("*" if cell.marked else "")
    spread = f" ± {heatmap.scale.size(cell.sd)}" if cell.sd == cell.sd else ""
    interval = _unbroken(heatmap.scale.span(cell.low, cell.high))
    alone = BETWEEN.join(part for part in _notes(cell) if part and part not in shared)
    lines = (figure + spread, *filter(None, (f"({interval})" if interval else "", alone)))
    return lines if len(lines) > 1 else lines[0]


def _notes(cell: HeatmapCell) -> list[str]:
    return [*cell.note.split(BETWEEN), *([WEAK] if cell.weak else [])]


def _unbroken(text: str) -> str:
    return text.replace(" ", "\xa0")

"""How far each cell of a run is: a mark for each, row by row, and in words what the marks come to."""

from collections import Counter
from collections.abc import Sequence
from html import escape

import streamlit as st

from core.so_many import so_many
from data.runs.cell_progress import SeenCell, SeenModel, SeenState, cells_seen
from data.runs.files import RunCard
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import workspace

MOST_FAILURES = 5  # that are named one by one
STYLE = """<style>
.fl-cells{display:grid;gap:.35rem 0;font-size:.875rem}
.fl-cells p{margin:0}
.fl-cells span{opacity:.8}
.fl-cells div{display:flex;flex-wrap:wrap;gap:3px;line-height:0}
.fl-cells i{width:12px;height:12px;border-radius:3px;box-sizing:border-box;border:1.5px solid rgba(128,136,150,.55)}
.fl-cells small{line-height:12px;opacity:.75}
.fl-cells i.fl-gap{margin-left:6px}
.fl-cells i.fl-done{background:light-dark(#2e7d5b,#3fae82);border-color:transparent}
.fl-cells i.fl-under-way{background:linear-gradient(135deg,light-dark(#274bdb,#8aa4ff) 50%,transparent 50%)}
.fl-cells i.fl-under-way{border-color:light-dark(#274bdb,#8aa4ff)}
.fl-cells i.fl-failed{border-color:light-dark(#b42318,#ff9c8f);background:linear-gradient(45deg,transparent 42%,
light-dark(#b42318,#ff9c8f) 42% 58%,transparent 58%),linear-gradient(-45deg,transparent 42%,
light-dark(#b42318,#ff9c8f) 42% 58%,transparent 58%)}
</style>"""


def draw_cells(card: RunCard, live: bool) -> None:
    """The marks, and why cells failed; nothing of a run that is over and has all its cells, no marks of one that is
    over and has none."""
    seen = cells_seen(workspace(), card, live)
    if not live and all(set(model.counts) <= {SeenState.DONE} for model in seen):
        return
    if live or any(SeenState.DONE in model.counts for model in seen):
        st.html(f'{STYLE}<div class="fl-cells">{"".join(map(_model, seen))}</div>')
    failed = [(model.name, cell) for model in seen for cell in model.cells if cell.progress is SeenState.FAILED]
    for name, cell in failed[:MOST_FAILURES]:
        st.caption(literally(f"{name}, {spoken(cell)}: {cell.reason}"))
    if len(failed) > MOST_FAILURES:
        st.caption(f"{so_many(len(failed) - MOST_FAILURES, 'more cell')} failed; the log lists all of them.")


def in_words(model: SeenModel) -> str:
    """ "20 of 27 cells done, 1 under way, 2 failed, 4 waiting"."""
    cells = [cell.progress for cell in model.cells if cell.condition]  # without the original texts
    counts = Counter(cells)
    others = (f"{n} {progress}" for progress in SeenState if (n := counts.get(progress, 0)) and progress != "done")
    return ", ".join([f"{counts.get(SeenState.DONE, 0)} of {len(cells)} cells done", *others])


def spoken(cell: SeenCell) -> str:
    """Which texts a cell is of: "keyboard, 5 % of characters"."""
    return condition_in_words(cell.condition) if cell.condition else "the original texts"


def _model(model: SeenModel) -> str:
    marks = _marks(model.cells)
    return f'<p><b>{escape(model.name)}</b> <span>{in_words(model)}</span></p><div aria-hidden="true">{marks}</div>'


def _marks(cells: Sequence[SeenCell]) -> str:
    """A mark for each cell; where another perturbation begins stands a gap."""
    marks, before = "", ""
    for cell in cells:
        name = cell.condition.perturbation if cell.condition else ""
        gap = " fl-gap" if name != before else ""
        before = name
        kind = cell.progress.replace(" ", "-")
        title = f"{spoken(cell)}: {cell.progress}{f', {cell.reason}' if cell.reason else ''}"
        marks += f'<i class="fl-{kind}{gap}" title="{escape(title)}"></i>'
        marks += "" if cell.condition else "<small>original</small>"
    return marks

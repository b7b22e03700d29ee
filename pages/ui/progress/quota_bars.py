"""How far each cell is: a bar of kept and relabelled samples, the same in words, and the way to the desk."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby

import streamlit as st

from core.records import Cell
from core.so_many import so_many
from curation.order import notes
from curation.reach import shortfall
from curation.records import CellProgress
from pages.ui.progress.ahead import ABOUT
from pages.ui.progress.folding import folded
from pages.ui.shared.cell_choice import OPEN
from pages.ui.shared.link_rows import LINKS
from pages.ui.shared.link_rows import STYLE as LINK_STYLE
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shared.split_size import split_size

MOST = 6  # cells that are shown unasked
STYLE = """<style>
.fl-quota{font-size:.875rem}
.fl-bar{height:.6rem;border-radius:99px;overflow:hidden;display:flex;background:rgba(128,136,150,.25)}
.fl-bar i{display:block;height:100%}
.fl-kept{background:#2f8f63}
.fl-relabelled{background:repeating-linear-gradient(45deg,#d9a514 0 4px,#b98a06 4px 8px)}
@media (max-width:640px){[class*=st-key-links-quotas-] .stHorizontalBlock{gap:.1rem}}
</style>"""


def draw_quota_bars(cells: Sequence[CellProgress], ahead: Mapping[Cell, str]) -> None:
    """A box for each data set split, a line for each of its cells, in the order given, the first ones unfolded; names
    lead to the desk.

    `ahead` says what is still to do, where that is known.
    """
    st.html(LINK_STYLE + STYLE)
    missing = {cell.cell: shortfall(cell, split_size(cell.cell)) for cell in cells}
    if len(cells) > 1 and len(said := {*missing.values()}) == 1 and (why := said.pop()):
        st.info(f"{why}.")
        missing = {}
    _draw_boxes(cells[:MOST], ahead, missing)
    if more := cells[MOST:]:
        closed = sum(cell.closed for cell in more)
        with folded(f"{so_many(len(more), 'more cell')} · {closed:,} complete", key="more-cells"):
            _draw_boxes(more, ahead, missing, "more-")
    for note in notes(cell.order for cell in cells):
        st.caption(note)
    st.caption("Green: kept. Hatched: relabelled." + " To go: samples left until the quota." * bool(ahead), help=ABOUT)


def _draw_boxes(
    cells: Sequence[CellProgress], ahead: Mapping[Cell, str], missing: Mapping[Cell, str], which: str = ""
) -> None:
    for (dataset, split), group in groupby(cells, key=lambda progress: (progress.cell.dataset, progress.cell.split)):
        with st.container(border=True, gap="small", key=f"{LINKS}quotas-{which}{dataset}-{split}"):
            st.markdown(f"**{dataset} ({split})**")
            for progress in group:
                _draw_line(progress, ahead.get(progress.cell, ""), missing.get(progress.cell, ""))


def in_words(cell: CellProgress, ahead: str = "", missing: str = "") -> str:
    """ "116 kept + 20 relabelled of 200 · 171 checked, 14 of them carried over · about 80 to go [70–94]".

    `ahead` says what is still to do, `missing` why the quota can't be reached.
    """
    carried = f", {cell.carried} of them carried over" if cell.carried else ""
    parts = [f"{cell.kept} kept + {cell.relabelled} relabelled of {cell.quota}", f"{cell.checked} checked{carried}"]
    if cell.campaign:
        parts.insert(0, f"campaign “{cell.campaign}”")
    if cell.halted:
        parts.append(cell.halted.rpartition("” ")[2].rstrip("."))
    if cell.pending:
        parts.append(f"{cell.pending} to be judged by more people")
    if cell.closed:
        parts.append("quota reached")
        parts += [f"{cell.extra} extra, judged after that"] if cell.extra else []
    elif ahead and not cell.out_of_reach:
        parts.append(ahead)
    elif cell.expected_to_check is not None and not cell.out_of_reach and not cell.order.estimates:
        parts.append(f"at least {cell.expected_to_check} to go")
    if cell.disputed:
        parts.append(f"{cell.disputed} disputed")
    if cell.settled or cell.by_majority:
        by = [(cell.by_majority, "by majority"), (cell.settled, "by a person")]
        parts.append("settled: " + ", ".join(f"{n} {how}" for n, how in by if n))
    if cell.doubted:
        parts.append(f"{cell.doubted} doubted by a second opinion")
    if not cell.order.estimates:
        parts.append(cell.order.name)
    return " · ".join([*parts, missing] if missing else parts)


def quota_sentence(cells: Sequence[CellProgress], quota: int) -> str:
    """ "1 of 11 cells has reached the quota of 200 kept or relabelled samples."; with a quota of 0, where cells have
    different ones, "1 of 11 cells has reached its quota."."""
    closed = sum(cell.closed for cell in cells)
    if not quota:
        its = "has reached its" if closed <= 1 else "have reached their"
        return f"{closed or 'None'} of {len(cells)} cells {its} quota."
    samples = so_many(quota, "kept or relabelled sample")
    who = f"{closed or 'None'} of {len(cells)} cells" if len(cells) > 1 else "The one cell"
    verb = ("has" if closed else "has not yet") if len(cells) == 1 else "has" if closed <= 1 else "have"
    return f"{who} {verb} reached the quota of {samples}."


def _draw_line(progress: CellProgress, ahead: str, missing: str) -> None:
    name, bar = st.columns([1, 3], gap="medium", vertical_alignment="center")
    with name:
        cell = progress.cell
        label = condition_in_words(cell.perturbation, cell.severity)
        st.page_link("pages/curate.py", label=label, query_params={OPEN: cell.id})
    bar.html(_bar(progress, ahead, missing))


def _bar(cell: CellProgress, ahead: str, missing: str) -> str:
    kept, relabelled = (100 * min(1.0, n / cell.quota) for n in (cell.kept, cell.relabelled))
    said = escape(in_words(cell, ahead, missing))
    return (
        f'<div class="fl-quota"><div class="fl-bar" role="img" aria-label="{said}">'
        f'<i class="fl-kept" style="width:{kept:.1f}%"></i>'
        f'<i class="fl-relabelled" style="width:{min(relabelled, 100 - kept):.1f}%"></i></div>{said}</div>'
    )

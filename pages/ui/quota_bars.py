"""How far each cell is: a bar of kept and relabelled samples, and the same in words."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from curation.records import CellProgress
from pages.ui.perturbation_words import severity_said, words

STYLE = """<style>
.fl-quota{display:grid;grid-template-columns:minmax(11rem,17rem) 1fr;gap:.15rem 1.25rem}
.fl-quota{align-items:center;margin:0 0 .9rem}
.fl-quota b{font-weight:600}
.fl-quota span{opacity:.75;font-size:.875rem}
.fl-bar{height:.6rem;border-radius:99px;overflow:hidden;display:flex;background:rgba(128,136,150,.25)}
.fl-bar i{display:block;height:100%}
.fl-kept{background:#2f8f63}
.fl-relabelled{background:repeating-linear-gradient(45deg,#d9a514 0 4px,#b98a06 4px 8px)}
@media (max-width:640px){.fl-quota{grid-template-columns:1fr}}
</style>"""


def draw_quota_bars(cells: Sequence[CellProgress]) -> None:
    """One line a cell, in the order given."""
    st.html(STYLE + "".join(map(_line, cells)))


def in_words(cell: CellProgress) -> str:
    """ "116 kept + 20 relabelled of 200 · 171 checked · about 80 to go"."""
    parts = [f"{cell.kept} kept + {cell.relabelled} relabelled of {cell.quota}", f"{cell.checked} checked"]
    if cell.closed:
        parts.append("quota reached")
    elif cell.expected_to_check is not None:
        parts.append(f"about {cell.expected_to_check} to go")
    if cell.disputed:
        parts.append(f"{cell.disputed} disputed")
    if not cell.closed and cell.waiting < cell.left:
        parts.append(f"only {cell.waiting} candidates left: prepare more")
    return " · ".join(parts)


def _line(cell: CellProgress) -> str:
    kept, relabelled = (100 * min(1.0, n / cell.quota) for n in (cell.kept, cell.relabelled))
    name = f"{words(cell.cell.perturbation)}, {severity_said(cell.cell.severity)}"
    return (
        f'<div class="fl-quota"><div><b>{escape(name)}</b><br>'
        f"<span>{escape(cell.cell.dataset)} ({escape(cell.cell.split)})</span></div>"
        f'<div><div class="fl-bar" role="img" aria-label="{escape(in_words(cell))}">'
        f'<i class="fl-kept" style="width:{kept:.1f}%"></i>'
        f'<i class="fl-relabelled" style="width:{min(relabelled, 100 - kept):.1f}%"></i></div>'
        f"<span>{escape(in_words(cell))}</span></div></div>"
    )

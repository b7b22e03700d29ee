"""A small table that reads well on any screen. Every text is escaped."""

from collections.abc import Iterable, Sequence
from html import escape

import streamlit as st

STYLE = """<style>
.fl-table{overflow-x:auto}
.fl-table table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%;max-width:36rem}
.fl-table caption{text-align:left;font-weight:600;padding:0 0 .35rem}
.fl-table th,.fl-table td{padding:.28rem .6rem;border-bottom:1px solid rgba(128,136,150,.28)}
.fl-table th,.fl-table td{text-align:right;white-space:nowrap}
.fl-table th:first-child{text-align:left;padding-left:0;white-space:normal}
.fl-table thead th{font-weight:500;opacity:.75;font-size:.875rem}
.fl-table tbody th{font-weight:400}
@media (max-width:640px){.fl-table th,.fl-table td{padding:.28rem .3rem}.fl-table thead th{white-space:normal}}
</style>"""


def draw_table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Draw a table whose first column names the rows."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in header)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    st.html(
        f'{STYLE}<div class="fl-table" tabindex="0"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(row: Sequence[str]) -> str:
    name, *figures = row
    return f'<th scope="row">{escape(name)}</th>' + "".join(f"<td>{escape(text)}</td>" for text in figures)

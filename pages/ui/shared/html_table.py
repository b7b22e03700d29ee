"""A small table that reads well on any screen. Every text is escaped."""

from collections.abc import Iterable, Sequence
from html import escape

import streamlit as st

from core.identity import content_id

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


NARROW = 330  # pixels that a table has on a telephone
LETTER, CELL = 6.4, 9.6  # pixels of a letter and of the space beside a cell there
STACKED = """<style>@media (max-width:640px){{
.fl-table.{0} thead{{display:none}}
.fl-table.{0} tr{{display:block;padding:.4rem 0;border-bottom:1px solid rgba(128,136,150,.28)}}
.fl-table.{0} tbody th,.fl-table.{0} td{{display:block;border:0;padding:.1rem 0;white-space:normal}}
.fl-table.{0} tbody th{{font-weight:600;text-align:left}}
.fl-table.{0} td{{display:flex;justify-content:space-between;gap:1rem}}
.fl-table.{0} td::before{{opacity:.75;text-align:left}}
{1}}}</style>"""


def draw_table(caption: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Draw a table whose first column names the rows; on a telephone one that is too wide has a line for each cell."""
    lines = list(rows)
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in header)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in lines)
    name = f"fl-{content_id(*header)}" if width(header, lines) > NARROW else ""
    st.html(
        f'{STYLE}{_stacked(name, header)}<div class="{f"fl-table {name}".strip()}" tabindex="0"><table>'
        f"<caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def width(header: Sequence[str], rows: Iterable[Sequence[str]]) -> float:
    """About how many pixels the table needs on a telephone: cells are not broken, headers and names are at spaces."""
    widest = [max(map(len, text.split()), default=0) for text in header]
    for name, *figures in rows:
        lengths = [max(map(len, name.split()), default=0), *map(len, figures)]
        widest = [max(pair) for pair in zip(widest, lengths, strict=True)]
    return sum(LETTER * length + CELL for length in widest)


def _stacked(name: str, header: Sequence[str]) -> str:
    """The style by which each cell of this table has a line of its own, after its column's name."""
    if not name:
        return ""
    columns = (
        f".fl-table.{name} td:nth-of-type({n})::before{{content:{_quoted(text)}}}"
        for n, text in enumerate(header[1:], 1)
    )
    return STACKED.format(name, "\n".join(columns))


def _quoted(text: str) -> str:
    """The text in CSS, every letter but plain ones by its number."""
    return '"' + "".join(one if one.isascii() and one.isalnum() else f"\\{ord(one):x} " for one in text) + '"'


def _row(row: Sequence[str]) -> str:
    name, *figures = row
    return f'<th scope="row">{escape(name)}</th>' + "".join(f"<td>{escape(text)}</td>" for text in figures)

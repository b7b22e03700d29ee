"""A small table that reads well on any screen. Every text is escaped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from core.identity import content_id

STYLE = """<style>
.fl-table{overflow-x:auto}
.fl-table table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%;max-width:36rem}
.fl-table caption{text-align:left;font-weight:600;padding:0 0 .35rem}
.fl-table th,.fl-table td{padding:.28rem .6rem;border-bottom:1px solid rgba(128,136,150,.28)}
.fl-table th,.fl-table td{text-align:right;white-space:nowrap}
.fl-table.fl-wide table{max-width:none}
.fl-table th:first-child{text-align:left;padding-left:0;white-space:normal}
.fl-table thead th{font-weight:500;opacity:.75;font-size:.875rem;white-space:normal;vertical-align:bottom}
.fl-table tbody th{font-weight:400}
.fl-table small{display:block;opacity:.75;font-size:.8rem;font-weight:400;line-height:1.35;white-space:normal}
.fl-table th small{min-width:7rem}
@media (max-width:640px){.fl-table th,.fl-table td{padding:.28rem .3rem}}
</style>"""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Lines with a drawing below the first of them, as safe HTML."""

    lines: tuple[str, ...]
    drawing: str


Text = str | tuple[str, ...] | Drawn
"""What stands in a cell: a line, or several, of which those below the first are small and broken at spaces."""
NARROW = 300  # pixels that a table has in a box on a telephone
LETTER, CELL = 6.4, 9.6  # pixels of a letter and of the space beside a cell there
STACKED = """<style>@media (max-width:640px){{
.fl-table.{0} thead{{display:none}}
.fl-table.{0} tr{{display:block;padding:.4rem 0;border-bottom:1px solid rgba(128,136,150,.28)}}
.fl-table.{0} tbody th,.fl-table.{0} td{{display:block;border:0;padding:.1rem 0;white-space:normal}}
.fl-table.{0} tbody th{{font-weight:600;text-align:left}}
.fl-table.{0} td{{display:flex;justify-content:space-between;gap:1rem}}
.fl-table.{0} td::before{{opacity:.75;text-align:left}}
{1}}}</style>"""


def draw_table(caption: str, header: Sequence[str], rows: Iterable[Sequence[Text]], wide: bool = False) -> None:
    """Draw a table whose first column names the rows; on a telephone one that is too wide has a line for each cell. One
    that is `wide` is as wide as the page."""
    lines = list(rows)
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in header)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in lines)
    name = f"fl-{content_id(*header)}" if width(header, lines) > NARROW else ""
    classes = filter(None, ("fl-table", "fl-wide" * wide, name))
    st.html(
        f'{STYLE}{_stacked(name, header)}<div class="{" ".join(classes)}" tabindex="0"><table>'
        f"<caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def width(header: Sequence[str], rows: Iterable[Sequence[Text]]) -> float:
    """About how many pixels the table needs on a telephone: the first lines of cells are not broken, all else is."""
    widest = [_word(text) for text in header]
    for name, *figures in rows:
        lengths = [max(map(_word, _lines(name))), *map(_length, figures)]
        widest = [max(pair) for pair in zip(widest, lengths, strict=True)]
    return sum(LETTER * length + CELL for length in widest)


def _length(figure: Text) -> int:
    first, *below = _lines(figure)
    return max(len(first), *map(_word, below)) if below else len(first)


def _word(text: str) -> int:
    return max(map(len, text.split(" ")))


def _lines(text: Text) -> tuple[str, ...]:
    if isinstance(text, Drawn):
        return text.lines
    return (text,) if isinstance(text, str) else text


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
    return '"' + "".join(char if char.isascii() and char.isalnum() else f"\\{ord(char):x} " for char in text) + '"'


def _row(row: Sequence[Text]) -> str:
    name, *figures = row
    return f'<th scope="row">{_written(name)}</th>' + "".join(f"<td>{_written(figure)}</td>" for figure in figures)


def _written(text: Text) -> str:
    first, *below = map(escape, _lines(text))
    more = (text.drawing if isinstance(text, Drawn) else "") + "".join(f"<small>{line}</small>" for line in below)
    return f"<span>{first}{more}</span>" if more else first

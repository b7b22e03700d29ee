"""Figures as dots with their intervals, a row each, on one scale: a table that is read as a picture too."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from math import isnan, nan

import streamlit as st

from pages.ui.runs.ink import COLOURS, DARK, LIGHT
from pages.ui.shared.html_table import STYLE

# Where there is room all such tables have columns of the same widths, whatever stands in them.
DOTS = """<style>
.fl-dots{container-type:inline-size}
.fl-dots table{max-width:46rem}
.fl-dots th,.fl-dots td{padding:.28rem .3rem}
.fl-dots thead th:first-child{width:14rem}
.fl-dots tr.fl-apart,.fl-dots tr.fl-apart b,.fl-dots tr.fl-apart i{filter:grayscale(1);opacity:.7}
.fl-dots td.fl-dot,.fl-dots th.fl-dot{width:35%;min-width:4.5rem;padding-left:.6rem;padding-right:.6rem}
.fl-dots a[href]{color:inherit;text-underline-offset:.2em}
.fl-dots .fl-ends{display:flex;justify-content:space-between}
.fl-table .fl-line{position:relative;display:block;height:1.1rem;
background:linear-gradient(rgba(128,136,150,.3),rgba(128,136,150,.3)) center/100% 1px no-repeat}
.fl-table .fl-line b,.fl-table .fl-line i{position:absolute;top:50%;background:var(--fl-ink)}
.fl-table{--fl-ink:light-dark(#145f9e,#74bbee)}
.fl-table .fl-line s{position:absolute;top:-.28rem;bottom:-.28rem;border-left:1px solid rgba(128,136,150,.9)}
.fl-dots .fl-several .fl-line{height:.7rem}
.fl-dots .fl-several .fl-line s{top:0;bottom:0}
.fl-dots .fl-several .fl-line i{width:.5rem;height:.5rem;margin:-.25rem 0 0 -.25rem}
.fl-dots thead th.fl-key{overflow-wrap:anywhere}
.fl-dots thead th.fl-key::before{content:"";display:inline-block;width:.6rem;height:.6rem;border-radius:50%;
margin-right:.3rem;background:var(--fl-ink)}
.fl-table .fl-line b{height:.3rem;margin-top:-.15rem;border-radius:.15rem;opacity:.45}
.fl-table .fl-line b.fl-cut::after{content:"";position:absolute;left:100%;top:-.2rem;
border:.35rem solid transparent;border-left-color:var(--fl-ink)}
.fl-table .fl-line i{width:.6rem;height:.6rem;margin:-.3rem 0 0 -.3rem;border-radius:50%}
.fl-table:not(.fl-dots) .fl-line{width:200px;height:.8rem;margin-left:auto}
.fl-table:not(.fl-dots) .fl-line i{width:.4rem;height:.4rem;margin:-.2rem 0 0 -.2rem}
@media (max-width:640px){.fl-table:not(.fl-dots) .fl-line{width:5rem}
.fl-dots thead th:first-child{width:auto}
.fl-dots td{white-space:normal}
.fl-dots td.fl-dot,.fl-dots th.fl-dot{min-width:3rem;padding:.28rem .4rem}}
@media (min-width:641px){.fl-dots thead th,.fl-dots table.fl-short tbody th{white-space:nowrap}}
@container (min-width:50rem){.fl-dots table{table-layout:fixed;max-width:52rem}
.fl-dots.fl-dots thead th{width:5.7rem;white-space:normal}.fl-dots.fl-dots thead th.fl-span{width:7.2rem}
.fl-dots.fl-dots thead th:first-child{width:14rem}.fl-dots.fl-dots thead th.fl-dot{width:auto}
.fl-dots.fl-dots table tbody th{white-space:normal}}
</style>"""
# Each model's colour, as in figures.
INKS = "".join(
    f".fl-dots .fl-ink-{number}.fl-ink-{number}{{--fl-ink:light-dark({light},{dark})}}"
    for number, (light, dark) in enumerate(zip(COLOURS[LIGHT], COLOURS[DARK], strict=True))
)
INTERVAL = "interval"  # in the head of a column that is wider than others
SHORT = 36  # letters of a name that is not broken where there is room


@dataclass(frozen=True, slots=True)
class Line:
    """One of a row's figures with its interval, and what it is to be compared with; NaN where there is none."""

    value: float = nan
    low: float = nan
    high: float = nan
    beside: float = nan


@dataclass(frozen=True, slots=True)
class Dot:
    """A row: its name, the figure with its interval (NaN where there is none), and what stands beside it."""

    name: str
    value: float
    low: float
    high: float
    figures: tuple[str, ...]
    link: str = ""  # where its name leads, as an address below the app's
    apart: str = ""  # the head of the grey rows, below all others, that it is one of
    also: tuple[str, str] = ("", "")  # what stands in its last column, and where it leads; "" for no such column
    beside: float = nan  # what the figure is to be compared with: a line across it
    lines: tuple[Line, ...] = ()  # in place of the figure several, a colour each


def draw_dots(
    caption: str,
    heads: Sequence[str],
    dots: Sequence[Dot],
    ends: tuple[float, float],
    marks: int = 2,
    keys: int = 0,
) -> None:
    """Draw the rows on a scale between these ends, with so many marks; `heads` are those of the names and of what
    stands beside, of which the first `keys` have the colours of the rows' lines."""
    name, *others = heads
    low, high = ends
    places = (f"{low + (high - low) * n / (marks - 1):g}".replace("-", "−") for n in range(marks))
    scale = f'<span class="fl-ends">{"".join(map("<span>{}</span>".format, places))}</span>'
    head = f'<th scope="col">{escape(name)}</th><th class="fl-dot" aria-hidden="true">{scale}</th>'
    kinds = [_ink(number, "fl-key") for number in range(keys)]
    kinds += [" class=fl-span" if INTERVAL in text else "" for text in others[keys:]]
    head += "".join(f'<th scope="col"{kind}>{escape(text)}</th>' for kind, text in zip(kinds, others, strict=True))
    body = "".join(_group(apart, rows, ends, len(heads) + 1) for apart, rows in groupby(dots, lambda dot: dot.apart))
    short = " class=fl-short" if all(len(dot.name) <= SHORT for dot in dots) else ""
    st.html(
        f'{STYLE}{DOTS}<style>{INKS}</style><div class="fl-table fl-dots" tabindex="0"><table{short}>'
        f"<caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _group(apart: str, dots: Iterable[Dot], ends: tuple[float, float], across: int) -> str:
    """The rows that stand together, below what sets them apart."""
    kind = " class=fl-apart" if apart else ""
    head = f'<tr{kind}><th colspan="{across}" scope="rowgroup">{escape(apart)}</th></tr>' if apart else ""
    return head + "".join(f"<tr{kind}>{_row(dot, ends)}</tr>" for dot in dots)


def _row(dot: Dot, ends: tuple[float, float]) -> str:
    figures = "".join(f"<td>{escape(text)}</td>" for text in dot.figures)
    if (also := dot.also)[0]:
        figures += f'<td><a href="{escape(also[1])}">{escape(also[0])}</a></td>'
    lines = "".join(
        f"<span{_ink(number)}>{line_html(line.value, line.low, line.high, ends, line.beside)}</span>"
        for number, line in enumerate(dot.lines)
    )
    drawn = lines or line_html(dot.value, dot.low, dot.high, ends, dot.beside)
    line = f'<td class="fl-dot{" fl-several" if lines else ""}" aria-hidden="true">{drawn}</td>'
    name = f'<a href="{escape(dot.link)}">{escape(dot.name)}</a>' if dot.link else escape(dot.name)
    return f'<th scope="row">{name}</th>{line}{figures}'


def _ink(number: int, also: str = "") -> str:
    """The class of the colour of this number."""
    return f' class="fl-ink-{number % len(COLOURS[LIGHT])}{also and f" {also}"}"'


def line_html(value: float, low: float, high: float, ends: tuple[float, float], beside: float = nan) -> str:
    """A line between these ends with a figure and its interval, empty where there is none (NaN); an arrow where the
    interval goes on beyond them, and a thin line across at what it is compared with. Needs DOTS."""
    at, start, end = (_place(figure, ends) for figure in (value, low, high))
    cut = " class=fl-cut" if high > ends[1] else ""
    span = "" if isnan(low) else f'<b{cut} style="left:{start:.2f}%;width:{end - start:.2f}%"></b>'
    across = "" if isnan(beside) else f'<s style="left:{_place(beside, ends):.2f}%"></s>'
    content = across + ("" if isnan(value) else f'{span}<i style="left:{at:.2f}%"></i>')
    return f'<span class="fl-line" aria-hidden="true">{content}</span>'


def _place(figure: float, ends: tuple[float, float]) -> float:
    """Where a figure lies between the ends, in percent; beyond them at the end."""
    return 100 * min(1.0, max(0.0, (figure - ends[0]) / (ends[1] - ends[0])))

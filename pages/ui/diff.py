"""What changed in a text, marked for eye and ear: a rewrite's own segments, never a second comparison.

The markup is built here and every piece of text is escaped; nothing from a data set is read as HTML or Markdown.
"""

from collections.abc import Iterable
from html import escape

import streamlit as st

from core.records import FieldRewrite
from core.rewrite import Rewrite, Segment

STYLE = """<style>
.fl-text{font:1.05rem/1.55 "DejaVu Serif",Georgia,"Times New Roman",serif;margin:0 0 .5rem}
.fl-text{white-space:pre-wrap;overflow-wrap:anywhere}
.fl-text small{font:600 .75rem/1.4 sans-serif;opacity:.7;margin-right:.5em}
.fl-text del,.fl-text ins{border-radius:4px;padding:0 3px}
.fl-text del{color:#b42318;background:#fef0ee;text-decoration:line-through 2px}
.fl-text ins{color:#05603a;background:#e7f6ee;text-decoration:underline 2px;text-underline-offset:4px}
.fl-text del.fl-gone{border-left:4px double;border-radius:0;padding:0 0 0 2px;background:none}
.fl-dark del{color:#ff9c8f;background:#3a1d1a}
.fl-dark ins{color:#7ee2b0;background:#143326}
</style>"""


def before_html(rewrite: Rewrite) -> str:
    """The original text as safe HTML; what was taken away or replaced is struck through."""
    return "".join(_before(segment) for segment in rewrite.segments)


def after_html(rewrite: Rewrite) -> str:
    """The perturbed text as safe HTML; what is new is underlined. A deletion leaves a double bar."""
    return "".join(_after(segment) for segment in rewrite.segments)


def diff_html(rewrites: Iterable[FieldRewrite]) -> str:
    """Original and perturbed text of each field that changed, one above the other, as safe HTML; needs STYLE."""
    changed = [field for field in rewrites if field.rewrite.applied]
    return "".join(line for field in changed for line in _lines(field, named=len(changed) > 1))


def theme_class() -> str:
    """The class that gives the marks their colours on a dark page; "" on a light one."""
    return "fl-dark" if st.context.theme.type == "dark" else ""


def _lines(field: FieldRewrite, named: bool) -> Iterable[str]:
    name = f"{escape(field.name)}: " if named else ""
    yield f'<p class="fl-text"><small>{name}original</small>{before_html(field.rewrite)}</p>'
    yield f'<p class="fl-text"><small>{name}perturbed</small>{after_html(field.rewrite)}</p>'


def _before(segment: Segment) -> str:
    return escape(segment.old) if segment.kept or not segment.old else f"<del>{escape(segment.old)}</del>"


def _after(segment: Segment) -> str:
    if segment.kept:
        return escape(segment.new)
    return f"<ins>{escape(segment.new)}</ins>" if segment.new else '<del class="fl-gone" title="deleted here"></del>'

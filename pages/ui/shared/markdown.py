"""Markdown that people wrote, as a tree of a few harmless elements: no HTML of theirs, no images, no scripts.

A node is a text, or (element, address of a link or "", nodes within).
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

Node = str | tuple[str, str, tuple["Node", ...]]
ELEMENTS = {  # what becomes of each kind of node; of what is not named here only the text within is left
    "paragraph": "p",
    "bullet_list": "ul",
    "ordered_list": "ol",
    "list_item": "li",
    "blockquote": "blockquote",
    "strong": "strong",
    "em": "em",
    "hr": "hr",
    "hardbreak": "br",
    "table": "table",
    "thead": "thead",
    "tbody": "tbody",
    "tr": "tr",
    "th": "th",
    "td": "td",
}
CODE = {"code_inline": "code", "fence": "pre", "code_block": "pre"}
BELOW_SECTION = MappingProxyType({"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h5", "h5": "h5", "h6": "h5"})
"""What headings become in a section of a page, whose own heading is of the second level."""
BELOW_TITLE = MappingProxyType({"h1": "h2", "h2": "h2", "h3": "h3", "h4": "h3", "h5": "h3", "h6": "h3"})
"""The same right below a page's title."""
REACHED = ("http://", "https://", "mailto:")


def nodes(markdown: str, headings: Mapping[str, str] = BELOW_SECTION) -> tuple[Node, ...]:
    """The tree of this Markdown (CommonMark, with tables). HTML in it stays the text that was typed, and so does a
    picture: it would tell another site who reads. `headings` says what becomes of each level."""
    return _read(markdown, tuple(headings.items()))


@lru_cache(maxsize=64)
def _read(markdown: str, headings: tuple[tuple[str, str], ...]) -> tuple[Node, ...]:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return _within(SyntaxTreeNode(parser.parse(markdown)), dict(headings))


def as_html(tree: Iterable[Node]) -> str:
    """The tree as HTML, everything that people wrote escaped."""
    return "".join(escape(node) if isinstance(node, str) else _tag(*node) for node in tree)


def _tag(name: str, link: str, within: tuple[Node, ...]) -> str:
    where = f' href="{escape(link)}" target="_blank" rel="noopener noreferrer"' if link else ""
    return f"<{name}{where}>" if name in ("br", "hr") else f"<{name}{where}>{as_html(within)}</{name}>"


def _within(node: SyntaxTreeNode, headings: Mapping[str, str]) -> tuple[Node, ...]:
    return tuple(part for child in node.children for part in _nodes(child, headings))


def _nodes(node: SyntaxTreeNode, headings: Mapping[str, str]) -> tuple[Node, ...]:
    kind = node.type
    if kind in CODE:
        return ((CODE[kind], "", (node.content,)),)
    if kind == "softbreak":
        return ("\n",)
    if kind == "paragraph" and node.hidden:  # in a list whose items stand close together
        return _within(node, headings)
    if kind == "heading":
        return ((headings[node.tag], "", _within(node, headings)),)
    if kind == "link" and str(node.attrs.get("href", "")).lower().startswith(REACHED):
        return (("a", str(node.attrs["href"]), _within(node, headings)),)
    if kind in ELEMENTS:
        return ((ELEMENTS[kind], "", _within(node, headings)),)
    return _within(node, headings) if node.children else ((node.content,) if node.content else ())

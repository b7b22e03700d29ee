"""Markdown that people wrote, as a tree of a few harmless elements: no HTML of theirs, no images, no scripts.

A node is a text, or (element, address of a link or "", nodes within).
"""

from collections.abc import Iterable
from functools import lru_cache
from html import escape

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
HEADINGS = {"h1": "h3", "h2": "h4"}  # below those of the page around it; smaller ones become h5
WEB = ("http://", "https://")


@lru_cache(maxsize=64)
def nodes(markdown: str) -> tuple[Node, ...]:
    """The tree of this Markdown (CommonMark, with tables). HTML in it stays the text that was typed."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    return _within(SyntaxTreeNode(parser.parse(markdown)))


def as_html(tree: Iterable[Node]) -> str:
    """The tree as HTML, everything that people wrote escaped."""
    return "".join(escape(node) if isinstance(node, str) else _tag(*node) for node in tree)


def _tag(name: str, link: str, within: tuple[Node, ...]) -> str:
    where = f' href="{escape(link)}" target="_blank" rel="noopener noreferrer"' if link else ""
    return f"<{name}{where}>" if name in ("br", "hr") else f"<{name}{where}>{as_html(within)}</{name}>"


def _within(node: SyntaxTreeNode) -> tuple[Node, ...]:
    return tuple(made for child in node.children for made in _nodes(child))


def _nodes(node: SyntaxTreeNode) -> tuple[Node, ...]:
    kind = node.type
    if kind in CODE:
        return ((CODE[kind], "", (node.content,)),)
    if kind == "softbreak":
        return ("\n",)
    if kind == "heading":
        return ((HEADINGS.get(node.tag, "h5"), "", _within(node)),)
    if kind == "link" and str(node.attrs.get("href", "")).lower().startswith(WEB):
        return (("a", str(node.attrs["href"]), _within(node)),)
    if kind in ELEMENTS:
        return ((ELEMENTS[kind], "", _within(node)),)
    return _within(node) if node.children else ((node.content,) if node.content else ())

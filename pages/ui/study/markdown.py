"""Markdown that researchers wrote, as the few kinds of elements that the participants' page draws.

Nothing of it becomes HTML: the page makes each element itself, and puts texts in as text. Pictures and HTML are not
drawn, so that opening a study asks no other site for anything.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = {"h1": "h2", "h2": "h2", "h3": "h3", "h4": "h3", "h5": "h3", "h6": "h3"}
"""The page's own heading is the first level, so that those of a text begin with the second."""
Block = str | dict[str, Any]

_parser = MarkdownIt("commonmark", {"html": False}).disable(["image"])


@lru_cache(maxsize=64)
def blocks(text: str) -> tuple[Block, ...]:
    """The text's elements: a string, or its tag with the elements inside, and for a link its address."""
    return tuple(_nested(_parser.parse(text)))


def _nested(tokens: Sequence[Token]) -> list[Block]:
    """Opening and closing tokens, one after another, as elements inside each other."""
    open_: list[list[Block]] = [[]]
    for token in tokens:
        if token.hidden:  # the paragraphs of a list whose items stand close together
            continue
        if token.nesting > 0:
            open_[-1].append(made := _element(token))
            open_.append(made["children"])
        elif token.nesting < 0:
            open_.pop()
        else:
            open_[-1].extend(_leaf(token))
    return open_[0]


def _element(token: Token) -> dict[str, Any]:
    made: dict[str, Any] = {"tag": TAGS.get(token.tag, token.tag), "children": []}
    if token.tag == "a":
        made["href"] = str(token.attrs.get("href", ""))
    return made


def _leaf(token: Token) -> list[Block]:
    match token.type:
        case "inline":
            return _nested(token.children or [])
        case "softbreak":
            return ["\n"]
        case "hardbreak":
            return [{"tag": "br", "children": []}]
        case "hr":
            return [{"tag": "hr", "children": []}]
        case "code_inline" | "code_block" | "fence":
            return [{"tag": "code" if token.type == "code_inline" else "pre", "children": [token.content]}]
    return [token.content] if token.content else []

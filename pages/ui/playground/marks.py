"""A perturbed text with the marks of what was done to it, and texts with their tags, as safe HTML."""

from collections.abc import Iterable
from html import escape

from core.rewrite import Rewrite, Segment


def marked(rewrite: Rewrite) -> str:
    """The perturbed text: what is new underlined, what was taken away struck through; pointing shows what was there."""
    return "".join(map(_marked, rewrite.segments))


def _marked(segment: Segment) -> str:
    old, new = segment.old, segment.new
    if segment.kept:
        return escape(new)
    if not new:
        return _tight(old, "<del>", "</del>")
    was = old.strip()
    return _tight(new, f'<ins title="was: {escape(was)}">' if was else "<ins>", "</ins>")


def _tight(text: str, opening: str, closing: str) -> str:
    """The mark around the text but for the space at its ends; a mark of space alone stays whole."""
    inner = text.strip()
    if not inner:
        return f"{opening}{escape(text)}{closing}"
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}{opening}{escape(inner)}{closing}{after}"


def with_tags(tokens: Iterable[tuple[str, str]]) -> str:
    """Each token with its tag below it."""
    return " ".join(f"<span>{escape(text)}<i>{escape(tag)}</i></span>" for text, tag in tokens)

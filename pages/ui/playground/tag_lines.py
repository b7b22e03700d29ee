"""Texts with their tags below their tokens, as safe HTML: parts of speech, and the entities of a tagged sample."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from core.rewrite import Rewrite
from core.text.entity_tags import followed

LOST = '<p class="fl-none">The entity tags can’t be carried over: this is not applicable to a tagged sample.</p>'


def tag_lines(rewrite: Rewrite, tokens: Mapping[str, Sequence[tuple[str, str]]], entities: tuple[str, ...]) -> str:
    """The perturbed text with the part-of-speech tags known for it, then with the entity tags that followed it."""
    lines = [with_tags(tokens[rewrite.perturbed])] if rewrite.perturbed in tokens else []
    if entities:
        tags = followed(rewrite, entities)
        if tags is None:
            return LOST
        lines.append(with_tags(zip(rewrite.perturbed.split(" "), tags, strict=False)))
    return "".join(f'<p class="fl-tagged">{line}</p>' for line in lines)


def with_tags(tokens: Iterable[tuple[str, str]]) -> str:
    """Each token with its tag below it."""
    return " ".join(f"<span>{escape(text)}<i>{escape(tag)}</i></span>" for text, tag in tokens)

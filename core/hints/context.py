"""A word in its context: where a rewrite puts another word for one, and a text's tokens as a model reads them there."""

import re
from collections.abc import Iterator, Sequence
from math import nan
from typing import TYPE_CHECKING, NamedTuple

from core.rewrite import Rewrite
from core.text.realised import ARTICLES

if TYPE_CHECKING:
    from numpy import float16, float32
    from numpy.typing import NDArray

WORD = re.compile(r"\S+")
Span = tuple[int, int]


class Substitution(NamedTuple):
    """A word, or several, that others stand in for: where they stood in the source and where those stand now."""

    before: Span
    after: Span


class Tokens(NamedTuple):
    """A text as a model reads it: the vectors of its tokens, and where each stands in the text.

    Special tokens stand nowhere: their span is empty.
    """

    vectors: "NDArray[float16]"  # a row for each token
    spans: Sequence[Span]

    def vector(self, span: Span) -> "NDArray[float32] | None":
        """The mean vector of the tokens that lie, at least in part, in this span; None where there are none."""
        start, end = span
        inside = [i for i, (a, b) in enumerate(self.spans) if a < end and start < b]
        return self.vectors[inside].astype("float32").mean(axis=0) if inside else None


def exchanges(rewrite: Rewrite) -> Iterator[Substitution]:
    """Where another word stands for one, in reading order; what was only put in, taken away or re-cased is left out.

    Where an edit has as many words as before ("a new" to "an existing"), each word that is another is an exchange, and
    an article that only follows the next word is none.
    """
    was = now = 0
    for old, new in rewrite.segments:
        if old != new and old.strip() and new.strip():
            yield from _substitutions(_words(old, was), _words(new, now))
        was, now = was + len(old), now + len(new)


def nearness(rewrite: Rewrite, before: Tokens | None, after: Tokens | None) -> float:
    """The lowest cosine of a replaced word's vector and that of the word in its place, each in its own text.

    In [-1, 1]. NaN where no word was exchanged, or none that both readings hold (a model reads only so much of a text).
    """
    if before is None or after is None:
        return nan
    pairs = [(before.vector(exchange.before), after.vector(exchange.after)) for exchange in exchanges(rewrite)]
    return min((_cosine(a, b) for a, b in pairs if a is not None and b is not None), default=nan)


def _words(text: str, at: int) -> list[tuple[str, Span]]:
    return [(match[0], (at + match.start(), at + match.end())) for match in WORD.finditer(text)]


def _substitutions(before: Sequence[tuple[str, Span]], after: Sequence[tuple[str, Span]]) -> Iterator[Substitution]:
    if len(before) != len(after):
        yield Substitution((before[0][1][0], before[-1][1][1]), (after[0][1][0], after[-1][1][1]))
        return
    for (old, where), (new, there) in zip(before, after, strict=True):
        if old.lower() != new.lower() and not {old.lower(), new.lower()} <= ARTICLES:
            yield Substitution(where, there)


def _cosine(a: "NDArray[float32]", b: "NDArray[float32]") -> float:
    lengths = float((a @ a) * (b @ b)) ** 0.5
    return min(1.0, max(-1.0, float(a @ b) / lengths)) if lengths else nan

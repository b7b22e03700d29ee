"""Grammar as a hint: what an engine says of a text, and which of it the perturbation is to blame for."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from core.rewrite import Piece, Rewrite
from core.text.tokens import came_as_tokens

# LanguageTool's rules that want "isn't" and "it's" for "is n't" and "it 's"
SPACING = frozenset({"DELETE_SPACE", "APOS_SPACE_CONTRACTION", "CA_PRP"})
CAPITALS = frozenset({"UPPERCASE_SENTENCE_START", "I_LOWERCASE", "EN_SPECIFIC_CASE"})


class EngineDied(RuntimeError):
    """A grammar engine that was working no longer responds; its message says which and why."""


class Issue(NamedTuple):
    """One issue an engine found: offsets in code points of the text it was asked about."""

    start: int
    end: int
    rule: str
    message: str


class GrammarEngine(Protocol):
    """What can be asked about grammar."""

    @property
    def name(self) -> str:
        """What people read: the engine and its version."""

    def check(self, texts: Sequence[str]) -> list[list[Issue]]:
        """The issues of each text, in reading order; raises EngineDied when there is nobody left to ask."""

    def close(self) -> None:
        """Stop whatever the engine started."""


_PLACEHOLDER = "\u2022"  # a bullet: neither a letter nor the end of a sentence


def maskable(character: str) -> bool:
    """Whether a character would shift or break an engine's offsets: beyond 16 bits, half a pair, or a control."""
    code = ord(character)
    return code > 0xFFFF or 0xD800 <= code <= 0xDFFF or (code < 0x20 and character not in "\t\n") or code == 0xFEFF


def masked(text: str) -> str:
    """The text with one placeholder for each character that engines count differently, so that offsets agree.

    LanguageTool counts UTF-16 units, and the client's own correction keeps its state in a class attribute that two
    calls at once would mix up; a text without such characters needs no correction.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join([_PLACEHOLDER if maskable(c) else c for c in text])


def places(rewrite: Rewrite, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where `source[start:end]` stands in the perturbed text: one range for each piece that it touches."""
    at = 0
    for piece in rewrite.pieces or (Piece(0, 0, ""),):
        length = len(piece.text)
        if piece.start <= end and start <= piece.end:
            kept = rewrite.source[piece.start : piece.end] == piece.text
            low = max(start, piece.start) - piece.start if kept else 0
            high = min(end, piece.end) - piece.start if kept else length
            if not kept or low < high or start == end:
                yield at + low, at + high
        at += length


def added_issues(rewrite: Rewrite, before: Iterable[Issue], after: Iterable[Issue]) -> list[Issue]:
    """The issues of the perturbed text that the original did not have, offsets in the perturbed text.

    An issue is an old one when the original has one of the same rule at the place it was moved to, or else one that
    touches it (a deletion leaves nothing to overlap). Each issue of the original accounts for one issue at most. In
    a text that came as tokens ("is n't", "it 's", "planet ?") a needless space is how it is written, and no issue; so
    is a missing capital in a text that has none.
    """
    old = [(issue.rule, list(places(rewrite, issue.start, issue.end))) for issue in before]
    cut = came_as_tokens(rewrite.source)
    written = (SPACING if cut else frozenset()) | (CAPITALS if rewrite.source.islower() else frozenset())
    added = [issue for issue in after if issue.rule not in written]
    for same in (_spans_equal, _spans_touch):
        unaccounted = []
        for issue in added:
            accounted = next((i for i, (rule, at) in enumerate(old) if rule == issue.rule and same(issue, at)), None)
            if accounted is None:
                unaccounted.append(issue)
            else:
                del old[accounted]
        added = unaccounted
    return added


def _spans_equal(issue: Issue, spots: Sequence[tuple[int, int]]) -> bool:
    return bool(spots) and (issue.start, issue.end) == (min(a for a, _ in spots), max(b for _, b in spots))


def _spans_touch(issue: Issue, spots: Sequence[tuple[int, int]]) -> bool:
    return any(start <= issue.end and issue.start <= end for start, end in spots)

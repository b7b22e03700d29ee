"""A perturbation proposes a rewrite: pieces, each saying which source span it stands for and what it reads now.

From this one value follow the perturbed text, the highlighted diff, the number of edits and the share of the text
they touch. Nothing is ever split and joined again, so text nobody edited comes back byte for byte.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from core.errors import BadInput


class Piece(NamedTuple):
    """`source[start:end]` now reads `text`. An insertion has start == end; a deletion has text ""."""

    start: int
    end: int
    text: str


class Segment(NamedTuple):
    """A run of the diff: what stood there and what stands there now; kept text has old == new."""

    old: str
    new: str

    @property
    def kept(self) -> bool:
        return self.old == self.new


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A source text and the pieces, in reading order, that replace it. Kept pieces copy their span exactly."""

    source: str
    pieces: tuple[Piece, ...]

    @classmethod
    def of(cls, source: str, edits: Iterable[Piece]) -> "Rewrite":
        """The rewrite that makes these edits and keeps everything between them.

        Raises BadInput when two edits overlap or one lies outside the source.
        """
        pieces: list[Piece] = []
        at = 0
        for edit in sorted(edits, key=lambda e: (e.start, e.end)):
            start, end, _ = edit
            if start < at or end < start or end > len(source):
                raise BadInput(f"The edit {edit!r} overlaps another or leaves the text of {len(source)} characters.")
            if start > at:
                pieces.append(Piece(at, start, source[at:start]))
            pieces.append(edit)
            at = end
        if at < len(source):
            pieces.append(Piece(at, len(source), source[at:]))
        return cls(source, tuple(pieces))

    @property
    def perturbed(self) -> str:
        """The text as it reads now."""
        return "".join([piece.text for piece in self.pieces])

    @property
    def edits(self) -> tuple[Piece, ...]:
        """The pieces that no longer read what their source span reads."""
        source = self.source
        return tuple([p for p in self.pieces if source[p.start : p.end] != p.text])

    @property
    def applied(self) -> bool:
        """Whether the text changed at all."""
        return self.perturbed != self.source

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The diff in reading order, one segment a piece."""
        return tuple([Segment(self.source[p.start : p.end], p.text) for p in self.pieces])

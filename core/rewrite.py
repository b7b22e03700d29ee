"""A perturbation proposes a rewrite: pieces, each saying which source span it stands for and what it reads now.

From this one value follow the perturbed text, the highlighted diff, the number of edits, the share of the text they
touch, the tags of a perturbed sample and how far its characters moved. Nothing is ever split and joined again, so text
nobody edited comes back byte for byte.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise
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


class Rewrite:
    """A source text and the pieces that replace it, in the order they are read now. Never changed once it is made.

    Every character of the source belongs to exactly one piece; kept pieces copy their span exactly, and a reordering
    is kept pieces in another order.
    """

    __slots__ = ("_edits", "perturbed", "pieces", "source")

    source: str
    perturbed: str  # the text as it reads now
    pieces: tuple[Piece, ...]  # in the order they are read now

    def __init__(self, source: str, pieces: tuple[Piece, ...]) -> None:
        self.source = source
        self.pieces = pieces
        self._edits: Sequence[Piece] | None = None

    def __getattr__(self, name: str) -> object:  # called only for a slot that is still empty
        if name == "pieces":
            self.pieces = _lay_out_pieces(self.source, self._replacements() if self._edits is None else self._edits)
            return self.pieces
        if name == "perturbed":
            self.perturbed = "".join([piece[2] for piece in self.pieces])
            return self.perturbed
        raise AttributeError(name)

    @classmethod
    def lettered(cls, source: str, perturbed: str) -> "Rewrite":
        """The rewrite that puts other characters, one for one, where the two texts differ; each is an edit.

        Both are equally long; the pieces are laid out when somebody asks for them.
        """
        return cls._with_lazy_pieces(source, None, perturbed)

    @classmethod
    def of(cls, source: str, edits: Iterable[Piece]) -> "Rewrite":
        """The rewrite that makes these edits and keeps everything between them; laid out when somebody asks for it.

        Raises BadInput when two edits overlap or one lies outside the source.
        """
        ordered = sorted(edits)
        texts: list[str] = []
        at = 0
        for edit in ordered:
            start, end, text = edit
            if start < at or end < start or end > len(source):
                raise BadInput(f"The edit {edit!r} overlaps another or exceeds the text of {len(source)} characters.")
            texts += (source[at:start], text)
            at = end
        texts.append(source[at:])
        return cls._with_lazy_pieces(source, ordered, "".join(texts))

    @classmethod
    def _with_lazy_pieces(cls, source: str, edits: Sequence[Piece] | None, perturbed: str) -> "Rewrite":
        rewrite = cls.__new__(cls)
        rewrite.source, rewrite._edits, rewrite.perturbed = source, edits, perturbed
        return rewrite

    @classmethod
    def moved(cls, source: str, spans: Sequence[tuple[int, int]], order: Sequence[int]) -> "Rewrite":
        """The rewrite that reads span `order[k]` where span k stood; what lies between the spans stays in its place.

        `spans` are (start, end) offsets in reading order, `order` a permutation of their numbers.
        """
        pieces: list[Piece] = []
        at = 0
        for place, now in enumerate(order):
            if place == now:
                continue
            start, end = spans[place]
            if start > at:
                pieces.append(Piece(at, start, source[at:start]))
            first, last = spans[now]
            pieces.append(Piece(first, last, source[first:last]))
            at = end
        if at < len(source):
            pieces.append(Piece(at, len(source), source[at:]))
        return cls(source, tuple(pieces))

    @property
    def edits(self) -> tuple[Piece, ...]:
        """What no longer reads as its source span does, in reading order; a run of moved pieces is one edit."""
        source, blocks = self.source, self._blocks() if self._edits is None else self._edits
        return tuple([block for block in blocks if source[block.start : block.end] != block.text])

    @property
    def applied(self) -> bool:
        """Whether the text changed at all."""
        return self.perturbed != self.source

    @property
    def segments(self) -> tuple[Segment, ...]:
        """The diff in reading order, one segment for each stretch that stayed in its place or changed as a whole."""
        return tuple([Segment(self.source[b.start : b.end], b.text) for b in self._blocks()])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rewrite) and self.source == other.source and self.pieces == other.pieces

    def __hash__(self) -> int:
        return hash((self.source, self.pieces))

    def __repr__(self) -> str:
        return f"Rewrite({self.source!r}, {self.pieces!r})"

    def _repr_html_(self) -> str:
        """How a notebook draws it: what was there struck through, then what stands there now."""
        parts = (
            escape(part.new)
            if part.kept
            else f"<del>{escape(part.old)}</del>" * bool(part.old) + f"<ins>{escape(part.new)}</ins>" * bool(part.new)
            for part in self.segments
        )
        return f'<span style="white-space:pre-wrap">{"".join(parts)}</span>'

    def _replacements(self) -> list[Piece]:
        """One for each character that another one stands for."""
        texts = enumerate(zip(self.source, self.perturbed, strict=True))
        return [Piece(i, i + 1, now) for i, (old, now) in texts if old != now]

    def _blocks(self) -> Iterator[Piece]:
        """The pieces in place, and each run of moved ones as the one piece that its source span became."""
        at = 0
        moved: list[Piece] = []
        inside = last = 0
        for piece in self.pieces:
            if not moved and piece.start == at:
                at = piece.end
                yield piece
                continue
            moved.append(piece)
            inside += piece.end - piece.start
            last = max(last, piece.end)
            if at + inside == last:
                yield Piece(at, last, "".join([piece.text for piece in moved]))
                at, moved, inside = last, [], 0
        if moved:  # insertions after a text that ends out of order
            yield Piece(at, at, "".join([piece.text for piece in moved]))

    def then(self, later: "Rewrite") -> "Rewrite":
        """Both changes as one rewrite of this source. Raises BadInput unless `later` starts from what this one made."""
        if later.source != self.perturbed:
            raise BadInput("The later rewrite must start from the perturbed text of the earlier one.")
        cutter = _Cutter(self)
        pieces: list[Piece] = []
        for start, end, text in later.pieces:
            parts = cutter.cut(start, end)
            if later.source[start:end] == text:
                pieces += parts
            elif not parts:
                at = cutter.origin(start)
                pieces.append(Piece(at, at, text))
            elif all(one.end == next_.start for one, next_ in pairwise(parts)):
                pieces.append(Piece(parts[0].start, parts[-1].end, text))
            else:
                pieces.append(Piece(parts[0].start, parts[0].end, text))
                pieces += [Piece(part.start, part.end, "") for part in parts[1:]]
        pieces += cutter.cut(len(later.source), len(later.source) + 1)
        return Rewrite(self.source, tuple(_merge_insertions(self.source, pieces)))


def _lay_out_pieces(source: str, edits: Iterable[Piece]) -> tuple[Piece, ...]:
    """The edits, in reading order, and what is kept between them."""
    pieces: list[Piece] = []
    at = 0
    for edit in edits:
        start, end, _ = edit
        if start > at:
            pieces.append(Piece(at, start, source[at:start]))
        pieces.append(edit)
        at = end
    if at < len(source):
        pieces.append(Piece(at, len(source), source[at:]))
    return tuple(pieces)


def _merge_insertions(source: str, pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces, an insertion right behind an edit made part of it."""
    merged: list[Piece] = []
    for piece in pieces:
        before = merged[-1] if merged else None
        if before and piece.start == piece.end == before.end and source[before.start : before.end] != before.text:
            merged[-1] = Piece(before.start, before.end, before.text + piece.text)
        else:
            merged.append(piece)
    return merged


class _Cutter:
    """Cuts a rewrite's pieces along spans of the text it made."""

    def __init__(self, rewrite: Rewrite) -> None:
        self._source = rewrite.source
        self._pieces = rewrite.pieces
        self._starts: list[int] = []
        at = 0
        for piece in rewrite.pieces:
            self._starts.append(at)
            at += len(piece.text)

    def cut(self, start: int, end: int) -> list[Piece]:
        """The pieces behind perturbed[start:end], those cut through made shorter; none for an empty span."""
        if start == end:
            return []
        first = bisect_right(self._starts, start) - 1
        while first > 0 and self._starts[first - 1] == start:
            first -= 1  # deletions at this very place go with what follows them
        parts: list[Piece] = []
        for i in range(max(first, 0), len(self._pieces)):
            if self._starts[i] >= end:
                break
            part = self._part(i, start - self._starts[i], end - self._starts[i])
            if part:
                parts.append(part)
        return parts

    def origin(self, at: int) -> int:
        """The place in the source that an insertion before perturbed[at] stands for."""
        first = bisect_right(self._starts, at) - 1
        if first < 0:
            return 0
        piece, inside = self._pieces[first], at - self._starts[first]
        kept = self._source[piece.start : piece.end] == piece.text
        return piece.start + inside if kept else piece.start if inside == 0 else piece.end

    def _part(self, i: int, start: int, end: int) -> Piece | None:
        piece = self._pieces[i]
        size = len(piece.text)
        start, end = max(start, 0), min(end, size)
        if start == 0 and end == size:
            return piece
        if start >= end:
            return None
        text = piece.text[start:end]
        if self._source[piece.start : piece.end] == piece.text:
            return Piece(piece.start + start, piece.start + end, text)
        return Piece(piece.start, piece.end, text) if start == 0 else Piece(piece.end, piece.end, text)

"""A rewrite cut at whole words, so that what a word read before can stand beside what it reads now."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, takewhile
from typing import NamedTuple

from core.rewrite import Rewrite, Segment
from core.text.realised import agreeing

_PARTS = re.compile(r"\w+|\s+|[^\w\s]+")
_WRITTEN = re.compile(r"\s+|\S+")


class DiffGroup(NamedTuple):
    """Neighbouring segments that are read together; old and new are equal where nothing changed."""

    segments: tuple[Segment, ...]

    @property
    def old(self) -> str:
        return "".join([segment.old for segment in self.segments])

    @property
    def new(self) -> str:
        return "".join([segment.new for segment in self.segments])

    @property
    def kept(self) -> bool:
        return all(segment.kept for segment in self.segments)

    @property
    def replaced(self) -> bool:
        """Whether something that can be read stood here and something that can be read stands here now."""
        return not self.kept and bool(self.old.strip()) and bool(self.new.strip())

    @property
    def moved(self) -> bool:
        """Whether the same words stand here in another order."""
        return self.replaced and Counter(self.old.split()) == Counter(self.new.split())


def stretches(rewrite: Rewrite) -> list[DiffGroup]:
    """The rewrite in reading order: a changed letter brings the rest of its word, words that changed places are one.

    What the stretches read, one after another, is the source and the perturbed text.
    """
    return list(_neighbours(_words(rewrite)))


def narrowed(segment: Segment) -> list[Segment]:
    """A changed segment without the words that it begins or ends with before and after, which are kept ones."""
    if segment.kept:
        return [segment]
    old, new = _WRITTEN.findall(segment.old), _WRITTEN.findall(segment.new)
    first = agreeing(old, new)
    last = agreeing(old[first:][::-1], new[first:][::-1])
    kept, until = "".join(old[:first]), len(old) - last
    inner = Segment("".join(old[first:until]), "".join(new[first : len(new) - last]))
    tail = "".join(old[until:])
    return [part for part in (Segment(kept, kept), inner, Segment(tail, tail)) if part.old or part.new]


def _words(rewrite: Rewrite) -> Iterator[DiffGroup]:
    """Each changed segment with the parts of words around it, and what is kept between them."""
    open_: list[Segment] = []
    old = new = 0  # how far both texts are read
    for part in chain.from_iterable(map(_parts, rewrite.segments)):
        joins = bool(open_) and (
            not (part.kept or open_[-1].kept) or _inside(rewrite.source, old) or _inside(rewrite.perturbed, new)
        )
        if open_ and not joins:
            yield DiffGroup(tuple(open_))
            open_ = []
        open_.append(part)
        old, new = old + len(part.old), new + len(part.new)
    if open_:
        yield DiffGroup(tuple(open_))


def _parts(segment: Segment) -> Iterable[Segment]:
    """A kept segment's words, and what lies between them; a changed one with as little as it may have."""
    for inner in narrowed(segment):
        yield from [Segment(part, part) for part in _PARTS.findall(inner.old)] if inner.kept else [inner]


def _inside(text: str, at: int) -> bool:
    """Whether this is within a word; that may have an apostrophe."""
    before, after = text[max(0, at - 2) : at], text[at : at + 2]
    return bool(re.search(r"\w['’]?$", before) and re.match(r"['’]?\w", after))


def _neighbours(words: Iterable[DiffGroup]) -> Iterator[DiffGroup]:
    """The stretches; replaced words with nothing but white space between them are one where they changed places."""
    held: list[DiffGroup] = []
    for word in words:
        if held and (word.replaced or (word.kept and not word.new.strip())):
            held.append(word)
            continue
        yield from _joined(held)
        held = [word] if word.replaced else []
        if not held:
            yield word
    yield from _joined(held)


def _joined(held: list[DiffGroup]) -> Iterator[DiffGroup]:
    """What is held as one, and the white space after it."""
    white = list(takewhile(lambda stretch: stretch.kept, reversed(held)))
    words = held[: len(held) - len(white)]
    joined = DiffGroup(tuple(chain.from_iterable(stretch.segments for stretch in words)))
    yield from [joined, *reversed(white)] if joined.moved else held

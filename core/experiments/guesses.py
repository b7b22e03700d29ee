"""Masked words: how often a masked language model names the first word of a class that is gone, in the sentence as it
was and in one without the others of its class (Talman et al. 2022, section 6.2)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.metrics.clustered import clustered_share
from core.metrics.estimate import Estimate
from core.rewrite import Rewrite

Place = tuple[str, tuple[int, int]]
"""A text, and where in it the word stands that is masked."""
Named = Callable[[Sequence[Place]], list[bool | None]]
"""Whether the first guess for each masked word is the word that stands there; None for one that is not read."""


class Masked(NamedTuple):
    """The first word that a rewrite takes away: its place in the source, and in the text where the others are gone."""

    original: Place
    corrupted: Place


@dataclass(frozen=True, slots=True)
class Guesses:
    """How often the masked words of a condition are named, as shares of the texts of the samples that have one."""

    original: Estimate
    corrupted: Estimate


def masked(rewrite: Rewrite) -> Masked | None:
    """The first word that goes, if one does: its place stays the same, for all before it stays."""
    gone = [edit for edit in rewrite.edits if not edit.text]
    words = rewrite.source[gone[0].start : gone[0].end].split() if gone else []
    if len(words) != 1:  # several at once: all of the text
        return None
    start = rewrite.source.index(words[0], gone[0].start)
    span = (start, start + len(words[0]))
    others = Rewrite.of(rewrite.source, [edit for edit in rewrite.edits if edit != gone[0]])
    return Masked((rewrite.source, span), (others.perturbed, span))


def guesses(named: Named, samples: Iterable[Sequence[Masked]]) -> Guesses:
    """Over samples, each with the masked words of its texts; those that are not read in both are left
    out. The intervals know that texts of a sample hang together."""
    places = [list(sample) for sample in samples]
    flat = [word for sample in places for word in sample]
    originals, corrupted = (named([word[side] for word in flat]) for side in (0, 1))
    pairs = iter(zip(originals, corrupted, strict=True))
    read = [[pair for pair in (next(pairs) for _ in sample) if None not in pair] for sample in places]
    return Guesses(*(_share([[bool(pair[side]) for pair in sample] for sample in read]) for side in (0, 1)))


def _share(samples: Sequence[Sequence[bool]]) -> Estimate:
    counts = [(sum(sample), len(sample)) for sample in samples if sample]
    hits, n = (sum(count[side] for count in counts) for side in (0, 1))
    squares = sum(h * h for h, _ in counts), sum(h * i for h, i in counts), sum(i * i for _, i in counts)
    return clustered_share(hits, n, len(counts), squares)

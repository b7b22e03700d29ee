"""Reorderings: word order (Moradi & Samwald 2021, section 4.2) and the three shuffles of Clouatre et al. 2021.

The shuffles work on words, subwords or characters (section 4, appendix B). White space stays in its place when words or
subwords move, and so does punctuation when words do: the paper's own word-level example keeps its full stop at the
end. Characters are moved with the marks that belong to them, and spaces move as they do in its character-level example.
A full shuffle is a phrase shuffle with rho 1; the other values of rho are ours, since the texts of the paper within
reach have lost its own. All of the shuffles can alter the meaning; the paper keeps the labels to see what models make
of that.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from core.papers import CLOUATRE
from core.perturbations.order.block import block_moved
from core.perturbations.registry import Level, perturbation
from core.perturbations.word.words import of_moradi
from core.randomness import Draws
from core.rewrite import Rewrite
from core.rules import Rules
from core.severity import Unit
from core.text.analysed import AnalysedText
from core.text.tokens import CHARACTER

RANDOMLY = 4  # pairs looked at for each that is wanted: one overlaps at most two others
Spans = Sequence[tuple[int, int]]
Subwords = Callable[[str], Spans]
"""The (start, stop) offsets of a text's subwords in reading order, without white space."""

_CHARACTERS = re.compile(CHARACTER, re.DOTALL)
of_clouatre = partial(
    perturbation, level=Level.ORDER, unit=Unit.PROBABILITY, alters_meaning=True, paper=CLOUATRE, section="4"
)


@of_moradi(level=Level.ORDER, alters_meaning=False, unbounded=(Rules.PAPER,))
def word_order(text: AnalysedText, amount: int, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Changes the order of two consecutive words.

    The paper speaks of M consecutive words and gives no number; M is 2 here, with which two perturbations make its own
    example ("most common eye color" to "common most color eye"). Nothing but white space stands between the two, so
    that no word leaves its sentence or its quotation; no word is moved twice, and two that are the same stay. Words
    keep their capitals.

    Paper rules: at any PPS, one block of M tokens at the beginning or at the end is put into another order, as in the
    authors' script. M is a random number from 2 to the number of tokens minus one, so on average more than half of the
    text moves. Each token changes its place if possible. A mark at the end stays. A text of fewer than four tokens is
    not applicable.
    """
    if rules is Rules.PAPER:
        return block_moved(text, draws)
    words, source = text.words, text.source
    firsts = [i for i, ((_, stop), (start, _)) in enumerate(pairwise(words)) if source[stop:start].isspace()]
    chosen = _disjoint_pairs(text, draws.sample(firsts, RANDOMLY * amount), amount)
    if len(chosen) < amount:  # from left to right as many as can be are apart
        chosen = draws.sample(_disjoint_pairs(text, firsts, len(firsts)), amount)
    if not chosen:
        return None
    order = list(range(len(words)))
    for first in chosen:
        order[first], order[first + 1] = first + 1, first
    return Rewrite.moved(source, words, order)


def _disjoint_pairs(text: AnalysedText, firsts: Sequence[int], amount: int) -> list[int]:
    """The first `amount` of these words that differ from the next one, no word in two pairs."""
    words, source = text.words, text.source
    chosen: list[int] = []
    taken: set[int] = set()
    for i in firsts:
        if len(chosen) == amount:
            break
        if i not in taken and i + 1 not in taken and source[slice(*words[i])] != source[slice(*words[i + 1])]:
            chosen.append(i)
            taken.update((i, i + 1))
    return chosen


@of_clouatre(values=(1,))
def word_full_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts all words into a random order."""
    return _shuffle(text.source, text.words, amount, draws)


@of_clouatre()
def word_phrase_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Cuts the text after each word with probability rho, and shuffles the parts."""
    return _shuffle(text.source, text.words, amount, draws)


@of_clouatre()
def word_neighbour_flip(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Swaps each word with its right neighbour with probability rho, from left to right."""
    return _flip(text.source, text.words, amount, draws)


@of_clouatre(values=(1,))
def subword_full_shuffle(text: AnalysedText, amount: float, draws: Draws, *, subwords: Subwords) -> Rewrite | None:
    """Puts all subwords into a random order."""
    return _shuffle(text.source, subwords(text.source), amount, draws)


@of_clouatre()
def subword_phrase_shuffle(text: AnalysedText, amount: float, draws: Draws, *, subwords: Subwords) -> Rewrite | None:
    """Cuts the text after each subword with probability rho, and shuffles the parts."""
    return _shuffle(text.source, subwords(text.source), amount, draws)


@of_clouatre()
def subword_neighbour_flip(text: AnalysedText, amount: float, draws: Draws, *, subwords: Subwords) -> Rewrite | None:
    """Swaps each subword with its right neighbour with probability rho, from left to right."""
    return _flip(text.source, subwords(text.source), amount, draws)


@of_clouatre(values=(1,))
def character_full_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts all characters into a random order."""
    return _shuffle(text.source, _characters(text.source), amount, draws)


@of_clouatre()
def character_phrase_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Cuts the text after each character with probability rho, and shuffles the parts."""
    return _shuffle(text.source, _characters(text.source), amount, draws)


@of_clouatre()
def character_neighbour_flip(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Swaps each character with its right neighbour with probability rho, from left to right."""
    return _flip(text.source, _characters(text.source), amount, draws)


def _shuffle(source: str, spans: Spans, rho: float, draws: Draws) -> Rewrite | None:
    """The phrases that a cut with probability rho after each unit makes, in random order; units keep theirs inside."""
    cuts = draws.hits(max(len(spans) - 1, 0), rho)
    starts = [0, *(cut + 1 for cut in cuts)]
    ends = [*(cut + 1 for cut in cuts), len(spans)]
    phrases = list(zip(starts, ends, strict=True))
    draws.shuffle(phrases)
    order = [i for start, end in phrases for i in range(start, end)]
    return Rewrite.moved(source, spans, order) if len(phrases) > 1 else None


def _flip(source: str, spans: Spans, rho: float, draws: Draws) -> Rewrite | None:
    """Appendix B, algorithm 4: from left to right, the unit held changes places with the next with probability rho."""
    hits = draws.hits(max(len(spans) - 1, 0), rho)
    order = list(range(len(spans)))
    for i in hits:
        order[i], order[i + 1] = order[i + 1], order[i]
    return Rewrite.moved(source, spans, order) if hits else None


def _characters(source: str) -> Spans:
    return [match.span() for match in _CHARACTERS.finditer(source)]

"""How far a perturbed text is from its source: IDC, DND, BLEU-4 and Levenshtein's distance (Clouatre et al. 2021,
section 3, appendices B and C)."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import nan

from core.rewrite import Rewrite


def idc(rewrite: Rewrite) -> float:
    """Index Displacement Count: the mean of |i - P[i]| over the n characters, divided by n; 0 is unmoved.

    P[i] is where the character that now stands at i stood before. NaN where the rewrite put in or took out characters,
    so that P is not defined, and for an empty text.
    """
    order = positions(rewrite)
    return sum(abs(now - before) for now, before in enumerate(order)) / len(order) ** 2 if order else nan


def dnd(rewrite: Rewrite) -> float:
    """Direct Neighbour Displacement: the share of the n - 1 characters no longer followed by their right neighbour.

    NaN where P is not defined (see `idc`) and for fewer than two characters. The list printed for the paper's first
    example has its 1 a place too late; its sum and score are those of this formula.
    """
    order = positions(rewrite)
    if order is None or len(order) < 2:
        return nan
    return sum(after - before != 1 for before, after in pairwise(order)) / (len(order) - 1)


def positions(rewrite: Rewrite) -> list[int] | None:
    """P: for each character of the perturbed text its index in the source; None unless the rewrite only reorders."""
    order: list[int] = []
    for start, end, text in rewrite.pieces:
        if rewrite.source[start:end] != text:
            return None
        order.extend(range(start, end))
    return order


def bleu_4(rewrite: Rewrite) -> float:
    """BLEU-4 of the words of the perturbed text against those of the source (Papineni et al. 2002), in [0, 1]; 1 is the
    same. Without any match of so many words their share is smoothed (Chen & Cherry 2014, method 1)."""
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    before, after = rewrite.source.split(), rewrite.perturbed.split()
    if before == after:
        return 1.0
    smoothing = SmoothingFunction().method1
    return float(sentence_bleu([before], after, smoothing_function=smoothing)) if after else 0.0


def levenshtein(rewrite: Rewrite) -> float:
    """The characters to put in, take out or replace (Levenshtein 1966), of those of the longer text, in [0, 1]."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_distance(rewrite.source, rewrite.perturbed)


TEXT_METRICS: Mapping[str, Callable[[Rewrite], float]] = {
    "IDC": idc, "DND": dnd, "BLEU-4": bleu_4, "Levenshtein": levenshtein,
}  # fmt: skip
"""By name: how far a perturbed text is from its source. BLEU-4 alone is a likeness; the others are 0 for the source."""
LIKENESS = "BLEU-4"

"""How far a reordering moved the characters of a text (Clouatre et al. 2021, section 3, appendices B and C)."""

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

"""Accuracy and F1 of predicted against gold labels, in [0, 1]."""

from collections import Counter
from collections.abc import Sequence

from core.metrics.estimate import UNSCORED, Estimate, counted
from core.metrics.share import share


def accuracy(gold: Sequence[str], predicted: Sequence[str], times: Sequence[int] | None = None) -> Estimate:
    """The share of labels that are right, with Wilson's interval; NaN for no labels.

    `times` says how many samples have each pair of labels, one where it is not given; so in all metrics here.
    """
    n = counted(gold, predicted, times)
    right = map(str.__eq__, gold, predicted)
    return share(sum(right if times is None else map(int.__mul__, right, times)), n)


def f1_micro(gold: Sequence[str], predicted: Sequence[str], times: Sequence[int] | None = None) -> Estimate:
    """F1 over all decisions at once; with one label a sample it equals accuracy (Moradi & Samwald 2021 report it)."""
    return accuracy(gold, predicted, times)


def f1_binary(gold: Sequence[str], predicted: Sequence[str], positive: str) -> Estimate:
    """F1 of one label, 2 TP / (2 TP + FP + FN); 0 where it never occurs, NaN for no labels. No interval is defined."""
    n = counted(gold, predicted, None)
    if not n:
        return UNSCORED
    right = sum(g == p == positive for g, p in zip(gold, predicted, strict=True))
    named = [*gold, *predicted].count(positive)
    return Estimate(2 * right / named if named else 0.0, n)


def f1_macro(gold: Sequence[str], predicted: Sequence[str], times: Sequence[int] | None = None) -> Estimate:
    """The mean F1 over the labels that occur in gold or predictions; NaN for no labels. No interval is defined.

    F1 of a label is 2 TP / (2 TP + FP + FN), so a label that is never right has 0, and none divides by zero.
    """
    n = counted(gold, predicted, times)
    if not n:
        return UNSCORED
    right, named = Counter[str](), Counter[str]()  # named: 2 TP + FP + FN of each label
    for g, p, so_often in zip(gold, predicted, times or [1] * n, strict=True):
        right[g] += so_often * (g == p)
        named[g] += so_often
        named[p] += so_often
    return Estimate(sum(2 * right[label] / of for label, of in named.items()) / len(named), n)

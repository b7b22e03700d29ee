"""Accuracy and F1 of predicted against gold labels, in [0, 1]."""

from collections import Counter
from collections.abc import Sequence

from core.metrics.estimate import UNSCORED, Estimate, same_length
from core.metrics.share import share


def accuracy(gold: Sequence[str], predicted: Sequence[str]) -> Estimate:
    """The share of labels that are right, with Wilson's interval; NaN for no labels."""
    same_length(len(gold), len(predicted))
    return share(sum(map(str.__eq__, gold, predicted)), len(gold))


def f1_micro(gold: Sequence[str], predicted: Sequence[str]) -> Estimate:
    """F1 over all decisions at once; with one label a sample it equals accuracy (Moradi & Samwald 2021 report it)."""
    return accuracy(gold, predicted)


def f1_macro(gold: Sequence[str], predicted: Sequence[str]) -> Estimate:
    """The mean F1 over the labels that occur in gold or predictions; NaN for no labels. No interval is defined.

    F1 of a label is 2 TP / (2 TP + FP + FN), so a label that is never right has 0, and none divides by zero.
    """
    same_length(len(gold), len(predicted))
    if not gold:
        return UNSCORED
    right = Counter(g for g, p in zip(gold, predicted, strict=True) if g == p)
    named = Counter(gold) + Counter(predicted)  # 2 TP + FP + FN of each label
    return Estimate(sum(2 * right[label] / times for label, times in named.items()) / len(named), len(gold))

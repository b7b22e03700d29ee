"""Accuracy, F1 and Matthews' correlation of predicted and gold labels, each with a 95 % interval."""

from collections.abc import Sequence

import numpy as np

from core.metrics.estimate import Estimate, counted
from core.metrics.posterior import DRAWS, MACRO_F1, MATTHEWS, drawn_figure
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


def f1_binary(
    gold: Sequence[str], predicted: Sequence[str], positive: str, times: Sequence[int] | None = None
) -> Estimate:
    """F1 of one label, 2 TP / (2 TP + FP + FN), in [0, 1]; NaN where it is neither gold nor predicted.

    With J = TP / (TP + FP + FN) it is 2 J / (1 + J), and J is the share of TP among independent samples: so the
    interval is Clopper & Pearson's (1934) for J, drawn. It holds the truth 95 times in 100 or more, however rare the
    label is. n counts all samples.
    """
    n = counted(gold, predicted, times)
    right = named = 0
    for g, p, so_often in zip(gold, predicted, times or [1] * n, strict=True):
        right += so_often * (g == p == positive)
        named += so_often * (positive in (g, p))
    if not named:
        return Estimate(np.nan, n)
    random = np.random.default_rng(0)
    few = _shares(random, right, named - right + 1)
    many = _shares(random, right + 1, named - right)
    low, high = float(np.quantile(few, 0.025)), float(np.quantile(many, 0.975))
    value, low, high = (2 * j / (1 + j) for j in (right / named, low, high))
    return Estimate(value, n, min(low, value), max(high, value))


def f1_macro(gold: Sequence[str], predicted: Sequence[str], times: Sequence[int] | None = None) -> Estimate:
    """The mean F1 over the labels that occur in gold or predictions, in [0, 1]; NaN for no labels.

    F1 of a label is 2 TP / (2 TP + FP + FN), so a label that is never right has 0, and none divides by zero. The
    interval is that of `drawn_figure`, and says nothing of labels that do not occur.
    """
    return drawn_figure(MACRO_F1, gold, predicted, times)


def matthews(gold: Sequence[str], predicted: Sequence[str], times: Sequence[int] | None = None) -> Estimate:
    """Matthews' correlation (1975) of gold and predicted labels, in [-1, 1]; of more than two, Gorodkin's (2004).

    (c s - sum(g p)) / sqrt((s² - sum(p²)) (s² - sum(g²))): c of s samples are right, g and p have a
    label as gold and as predicted. Where one label is predicted throughout it is 0, for that tells nothing of the gold
    label (Chicco & Jurman 2020); NaN where there is one gold label only, and for none. The interval is that of
    `drawn_figure`.
    """
    return drawn_figure(MATTHEWS, gold, predicted, times)


def _shares(random: np.random.Generator, hits: int, others: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """Draws of the share of hits, from a beta distribution."""
    hit, other = random.standard_gamma(hits, DRAWS), random.standard_gamma(others, DRAWS)
    return np.asarray(hit / (hit + other))

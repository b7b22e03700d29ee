"""Figures of labels against labels with intervals drawn from Dirichlet distributions of how often each pair comes."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from core.metrics.estimate import UNSCORED, Estimate, counted
from core.records import NO_LABEL

DRAWS = 1_000  # shares drawn for an interval
Shares = NDArray[np.float64]
Labels = Sequence[str]


@dataclass(frozen=True, slots=True)
class LabelSums:
    """For each draw (row) and label (column) the share of samples that have it and are given it (`right`), that have
    it (`gold`), and that are given it (`named`)."""

    right: Shares
    gold: Shares
    named: Shares

    def more(self, added: Shares, right: bool) -> "LabelSums":
        """With so many samples more in each draw, spread evenly over the labels, right or wrong."""
        spread = added[:, None] / self.gold.shape[1]
        return LabelSums(self.right + (spread if right else 0.0), self.gold + spread, self.named + spread)


@dataclass(frozen=True, slots=True)
class LabelMetric:
    """What is reckoned from the sums: `of` gives a number for each draw, NaN where it is not defined.

    For an interval's lower bound wrong samples are added, for the upper one right ones, spread evenly over the labels:
    one in all, or with `by_label` half a one for each, for figures to which rare labels count as much as others.
    """

    of: Callable[[LabelSums], Shares]
    by_label: bool = False

    def more(self, labels: int) -> float:
        """How many samples are added, of so many labels."""
        return labels / 2 if self.by_label else 1.0


class LabelCounts:
    """Kinds of samples by gold and predicted label, as numbers to sum shares by; what is no label has none."""

    def __init__(self, gold: Labels, predicted: Labels, labels: Labels) -> None:
        place, eye = {label: n for n, label in enumerate(labels)}, np.eye(len(labels) + 1, len(labels))
        rows, columns = ([place.get(label, len(labels)) for label in side] for side in (gold, predicted))
        self.gold, self.named = eye[rows], eye[columns]
        self.right = self.gold * self.named

    def sums(self, drawn: Shares) -> LabelSums:
        """The sums of these draws of the kinds."""
        return LabelSums(np.dot(drawn, self.right), np.dot(drawn, self.gold), np.dot(drawn, self.named))


def drawn_figure(
    figure: LabelMetric, gold: Labels, predicted: Labels, times: Sequence[int] | None = None, labels: Labels = ()
) -> Estimate:
    """The figure with its 95 % interval; NaN for no samples, and where it is not defined.

    `labels` are all that count, () for those that occur. The interval goes from the 2.5 % to the 97.5 % point of the
    figures of shares drawn from Dirichlet distributions: the counts, and the samples that `LabelMetric` adds. With one
    sample Clopper & Pearson's (1934) interval of a share is of this kind.
    """
    n = counted(gold, predicted, times)
    if not n:
        return UNSCORED
    kinds, weights = kinds_of((gold, predicted), times)
    side = LabelCounts(kinds[0], kinds[1], labels or used_labels(figure, gold, predicted))
    value = float(_point_value(figure, side, weights))
    if np.isnan(value):
        return Estimate(value, n)
    drawn, added = draws_of(weights, figure.more(side.gold.shape[1]))
    sums = side.sums(drawn)
    lower, upper = (figure.of(sums.more(added, right)) for right in (False, True))
    return within(value, n, lower, upper)


def drawn_loss(
    figure: LabelMetric,
    before: tuple[Labels, Labels],
    after: tuple[Labels, Labels],
    times: Sequence[int] | None = None,
    labels: Labels = (),
) -> Estimate:
    """The figure before less the figure after, each given by gold and predicted labels of the same samples.

    What is drawn is how often all four labels come together, so that the interval is paired; otherwise as in
    `drawn_figure`; what is added is right only after for the lower bound, only before for the upper.
    """
    n = counted(before[0], before[1], times)
    for other in after:
        counted(before[0], other, times)
    if not n:
        return UNSCORED
    kinds, weights = kinds_of((*before, *after), times)
    first, then = (
        LabelCounts(*pair, labels or used_labels(figure, *pair)) for pair in zip(kinds[::2], kinds[1::2], strict=True)
    )
    value = float(_point_value(figure, first, weights)) - float(_point_value(figure, then, weights))
    if np.isnan(value):
        return Estimate(value, n)
    drawn, added = draws_of(weights, figure.more(max(first.gold.shape[1], then.gold.shape[1])))
    was, now = first.sums(drawn), then.sums(drawn)
    lower, upper = (
        figure.of(was.more(added, worse)) - figure.of(now.more(added, not worse)) for worse in (False, True)
    )
    return within(value, n, lower, upper)


def used_labels(figure: LabelMetric, *sides: Labels) -> Labels:
    """The labels that occur, in their order. That no label was given has no F1 of its own to be averaged."""
    labels = {label for side in sides for label in side}
    return sorted(labels - {NO_LABEL} if figure.by_label else labels)


def kinds_of(columns: Sequence[Labels], times: Sequence[int] | None) -> tuple[list[tuple[str, ...]], Shares]:
    """Each combination once, column by column, in one order whatever that of the samples, and how often it comes."""
    counts: Counter[tuple[str, ...]] = Counter()
    for kind, so_often in zip(zip(*columns, strict=True), times or repeat(1), strict=False):
        counts[kind] += so_often
    ordered = sorted(counts)
    return list(zip(*ordered, strict=True)), np.array([counts[kind] for kind in ordered], float)


def _point_value(figure: LabelMetric, side: LabelCounts, weights: Shares) -> np.float64:
    return np.float64(figure.of(side.sums(weights[None]))[0])


def draws_of(weights: Shares, more: float) -> tuple[Shares, Shares]:
    """(draws of the kinds, draws of `more` samples that are added), the same for the same weights; not yet shares."""
    random = np.random.default_rng(0)
    return random.standard_gamma(weights, (DRAWS, len(weights))), random.standard_gamma(more, DRAWS)


def within(value: float, n: int, lower: Shares, upper: Shares) -> Estimate:
    """The value, from the 2.5 % point of the draws for the lower bound to the 97.5 % point of those for the upper."""
    low, high = float(np.nanquantile(lower, 0.025)), float(np.nanquantile(upper, 0.975))
    return Estimate(value, n, min(low, value), max(high, value))


def _f1(sums: LabelSums) -> Shares:
    named = sums.gold + sums.named
    return np.asarray(2 * sums.right / np.where(named > 0, named, np.nan))


def _macro(sums: LabelSums) -> Shares:
    return np.asarray(_f1(sums).mean(axis=1))


def _second_f1(sums: LabelSums) -> Shares:
    return _f1(sums)[:, 1]


def _matthews(sums: LabelSums) -> Shares:
    total, chance = sums.gold.sum(axis=1), (sums.gold * sums.named).sum(axis=1)
    gold, named = (total**2 - (side**2).sum(axis=1) for side in (sums.gold, sums.named))
    tiny = 1e-12 * total**2  # one label only
    spread = np.sqrt(np.maximum(gold, tiny) * np.maximum(named, tiny))
    correlation = np.where(named <= tiny, 0.0, (total * sums.right.sum(axis=1) - chance) / spread)
    return np.asarray(np.where(gold <= tiny, np.nan, correlation))


MACRO_F1 = LabelMetric(_macro, by_label=True)
SECOND_F1 = LabelMetric(_second_f1)  # of two labels, by their order
MATTHEWS = LabelMetric(_matthews)

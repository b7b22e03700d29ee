"""Are two models' figures on the same samples apart by more than chance? Tested by exchanging their answers."""

import numpy as np

from core.metrics.drawn import Figure, Labels, LabelSums, Shares, Side, kinds_of

DRAWS = 9_999  # so that .0001 is the smallest p, and Holm's correction for 500 cells can still leave .05
AT_ONCE = 1_000  # draws, for what is held in memory


def exchange_test(figure: Figure, gold: Labels, one: Labels, other: Labels, labels: Labels = ()) -> float:
    """The two-sided p that the figures of two models' predictions of the same samples differ as they do by chance.

    The approximate randomisation test (Noreen 1989; Yeh 2000): for each sample a coin says whether the models' answers
    are exchanged. p is (1 + draws whose figures are at least as far apart as the models') / (1 + draws); the draws are
    the same for the same predictions. `labels` are all that count, () for those that occur. NaN where either has no
    figure, and for no samples.
    """
    if not len(gold):
        return float("nan")
    (told, first, second), weights = kinds_of((gold, one, other), None)
    columns = labels or sorted({*gold, *one, *other})
    sides = Side(told, first, columns), Side(told, second, columns)
    found = _apart(figure, *(side.sums(weights[None]) for side in sides))[0]
    if np.isnan(found):
        return float("nan")
    random, far, known = np.random.default_rng(0), 0, 0
    for start in range(0, DRAWS, AT_ONCE):
        draws = min(AT_ONCE, DRAWS - start), len(weights)
        exchanged = random.binomial(weights.astype(int), 0.5, draws).astype(float)
        kept = weights - exchanged
        apart = _apart(figure, _mixed(sides, kept, exchanged), _mixed(sides, exchanged, kept))
        far += int((apart >= found - 1e-12).sum())
        known += int((~np.isnan(apart)).sum())
    return (1 + far) / (1 + known)


def _apart(figure: Figure, one: LabelSums, other: LabelSums) -> Shares:
    return np.abs(figure.of(one) - figure.of(other))


def _mixed(sides: tuple[Side, Side], of_first: Shares, of_second: Shares) -> LabelSums:
    """The sums of so many samples of each kind with the first's answers and so many with the second's."""
    first, second = sides[0].sums(of_first), sides[1].sums(of_second)
    return LabelSums(first.right + second.right, first.gold + second.gold, first.named + second.named)

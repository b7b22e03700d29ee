"""How two runs are compared by a metric, sample by sample."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isnan, nan
from statistics import fmean

from core.metrics import UNSCORED, Estimate, accuracy_lost, cohens_kappa, share
from core.metrics.draws import over_draws, p_over_draws
from core.metrics.kappa_paired import kappa_difference
from core.metrics.posterior import LabelMetric, drawn_figure, drawn_loss
from core.metrics.significance import exchange_test, mcnemar

Labels = Sequence[str]


@dataclass(frozen=True, slots=True)
class TwoSides:
    """What two models say of the same samples: gold labels, and the predictions `before` and `after` of either.

    `labels` are all that there are; gold is "" where it is not known.
    """

    gold: Labels
    before: tuple[Labels, Labels]
    after: tuple[Labels, Labels]
    labels: Labels


@dataclass(frozen=True, slots=True)
class Compared:
    """Both figures, the second less the first with its interval, and its p; of several draws, of so many."""

    first: float
    second: float
    found: Estimate
    p: float
    draws: int = 1


NOTHING = Compared(nan, nan, UNSCORED, nan)


def over_the_draws(draws: Sequence[Compared]) -> Compared:
    """The mean of several draws, those without a figure left out, its interval for other samples and other draws."""
    scored = [draw for draw in draws if not isnan(draw.found.value)] or draws[:1]
    if len(scored) == 1:
        return scored[0]
    first, second = (fmean(figures) for figures in zip(*((draw.first, draw.second) for draw in scored), strict=True))
    of_all = over_draws([draw.found for draw in scored])
    return Compared(first, second, of_all.mean, p_over_draws(of_all.mean), of_all.count)


@dataclass(frozen=True, slots=True)
class Paired:
    """How two sides are compared, and by what test, in words."""

    compare: Callable[[TwoSides], Compared]
    test: str


def _kappas(sides: TwoSides) -> Compared:
    first, second = zip(sides.before, sides.after, strict=True)
    difference, below = kappa_difference(first, second)
    p = nan if isnan(difference.value) else min(1.0, 2 * min(below, 1 - below))
    return Compared(cohens_kappa(*first).value, cohens_kappa(*second).value, difference, p)


def shares(holds: Callable[[str, str, str], bool]) -> Paired:
    """Of a metric that is the share of samples of which something holds: `(gold, before, after) -> bool`."""

    def compare(sides: TwoSides) -> Compared:
        flags = [list(map(holds, sides.gold, *answers)) for answers in zip(sides.before, sides.after, strict=True)]
        worse = sum(was and not now for was, now in zip(*flags, strict=True))
        better = sum(now and not was for was, now in zip(*flags, strict=True))
        first, second = (share(sum(side), len(side)).value for side in flags)
        return Compared(first, second, accuracy_lost(flags[1], flags[0]), mcnemar(worse, better))

    return Paired(compare, "McNemar's exact test")


def drawn(figure: LabelMetric, of_two: bool = False) -> Paired:
    """Of a figure whose intervals are drawn; one `of_two` labels has all columns there are, and else no figure."""

    def compare(sides: TwoSides) -> Compared:
        if of_two and len(sides.labels) != 2:
            return NOTHING
        columns = tuple(sides.labels) if of_two else ()
        first, second = sides.after
        was, now = (drawn_figure(figure, sides.gold, predicted, labels=columns).value for predicted in sides.after)
        loss = drawn_loss(figure, (sides.gold, second), (sides.gold, first), labels=columns)
        return Compared(was, now, loss, exchange_test(figure, sides.gold, first, second, columns))

    return Paired(compare, "the randomisation test (answers exchanged)")


KAPPAS = Paired(_kappas, "the difference of kappas")

"""Learnability, robustness and post-augmentation of each model and perturbation, read off the outcomes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan, sqrt
from statistics import fmean, stdev

from core.experiments.records import Added, Labels, Outcome, OutcomeKey
from core.metrics.correlation import spearman
from core.metrics.estimate import Estimate
from core.metrics.learnability import average_learnability
from core.metrics.significance import LEVEL

ALL = "average"  # in place of a probability


@dataclass(frozen=True, slots=True)
class OverSeeds:
    """The mean of a figure over seeds, and the lowest and highest of them; NaN where no seed has it."""

    mean: float = nan
    low: float = nan
    high: float = nan
    seeds: int = 0

    @classmethod
    def of(cls, values: Iterable[float]) -> "OverSeeds":
        """Of those that are known."""
        defined = [value for value in values if not isnan(value)]
        return cls(fmean(defined), min(defined), max(defined), len(defined)) if defined else cls()


@dataclass(frozen=True, slots=True)
class Learned:
    """A model and a perturbation, by equations 1, 2, 4 and 5: all lie between -1 and 1, but for the average.

    Learnability at each probability: the accuracy on test texts of the perturbed class as they are perturbed, less that
    on them as they were; and its average. Robustness: the accuracy on perturbed texts less that on original ones,
    mostly negative. Post-augmentation: what training on perturbed texts adds to the accuracy on them.
    """

    model: str
    condition: str
    at: dict[float, OverSeeds]
    average: OverSeeds
    robustness: OverSeeds
    post_augmentation: OverSeeds

    def figure(self, at: float | str) -> float:
        """Learnability at this probability, or its average; NaN where there is none."""
        return (self.average if at == ALL else self.at.get(float(at), OverSeeds())).mean


def learned(outcomes: Sequence[Outcome], asked: Collection[float] = ()) -> list[Learned]:
    """A row for each model and perturbation, in the order of the outcomes; without an average where one of the
    probabilities that were asked for has no outcome yet."""
    by_key = {o.key: o for o in outcomes}
    pairs = dict.fromkeys((o.model, o.trained_on) for o in outcomes if o.labels is Labels.RANDOM)
    return [_learned(by_key, outcomes, asked, *pair) for pair in pairs]


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Spearman's correlation with its interval, and the two-sided p that ranks are as alike by chance."""

    estimate: Estimate
    p: float

    @property
    def in_words(self) -> str:
        """As the paper prints it: "-0.643*", a star where p is below .05; "" where there is none."""
        value = self.estimate.value
        return "" if isnan(value) else f"{value:.3f}{'*' if self.p < LEVEL else ''}"


@dataclass(frozen=True, slots=True)
class Correlations:
    """How learnability at one probability, or its average, goes together with other figures over all models and
    perturbations; `spread` is its standard deviation."""

    at: float | str
    spread: float
    average: RankCorrelation
    robustness: RankCorrelation
    post_augmentation: RankCorrelation


def correlations(rows: Sequence[Learned]) -> list[Correlations]:
    """The average, then each probability, against the average, robustness and post-augmentation (Tables 3 and 4)."""
    shares = sorted({share for row in rows for share in row.at})
    averages = [row.figure(ALL) for row in rows]
    robust, post = [row.robustness.mean for row in rows], [row.post_augmentation.mean for row in rows]

    def of(at: float | str) -> Correlations:
        figures = [row.figure(at) for row in rows]
        defined = [figure for figure in figures if not isnan(figure)]
        spread = stdev(defined) if len(defined) > 1 else nan
        against = (_spearman(figures, other) for other in (averages, robust, post))
        return Correlations(at, spread, *against)

    return [of(ALL), *map(of, shares)]


def most_telling(rows: Sequence[Correlations]) -> Correlations | None:
    """The single probability at which learnability differs most between pairs (appendix D); None without one."""
    single = [row for row in rows if row.at != ALL and not isnan(row.spread)]
    return max(single, key=lambda row: row.spread, default=None)


def _learned(
    by_key: Mapping[OutcomeKey, Outcome], outcomes: Sequence[Outcome], asked: Collection[float], model: str, on: str
) -> Learned:
    own = [o for o in outcomes if o.model == model]
    seeds = list(dict.fromkeys(o.seed for o in own))
    shares = sorted({o.share for o in own if o.labels is Labels.RANDOM and o.trained_on == on})

    def figure(seed: int, labels: Labels, trained_on: str, share: float, tested_on: str) -> float:
        outcome = by_key.get((model, seed, labels, trained_on, share, Added.ALL, tested_on))
        return outcome.accuracy if outcome else nan

    def at(seed: int, share: float) -> float:
        return figure(seed, Labels.RANDOM, on, share, on) - figure(seed, Labels.RANDOM, on, share, "")

    averages = (average_learnability({share: at(seed, share) for share in {*shares, *asked}}) for seed in seeds)
    gold = {seed: figure(seed, Labels.GOLD, "", 0.0, on) for seed in seeds}
    added = next((o.share for o in own if o.labels is Labels.GOLD and o.trained_on == on), 1.0)
    robust = (gold[seed] - figure(seed, Labels.GOLD, "", 0.0, "") for seed in seeds)
    post = (figure(seed, Labels.GOLD, on, added, on) - gold[seed] for seed in seeds)
    return Learned(
        model,
        on,
        {share: OverSeeds.of(at(seed, share) for seed in seeds) for share in shares},
        OverSeeds.of(averages),
        OverSeeds.of(robust),
        OverSeeds.of(post),
    )


def _spearman(one: Sequence[float], other: Sequence[float]) -> RankCorrelation:
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if not (isnan(a) or isnan(b))]
    estimate = spearman([a for a, _ in pairs], [b for _, b in pairs])
    return RankCorrelation(estimate, _p(estimate))


def _p(estimate: Estimate) -> float:
    """Two-sided, by Student's distribution of r sqrt((n - 2) / (1 - r²)); NaN for fewer than three pairs."""
    from scipy.special import stdtr  # only here: it takes 25 MB

    r, n = estimate.value, estimate.n
    if isnan(r) or n < 3:
        return nan
    return float(2 * stdtr(n - 2, -abs(r) * sqrt((n - 2) / max(1 - r * r, 1e-12))))

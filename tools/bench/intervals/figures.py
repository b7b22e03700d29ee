"""How often the 95 % intervals of F1, Matthews' correlation, weighted kappa and what is lost of them hold the truth."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from core.metrics import Estimate, f1_binary, f1_macro, matthews, weighted_kappa
from core.metrics.paired import LabelledPredictions, f1_binary_lost, f1_macro_lost, matthews_lost
from tools.bench.output import Out

SAMPLES = (200, 1821)
SHAPES = ((0.7, 0.3), (0.9, 0.1), (0.98, 0.02), (0.4, 0.3, 0.2, 0.07, 0.02, 0.01))  # how frequent each label is
RATES = (0.5, 0.8, 0.95, 0.996)
CHANGED = (0.004, 0.05, 0.2)  # of the right predictions become wrong
TABLES = 200
SEED = 21
Shares = NDArray[np.float64]
Side = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judging:
    """What is simulated: labels of these shares, each predicted rightly at this rate; `changed` of what was right
    becomes wrong when perturbed. `confused` with all others alike, or else with the first label only."""

    shares: tuple[float, ...]
    rate: float
    confused: bool = True
    changed: float = 0.0

    @property
    def table(self) -> Shares:
        """The share of each gold label (first), prediction before and prediction after."""
        size = len(self.shares)
        others = (1 - np.eye(size)) / (size - 1)
        if not self.confused:
            others = np.zeros((size, size))
            others[1:, 0] = others[0, 1] = 1.0
        before = np.array(self.shares)[:, None] * (self.rate * np.eye(size) + (1 - self.rate) * others)
        table = np.zeros((size, size, size))
        for gold, predicted in np.ndindex(before.shape):
            lost = self.changed if gold == predicted else 0.0
            table[gold, predicted, predicted] += before[gold, predicted] * (1 - lost)
            table[gold, predicted] += before[gold, predicted] * lost * others[gold]
        return table


@dataclass(frozen=True, slots=True)
class Simulated:
    """A figure that is simulated: `estimate` of (gold, before, after, times, labels); `true` of the true table, beside
    the drawn one, which says what labels came."""

    estimate: Callable[[Side, Side, Side, Sequence[int], Side], Estimate]
    true: Callable[[Shares, Shares], float]
    most: int = 50  # labels


def _f1s(table: Shares) -> Shares:
    return np.asarray(2 * np.diag(table) / (table.sum(axis=0) + table.sum(axis=1)))


def _macro(table: Shares, sample: Shares) -> float:
    return float(_f1s(table)[sample.sum(axis=0) + sample.sum(axis=1) > 0].mean())


def _second_f1(table: Shares, _: Shares) -> float:
    return float(_f1s(table)[1])


def _matthews(table: Shares, _: Shares) -> float:
    gold, predicted = table.sum(axis=1), table.sum(axis=0)
    spread = (1 - (gold**2).sum()) * (1 - (predicted**2).sum())
    return float((np.trace(table) - (gold * predicted).sum()) / np.sqrt(spread))


def _weighted(table: Shares, _: Shares) -> float:
    places = np.arange(len(table))
    apart = np.subtract.outer(places, places) ** 2.0
    both = table.sum(axis=0)
    return float(1 - (apart * both).sum() / (apart * np.outer(both.sum(axis=1), both.sum(axis=0))).sum())


def _figure_before(figure: Callable[[Shares, Shares], float]) -> Callable[[Shares, Shares], float]:
    return lambda table, sample: figure(table.sum(axis=2), sample.sum(axis=2))


def _loss(figure: Callable[[Shares, Shares], float]) -> Callable[[Shares, Shares], float]:
    return lambda table, sample: _figure_before(figure)(table, sample) - figure(table.sum(axis=1), sample.sum(axis=1))


FIGURES = {
    "F1": Simulated(lambda g, b, a, n, _: f1_binary(g, b, "1", n), _figure_before(_second_f1), 2),
    "macro F1": Simulated(lambda g, b, a, n, _: f1_macro(g, b, n), _figure_before(_macro)),
    "Matthews": Simulated(lambda g, b, a, n, _: matthews(g, b, n), _figure_before(_matthews)),
    "weighted kappa": Simulated(lambda g, b, a, n, order: weighted_kappa(b, a, order, n, squared=True), _weighted),
    "F1 lost": Simulated(
        lambda g, b, a, n, _: f1_binary_lost(LabelledPredictions(g, b), LabelledPredictions(g, a), "1", n),
        _loss(_second_f1),
        2,
    ),
    "macro F1 lost": Simulated(
        lambda g, b, a, n, _: f1_macro_lost(LabelledPredictions(g, b), LabelledPredictions(g, a), n), _loss(_macro)
    ),
    "Matthews lost": Simulated(
        lambda g, b, a, n, _: matthews_lost(LabelledPredictions(g, b), LabelledPredictions(g, a), n), _loss(_matthews)
    ),
}
OF_ONE_SIDE = ("F1", "macro F1", "Matthews")


def judgings(name: str) -> Iterator[Judging]:
    """Every truth that a figure is simulated for."""
    shapes = [shape for shape in SHAPES if len(shape) <= FIGURES[name].most]
    for shape in shapes:
        for rate in RATES:
            for confused in (True, False):
                yield from (
                    Judging(shape, rate, confused, changed) for changed in ((0.0,) if name in OF_ONE_SIDE else CHANGED)
                )


def covered(name: str, truth: Judging, n: int, tables: int = TABLES) -> float:
    """The share of tables of n samples whose interval holds the figure of the truth; NaN where most have no figure.

    The truth of a macro F1 is that of the labels that come in the table.
    """
    figure, table = FIGURES[name], truth.table
    labels = tuple(map(str, range(len(truth.shares))))
    held = []
    for counts in np.random.default_rng(SEED).multinomial(n, table.ravel(), tables):
        places = np.flatnonzero(counts)
        kinds = np.unravel_index(places, table.shape)
        gold, before, after = (tuple(labels[place] for place in side) for side in kinds)
        estimate = figure.estimate(gold, before, after, [int(n) for n in counts[places]], labels)
        if not isnan(estimate.value):
            held.append(estimate.low <= figure.true(table, counts.reshape(table.shape)) <= estimate.high)
    return float(np.mean(held)) if len(held) > tables / 2 else nan


def run(out: Out, tables: int = TABLES) -> None:
    """Print, for each figure, the mean and the lowest coverage, where that is, and how many truths are below .93."""
    out(f"  95 % intervals of figures by gold label: how many of {tables} drawn tables' hold the true figure")
    out(f"  {'figure':16} {'truths':>7} {'mean':>6} {'lowest':>7} {'< .93':>6}  lowest at")
    for name in FIGURES:
        shares = {
            (truth, n): share
            for truth in judgings(name)
            for n in SAMPLES
            if not isnan(share := covered(name, truth, n, tables))
        }
        (truth, n), least = min(shares.items(), key=lambda item: item[1])
        below = sum(share < 0.93 for share in shares.values())
        mean = float(np.mean(list(shares.values())))
        where = f"{len(truth.shares)} labels, rarest {min(truth.shares):g}, rate {truth.rate:g}, n {n:,}"
        out(f"  {name:16} {len(shares):7} {mean:6.3f} {least:7.3f} {below:6}  {where}, changed {truth.changed:g}")

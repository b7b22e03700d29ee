"""How often the 95 % interval of a kappa holds the truth, beside the usual formula's and the bootstrap's: simulated."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from core.metrics.agreement import kappa_interval
from core.metrics.estimate import Z
from tools.bench.output import Out

LABELS, KAPPAS, SAMPLES = (2, 3, 6), (0.9, 0.98, 0.996), (200, 500, 1821)
TABLES = 400  # drawn for each truth
RESAMPLED = 200  # tables of a bootstrap
SEED = 20
Times = NDArray[np.int64]
Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Truth:
    """What is simulated: `even` labels, or each half as frequent as the last; minds change both ways, or `one_sided`
    only from the first label to the second."""

    labels: int
    even: bool
    one_sided: bool
    kappa: float

    @property
    def table(self) -> NDArray[np.float64]:
        """The share of each label before (row) and after (column), with this kappa."""
        names = np.full(self.labels, 1.0) if self.even else 0.5 ** np.arange(self.labels)
        names /= names.sum()
        changed = np.outer(names, names)
        if self.one_sided:
            changed = np.diag(names)
            changed[0, 0], changed[0, 1] = 0, names[0]
        low, high = 0.0, 1.0
        for _ in range(60):  # how much changes is found by halving
            share = (low + high) / 2
            table = (1 - share) * np.diag(names) + share * changed
            low, high = (share, high) if kappa_of(table) > self.kappa else (low, share)
        return table


def kappa_of(table: NDArray[np.float64] | Times) -> float:
    """Cohen's kappa of a table of counts or shares; 1 where both sides name one label throughout."""
    shares = table / table.sum()
    chance = float((shares.sum(axis=0) * shares.sum(axis=1)).sum())
    return (float(np.trace(shares)) - chance) / (1 - chance) if chance < 1 else 1.0


def ours(times: Times) -> Interval:
    """What Flinch shows."""
    low, high = kappa_interval(tuple(map(tuple, times.tolist())))
    return min(low, kappa_of(times)), max(high, kappa_of(times))


def fleiss(times: Times) -> Interval:
    """Fleiss, Cohen & Everitt (1969), formula 13: kappa ± z standard errors."""
    shares, kappa = times / times.sum(), kappa_of(times)
    before, after = shares.sum(axis=1), shares.sum(axis=0)
    chance = float((before * after).sum())
    if chance == 1:
        return 1.0, 1.0
    same = np.eye(len(shares), dtype=bool)
    sums = before[:, None] + after[None, :]
    weights = np.where(same, (1 - sums * (1 - kappa)) ** 2, ((after[:, None] + before[None, :]) * (1 - kappa)) ** 2)
    spread = float((shares * weights).sum()) - (kappa - chance * (1 - kappa)) ** 2
    half = Z * sqrt(max(spread, 0) / times.sum()) / (1 - chance)
    return kappa - half, kappa + half


def bootstrap(times: Times) -> Interval:
    """The middle 95 % of the kappas of tables drawn from this one."""
    tables = np.random.default_rng(0).multinomial(times.sum(), (times / times.sum()).ravel(), RESAMPLED)
    kappas = [kappa_of(table.reshape(times.shape)) for table in tables]
    low, high = np.quantile(kappas, (0.025, 0.975))
    return float(low), float(high)


METHODS: dict[str, Callable[[Times], Interval]] = {"ours": ours, "Fleiss": fleiss, "bootstrap": bootstrap}


def truths(labels: tuple[int, ...] = LABELS, kappas: tuple[float, ...] = KAPPAS) -> Iterator[Truth]:
    """Every truth that is simulated."""
    shapes = ((even, one_sided) for even in (True, False) for one_sided in (False, True))
    return (Truth(n, *shape, kappa) for shape in shapes for n in labels for kappa in kappas)


def covered(truth: Truth, n: int, method: Callable[[Times], Interval], tables: int = TABLES) -> float:
    """The share of tables of n samples drawn from this truth whose interval holds its kappa."""
    drawn_tables = np.random.default_rng(SEED).multinomial(n, truth.table.ravel(), tables)
    unlike, times = np.unique(drawn_tables, axis=0, return_counts=True)
    held = (method(row.reshape(truth.labels, -1)) for row in unlike)
    return sum(int(t) for t, (low, high) in zip(times, held, strict=True) if low <= truth.kappa <= high) / tables


def run(out: Out, tables: int = TABLES) -> None:
    """Print a line for each truth and number of samples, and the lowest and mean coverage of each method."""
    out(f"  95 % intervals of kappa: how many of {tables} drawn tables' hold the true kappa")
    out(f"  {'labels':26} {'kappa':>6} {'n':>6}" + "".join(f" {name:>10}" for name in METHODS))
    coverages: dict[str, list[float]] = {name: [] for name in METHODS}
    for truth in truths():
        what = f"{truth.labels}{', even' if truth.even else ', uneven'}{', one-sided' if truth.one_sided else ''}"
        for n in SAMPLES:
            shares = {name: covered(truth, n, method, tables) for name, method in METHODS.items()}
            out(f"  {what:26} {truth.kappa:6} {n:6}" + "".join(f" {share:10.3f}" for share in shares.values()))
            for name, share in shares.items():
                coverages[name].append(share)
    out(f"  {'lowest':40}" + "".join(f" {min(shares):10.3f}" for shares in coverages.values()))
    out(f"  {'mean':40}" + "".join(f" {np.mean(shares):10.3f}" for shares in coverages.values()))

"""Romero 2023's robustness: kappa times the share of samples perturbed, and its means over a grid (Tables 27-29).

The thesis describes the score in words; the rule here is the one under which its tables come out of its 520 kappas.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from core.metrics.estimate import Estimate

REPRESENTATIVE = 0.5  # of the samples are changed on average, or a perturbation says little of its level (Table 29)
WORD_CASE = "WordCase"  # in no mean of Table 27; by other rules too, which stand behind it


@dataclass(frozen=True, slots=True)
class GridKappa:
    """The kappa of one cell of a grid, in its place; `share` (0-1) of the samples were perturbed.

    `low` and `high` bound kappa's 95 % interval, NaN where there is none.
    """

    model: str
    task: str
    level: str
    perturbation: str
    kappa: float
    share: float
    low: float = nan
    high: float = nan

    @property
    def weighted(self) -> tuple[float, float, float]:
        """Kappa times share, and its bounds. Where nothing was perturbed it is 0, whatever kappa would be."""
        if not self.share:
            return 0.0, 0.0, 0.0
        return self.kappa * self.share, self.low * self.share, self.high * self.share


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a leaderboard: what was ranked, its robustness and the mean share of samples perturbed (0-1), with the
    weights that cells have in the score."""

    name: str
    robustness: Estimate
    share: float


def robustness(cells: Iterable[GridKappa]) -> Estimate:
    """The mean over the levels of the mean over a level's cells of kappa times share perturbed; `n` counts cells.

    So it is in the thesis for a model and for a task, without WordCase. A cell without a kappa is left out, and so are
    all of a model's on a task where it has none wherever something was changed: it told no texts apart. The interval
    goes from the same mean of the lower bounds to that of the upper ones: cells share samples and models, and this
    would be exact if all erred together; so it is wide rather than narrow. NaN for no cells.
    """
    return _estimate(_scored_cells(cells), lambda cell: cell.level)


def by_model(cells: Sequence[GridKappa]) -> list[Ranked]:
    """Each model's robustness, without WordCase, best first (Table 27, left)."""
    return _rank_groups(_without_word_case(cells), lambda cell: cell.model, lambda cell: cell.level)


def by_task(cells: Sequence[GridKappa]) -> list[Ranked]:
    """Each task's robustness, without WordCase, best first (Table 27, middle)."""
    return _rank_groups(_without_word_case(cells), lambda cell: cell.task, lambda cell: cell.level)


def by_level(cells: Sequence[GridKappa], representative: bool = False) -> list[Ranked]:
    """Each level's mean over its perturbations of the mean over their cells, best first.

    Without WordCase (Table 27, right); with `representative` only over the perturbations that changed half of the
    samples or more on average, and then WordCase counts (Table 29: its printed .723 needs the .632 that Table 28 prints
    for WordCase, where the thesis's own cells give .618, and so .721 here).
    """
    if not representative:
        counted = _without_word_case(cells)
    else:
        kept = {place.name for place in by_perturbation(cells) if place.share >= REPRESENTATIVE}
        counted = [cell for cell in cells if cell.perturbation in kept]
    return _rank_groups(counted, lambda cell: cell.level, lambda cell: cell.perturbation)


def by_perturbation(cells: Sequence[GridKappa], level: str = "") -> list[Ranked]:
    """Each perturbation's mean over its cells, best first (Table 28); `level` "" takes those of all levels."""
    chosen = [cell for cell in cells if level in ("", cell.level)]
    return _rank_groups(chosen, lambda cell: cell.perturbation, lambda cell: cell.perturbation)


def _rank_groups(
    cells: Sequence[GridKappa], name: Callable[[GridKappa], str], within: Callable[[GridKappa], str]
) -> list[Ranked]:
    """The share is that of the cells that are scored; of all where none is."""
    scored, places = _group_cells(_scored_cells(cells), name), list[Ranked]()
    for group, members in _group_cells(cells, name).items():
        (share,) = _mean_of_means(scored.get(group, members), within, lambda cell: [cell.share])
        places.append(Ranked(group, _estimate(scored.get(group, []), within), share))
    return sorted(places, key=lambda place: -place.robustness.value if place.robustness.n else 2.0)


def _estimate(cells: Sequence[GridKappa], within: Callable[[GridKappa], str]) -> Estimate:
    if not cells:
        return Estimate(nan, 0)
    value, low, high = _mean_of_means(cells, within, lambda cell: cell.weighted)
    return Estimate(value, len(cells), low, high)


def _mean_of_means(
    cells: Iterable[GridKappa], within: Callable[[GridKappa], str], figures: Callable[[GridKappa], Sequence[float]]
) -> list[float]:
    means = [np.mean([figures(cell) for cell in members], axis=0) for members in _group_cells(cells, within).values()]
    return [float(mean) for mean in np.mean(means, axis=0)]


def _group_cells(cells: Iterable[GridKappa], name: Callable[[GridKappa], str]) -> dict[str, list[GridKappa]]:
    groups: dict[str, list[GridKappa]] = {}
    for cell in cells:
        groups.setdefault(name(cell), []).append(cell)
    return groups


def _scored_cells(cells: Iterable[GridKappa]) -> list[GridKappa]:
    cells = list(cells)
    telling = {(cell.model, cell.task) for cell in cells if cell.share and not isnan(cell.kappa)}
    return [cell for cell in cells if (cell.model, cell.task) in telling and not isnan(cell.weighted[0])]


def _without_word_case(cells: Sequence[GridKappa]) -> list[GridKappa]:
    return [cell for cell in cells if not cell.perturbation.startswith(WORD_CASE)]

"""Scores of several draws of a perturbation as one: their mean, and how far they differ."""

from collections.abc import Iterable
from dataclasses import replace
from math import nan

from core.metrics import Estimate
from core.metrics.draws import over_draws, p_over_draws
from core.records import Score
from data.runs.measures.registry import bounded

P = "_p"  # how the metric of a p begins with what it is the p of


def over_the_draws(found: Iterable[Score]) -> list[Score]:
    """One score for those that several draws of a cell have; the original texts, which have one, stay as they are."""
    groups: dict[tuple[object, ...], list[Score]] = {}
    for score in found:
        groups.setdefault((score.model, score.metric, score.perturbation, score.severity), []).append(score)
    return [_mean(group) if len(group) > 1 else group[0] for group in groups.values()]


def _mean(group: list[Score]) -> Score:
    first = group[0]
    of_all = over_draws([Estimate(one.value, one.n, one.low, one.high) for one in group])
    if first.metric.endswith(P):
        return replace(first, value=p_over_draws([one.value for one in group]), low=nan, high=nan, draws=of_all.draws)
    low, high = bounded(first.metric, of_all.mean.low, of_all.mean.high)
    return replace(first, value=of_all.mean.value, low=low, high=high, draws=of_all.draws, draws_sd=of_all.sd)

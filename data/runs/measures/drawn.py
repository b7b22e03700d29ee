"""Scores of several draws of a perturbation as one: their mean, and how far they differ."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import nan

from core.metrics import Estimate
from core.metrics.draws import over_draws, p_over_draws
from core.metrics.estimate import MeanEstimate
from core.records import Score
from data.runs.measures.registry import bounded

P = "_p"  # how the metric of a p begins with what it is the p of
Key = tuple[object, ...]


def over_the_draws(scores: Iterable[Score]) -> list[Score]:
    """One score for those that several draws of a cell have; the original texts, which have one, stay as they are.

    The p of a figure is that of its mean over draws.
    """
    groups: dict[Key, list[Score]] = {}
    for score in scores:
        groups.setdefault(_key(score, score.metric), []).append(score)
    means = {key: over_draws([Estimate(s.value, s.n, s.low, s.high) for s in group]) for key, group in groups.items()}
    return [_mean(group[0], means) if len(group) > 1 else group[0] for group in groups.values()]


def _key(score: Score, metric: str) -> Key:
    return score.model, metric, score.perturbation, score.severity


def _mean(first: Score, means: Mapping[Key, MeanEstimate]) -> Score:
    of_all = means[_key(first, first.metric)]
    if first.metric.endswith(P):
        figure = means[_key(first, first.metric.removesuffix(P))]
        return replace(first, value=p_over_draws(figure.mean), low=nan, high=nan, draws=of_all.count)
    low, high = bounded(first.metric, of_all.mean.low, of_all.mean.high)
    return replace(first, value=of_all.mean.value, low=low, high=high, draws=of_all.count, draws_sd=of_all.sd)

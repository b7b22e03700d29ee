"""Scores of several trainings of a model as one: their mean, how far they differ, and what is more than chance."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan, nan

from core.metrics import Estimate
from core.metrics.trainings import differing, lost_p, over_trainings
from core.records import Score
from data.runs.counts import Curated
from data.runs.files import RunCard
from data.runs.measures.drawn import P
from data.runs.measures.registry import OF_TEXTS, bounded
from data.runs.measures.scoring import LOST
from data.runs.scores import run_card, scores
from data.workspace import Workspace

Place = tuple[object, ...]


def scored(
    workspace: Workspace,
    run_id: str,
    curated: Curated | None = None,
    each: bool = False,
    only_changed: bool | None = None,
) -> list[Score]:
    """All scores of a run, `averaged` or for each training; raises BadInput where there is no such run.

    With `only_changed` over the samples that a perturbation changed; None for what the run's paper does.
    """
    card = run_card(workspace, run_id)
    all_scores = scores(workspace, run_id, curated, card.over_changed(only_changed, curated is not None))
    return all_scores if each else averaged(card, all_scores)


def averaged(card: RunCard, all_scores: Iterable[Score]) -> list[Score]:
    """The scores with those of several trainings of a model replaced by their mean, under the model's own name.

    The p of what is lost is that of the paired t-test over the trainings; a model that was trained once stays as it is.
    """
    own = {model.name: model.training_of for model in card.models if model.training_of}
    groups: dict[Place, list[Score]] = {}
    for score in all_scores:
        name = own.get(score.model, score.model)
        groups.setdefault((name, score.metric, score.perturbation, score.severity), []).append(score)
    return [
        score
        for (name, *_), group in groups.items()
        for score in (_mean(str(name), group) if group[0].model in own else group)
    ]


def _mean(model: str, group: Sequence[Score]) -> Iterator[Score]:
    """One score, and beside one of what is lost its p."""
    first = group[0]
    if first.metric.endswith(P):
        return
    of_all = over_trainings([Estimate(score.value, score.n, score.low, score.high) for score in group])
    mean, sd = of_all.mean, nan if first.metric in OF_TEXTS else of_all.sd
    low, high = bounded(first.metric, mean.low, mean.high)
    draws_sd = sum(score.draws_sd for score in group) / len(group)
    row = replace(
        first, model=model, value=mean.value, n=mean.n, low=low, high=high, sd=sd, draws_sd=draws_sd,
        trainings=of_all.count,
    )  # fmt: skip
    yield row
    if first.metric in LOST.values():
        yield replace(
            row, metric=first.metric + P, value=lost_p([score.value for score in group]), low=nan, high=nan, sd=nan
        )


def runs_that_differ(card: RunCard, all_scores: Sequence[Score], metric: str) -> Mapping[str, tuple[int, float]]:
    """For each model with several trainings how many pairs of them were compared by this metric, on the original and
    the perturbed texts, and the smallest p of them, corrected by Holm; NaN where there is none.
    """
    tested = {}
    for name, trainings in card.trainings.items():
        tables = [_figures(all_scores, model.name, metric) for model in trainings]
        common = [place for place in tables[0] if all(not isnan(table.get(place, nan)) for table in tables)]
        if len(trainings) > 1:
            ps = differing([[table[place] for place in common] for table in tables])
            tested[name] = len(ps), min((p for p in ps if not isnan(p)), default=nan)
    return tested


def _figures(all_scores: Sequence[Score], model: str, metric: str) -> dict[Place, float]:
    return {(s.perturbation, s.severity): s.value for s in all_scores if (s.model, s.metric) == (model, metric)}

"""What perturbing costs a model, as a mean over the perturbations of a level: Table 5 of Moradi & Samwald 2021."""

from collections.abc import Iterator, Sequence
from math import isnan, nan
from statistics import fmean, stdev

from core.design import Condition
from core.metrics.trainings import lost_p
from core.perturbations.registry import find
from core.records import Score
from core.rounding import rounded
from data.runs.files import RunCard
from data.runs.headline import main_metric
from data.runs.measures.kept import kept_here
from data.runs.measures.scoring import LOST
from data.runs.scores import run_card, scores
from data.workspace import Workspace

SEVERAL = "several"  # the level of a chain


def level_lines(
    workspace: Workspace, run: str, each: bool = False, kept_only: bool = False, only_changed: bool | None = None
) -> Iterator[str]:
    """Tab-separated, under a head: model, level, severity, metric, mean decrease, perturbations, sd, trainings, p.

    The decrease is of the metric that the papers report of the data set. A training has the mean over the
    perturbations of a level at a severity; what is printed is the mean of the trainings, their standard deviation, and
    the p of a paired t-test over them (NaN for one), or `each` of them. What is scored is as in `score_lines`.
    """
    card = run_card(workspace, run)
    changed = card.over_changed(only_changed, kept_only)
    curated = kept_here(workspace, run, kept_only)
    lost = LOST[main_metric(card.dataset, card.task)]
    yield "model\tlevel\tseverity\tmetric\tvalue\tperturbations\tsd\ttrainings\tp"
    for (model, level, severity), values in level_means(card, scores(workspace, run, curated, changed, [lost]), each):
        means = [mean for mean, _ in values]
        sd, p = (stdev(means), lost_p(means)) if len(means) > 1 else (nan, nan)
        numbers = (rounded(fmean(means), 4, ()), f"{values[0][1]}", f"{sd:.4f}", f"{len(means)}", f"{p:.4f}")
        yield "\t".join((model, level, severity, lost, *numbers))


def level_means(
    card: RunCard, all_scores: Sequence[Score], each: bool = False
) -> Iterator[tuple[tuple[str, str, str], list[tuple[float, int]]]]:
    """For each model, level and severity the mean of these scores in each training, and over how many perturbations.

    What could not be scored is left out.
    """
    own = {} if each else {model.name: model.training_of for model in card.models if model.training_of}
    groups: dict[tuple[str, str, str], dict[str, list[float]]] = {}
    for score in all_scores:
        if score.severity is not None and not isnan(score.value):
            steps = Condition(score.perturbation, score.severity).steps
            level = str(find(score.perturbation).level) if len(steps) == 1 else SEVERAL
            place = (own.get(score.model) or score.model, level, str(score.severity))
            groups.setdefault(place, {}).setdefault(score.model, []).append(score.value)
    for place, trainings in groups.items():
        yield place, [(fmean(values), len(values)) for values in trainings.values()]

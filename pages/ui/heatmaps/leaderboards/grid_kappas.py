"""The kappas of the user's own runs in their places of a grid, as leaderboards take them."""

from collections.abc import Iterable, Mapping

from core.errors import BadInput
from core.metrics.grid import WORD_CASE, GridKappa
from core.perturbations.registry import find
from core.records import Score
from core.rules import plain_name, rules_in_words
from data.published.tables import romero_kappas
from data.runs.files import RunCard
from pages.ui.heatmaps.comparison import SAME
from pages.ui.shared.perturbation_words import short

CHAIN = "chain"  # the level of several perturbations one after another


def grid_kappas(scores: Iterable[Score]) -> list[GridKappa]:
    """Each cell that was predicted, its data set as task; what the thesis ran too has the thesis's level and name."""
    perturbed = [score for score in scores if score.perturbation]
    shares = {_place(score): score.value for score in perturbed if score.metric == "share_perturbed"}
    return [
        GridKappa(
            score.model,
            score.dataset,
            *level_and_name(score.perturbation),
            score.value,
            shares[_place(score)],
            score.low,
            score.high,
        )
        for score in perturbed
        if score.metric == "kappa"
    ]


def level_and_name(perturbation: str) -> tuple[str, str]:
    """("other", "Twitter") for "twitter": the level is the thesis's where it ran the same, the name that of the rows of
    heatmaps, but for word case, which its means leave out; "chain" for several at once."""
    level, _, printed = SAME.get(plain_name(perturbation), "").partition(":")
    if (level, printed) in {(figure.level, figure.perturbation) for figure in romero_kappas()}:
        return level, WORD_CASE + rules_in_words(perturbation) if printed == WORD_CASE else short(perturbation)
    try:
        return str(find(perturbation).level), short(perturbation)
    except BadInput:
        return CHAIN, short(perturbation)


def alike(scores: Iterable[Score], runs: Mapping[str, RunCard]) -> bool:
    """Whether all models met the same cells of the same samples, so that their means may be compared."""
    met: dict[str, set[tuple[object, ...]]] = {}
    for score in scores:
        if score.perturbation and score.metric == "kappa":
            run = runs[score.run]
            texts = (run.dataset, run.split, run.samples, run.seed)
            met.setdefault(score.model, set()).add((*texts, score.perturbation, score.severity))
    return len(set(map(frozenset, met.values()))) <= 1


def _place(score: Score) -> tuple[object, ...]:
    return score.run, score.model, score.perturbation, score.severity

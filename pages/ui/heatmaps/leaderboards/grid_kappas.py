"""The kappas of the user's own runs in their places of a grid, as leaderboards take them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import isnan

from core.errors import BadInput
from core.metrics.grid import WORD_CASE, GridKappa
from core.perturbations.registry import find
from core.records import Score
from core.rules import plain_name, rules_in_words
from data.published.tables import romero_kappas
from data.runs.files import RunCard
from pages.ui.heatmaps.comparison import SAME
from pages.ui.runs.names import distinct
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


def of_each_run(scores: Iterable[Score], cards: Sequence[RunCard]) -> list[Score]:
    """The scores, where runs have a model on the same data set each with its run: "CNN, n = 80"."""
    often = Counter((card.dataset, model) for card in cards for model in card.trainings)
    if max(often.values(), default=0) < 2:
        return list(scores)
    datasets, splits = ({card.dataset for card in cards}, {card.split for card in cards})
    names = distinct({
        card.id: ", ".join([
            *[card.dataset] * (len(datasets) > 1), *[card.split] * (len(splits) > 1), f"n = {card.samples:,}"
        ])
        for card in cards
    })  # fmt: skip
    return [replace(score, model=f"{score.model}, {names[score.run]}") for score in scores]


def of_common_cells(scores: Sequence[Score], runs: Mapping[str, RunCard]) -> tuple[list[Score], int, int]:
    """The scores without those of cells that not every model has; how many cells all have, and how many there are."""
    cells: dict[str, set[tuple[object, ...]]] = {}
    for score in scores:
        if score.perturbation and score.metric == "kappa" and not isnan(score.value):
            cells.setdefault(score.model, set()).add(_cell(score, runs))
    common = set.intersection(*cells.values()) if cells else set()
    kept = [score for score in scores if not score.perturbation or _cell(score, runs) in common]
    return kept, len(common), len(set().union(*cells.values()))


def same_samples(scores: Iterable[Score], runs: Mapping[str, RunCard]) -> bool:
    """Whether all models were tested on as many samples of each data set, drawn and perturbed with one seed."""
    samples: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for run in (runs[score.run] for score in scores):
        samples.setdefault((run.dataset, run.split), set()).add((run.samples, run.seed))
    return all(len(different) == 1 for different in samples.values())


def _cell(score: Score, runs: Mapping[str, RunCard]) -> tuple[object, ...]:
    run = runs[score.run]
    return run.dataset, run.split, score.perturbation, score.severity


def _place(score: Score) -> tuple[object, ...]:
    return score.run, score.model, score.perturbation, score.severity

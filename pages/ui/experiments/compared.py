"""Two experiments on one question side by side: a column for each model of each."""

from collections.abc import Callable, Sequence
from math import nan

import streamlit as st

from core.experiments.corruption_results import corrupted
from core.experiments.learnability_results import OverSeeds, learned
from core.experiments.registry import Reading, find_experiment
from core.metrics.estimate import UNSCORED, Estimate
from core.text.casing import capitalised
from data.experiments.files import ExperimentCard, outcomes
from data.runs.measures.registry import metrics
from pages.ui.experiments.corruption import WHERE
from pages.ui.experiments.figures import area_of, names_of
from pages.ui.experiments.heatmaps import (
    CHANGE,
    LEARNABILITY,
    NO_INTERVALS,
    can_be_bounded,
    heatmap_of,
    in_points,
    share_changed,
)
from pages.ui.experiments.table import title_of
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.heatmap import Origin
from pages.ui.runs.names import distinct
from pages.ui.shared.literal import literally
from pages.ui.shell.session import workspace

LEARNED: dict[str, Callable[..., OverSeeds]] = {
    "Average learnability": lambda row: row.average,
    "Robustness": lambda row: row.robustness,
    "Post-augmentation": lambda row: row.post_augmentation,
}
CHANGED = dict(zip(WHERE, ("training texts", "test texts", "training and test texts"), strict=True))
AVERAGE = next(iter(LEARNED))
OF_ALL_TEXTS = "Only trainings with all texts perturbed are compared; neither experiment has one."
Column = tuple[ExperimentCard, str, dict[str, Estimate]]
"""An experiment, a model, and by condition its figure."""


def draw_compared(cards: Sequence[ExperimentCard]) -> None:
    """A heatmap of perturbations by model, with a choice of what is compared."""
    reading = find_experiment(cards[0].experiment).reading
    corruption = reading is Reading.CORRUPTION
    choices = list(WHERE if corruption else LEARNED)
    label, usual = ("Perturbed", "Test") if corruption else ("Figure", AVERAGE)
    chosen = st.segmented_control(label, choices, default=usual, required=True, key=f"compared-{reading}")
    if chosen == AVERAGE and (reason := why_no_averages(cards)):
        st.info(reason)
        return
    columns = [column for card in cards for column in (_changes if corruption else _learnability)(card, chosen)]
    conditions = list(dict.fromkeys(condition for *_, figures in columns for condition in figures))
    if not conditions:
        partly = corruption and not any(1 in card.request.shares for card in cards)
        st.info(OF_ALL_TEXTS if partly else "No training on perturbed texts is finished yet.")
        return
    compared = {card.id for card, *_ in columns}
    for card in cards:
        if card.id not in compared:
            yet = "" if card.finished else " yet"
            st.caption(f":material/info: {literally(title_of(card))} has nothing to compare{yet}.")
    ids = distinct({f"{model} {card.id}": _head(card, model, corruption) for card, model, _ in columns})
    heads, names = list(ids.values()), names_of(conditions)
    lines = [(names[on], [figures.get(on, UNSCORED) for *_, figures in columns]) for on in conditions]
    at = choices.index(chosen)
    shares = [[share_changed(card, on)[at] if corruption else nan for card, *_ in columns] for on in conditions]
    bounded = {head: can_be_bounded(card, chosen) for head, (card, *_) in zip(heads, columns, strict=True)}
    title = f"Change with perturbed {CHANGED[chosen]}" if corruption else chosen
    about = "Change in points from the original texts." if corruption else "A column for each experiment and model."
    if chosen == AVERAGE:
        title = capitalised(area_of(cards[0].request.shares))
    if corruption and not all(bounded.values()):
        about = f"{about} {NO_INTERVALS}"
    heatmap = heatmap_of(
        title, about, lines, heads,
        LEARNABILITY if chosen == AVERAGE else CHANGE, Origin("two experiments", cards[0].experiment),
        shares=shares, bounded=lambda _, head: bounded[head], beside=None,
    )  # fmt: skip
    draw(heatmap, "compared", small=True)


def why_no_averages(cards: Sequence[ExperimentCard]) -> str:
    """Why the average learnability of these can't be compared, "" where it can."""
    ends = {(min(card.request.shares), max(card.request.shares)) for card in cards}
    if len(ends) > 1:
        return "The averages are not comparable: these experiments have different lowest or highest probabilities."
    lowest, highest = ends.pop()
    return "These experiments have only one probability, so there is no average." if lowest == highest else ""


def _head(card: ExperimentCard, model: str, scored: bool) -> str:
    return f"{card.dataset}, {model}" + (f" ({metrics()[card.metrics[0]].title})" if scored else "")


def _changes(card: ExperimentCard, where: str) -> list[Column]:
    rows = [row for row in corrupted(outcomes(workspace(), card.id), card.metrics[0]) if row.share == 1]
    of = {(row.model, row.condition): in_points(row.changed[WHERE.index(where)]) for row in rows}
    return _columns(card, of)


def _learnability(card: ExperimentCard, figure: str) -> list[Column]:
    times = 1 if figure == AVERAGE else 100
    rows = learned(outcomes(workspace(), card.id), card.request.shares)
    return _columns(card, {(row.model, row.condition): Estimate(times * LEARNED[figure](row).mean, 0) for row in rows})


def _columns(card: ExperimentCard, of: dict[tuple[str, str], Estimate]) -> list[Column]:
    models = dict.fromkeys(model for model, _ in of)
    return [(card, model, {on: value for (name, on), value in of.items() if name == model}) for model in models]

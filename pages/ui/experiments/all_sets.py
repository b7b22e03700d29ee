"""What the removal of each class of words changes in every data set, as Figures 1 to 3 of Talman et al. 2022."""

from collections.abc import Sequence
from math import nan

import streamlit as st

from core.experiments.corruption_results import corrupted
from core.experiments.registry import find_experiment
from core.papers import TALMAN
from data.experiments.files import ExperimentCard, newest_of_each, outcomes
from data.published.word_classes import MODEL, SETTINGS, published_changes, published_metric
from data.runs.measures.registry import metrics
from data.workspace import Workspace
from pages.ui.experiments.heatmaps import CHANGE, heatmap_of
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.heatmap import PUBLISHED, Origin
from pages.ui.shared.perturbation_words import class_names
from pages.ui.shell.session import workspace

TOLD = "Change in points in the newest experiment of each data set and model."
SOURCE = f"Published: {MODEL}, {TALMAN.short}, Table 3."
Row = tuple[str, dict[str, tuple[float, ...]]]
"""What it is called, and by class the changes in training, in the test, and in both."""


def draw_all_sets(card: ExperimentCard) -> None:
    """Folded at first: a heatmap of data sets by classes, with the published figures below one's own."""
    if not find_experiment(card.experiment).removes:
        return
    with st.expander("**All data sets**", key="fold-all-sets", on_change="rerun") as fold:
        if not fold.open:
            return
        settings = list(SETTINGS.values())
        where = st.segmented_control("Removed from", settings, default="Test", required=True, key="all-sets-where")
        rows = rows_of_sets(workspace(), newest_of_each(workspace(), card.experiment))
        classes = list(dict.fromkeys(name for _, of in rows for name in of))
        at = settings.index(where)
        lines = [(name, [of[one][at] if one in of else nan for one in classes]) for name, of in rows]
        title, axes = f"Removed from: {settings[at].lower()}", ("Data set and model", "Word class")
        origin = Origin("all data sets", card.experiment, title)
        source = SOURCE if any(name.endswith(PUBLISHED) for name, _ in rows) else ""
        found = heatmap_of(title, TOLD, lines, [*map(class_names, classes)], CHANGE, origin, axes, source)
        draw(found, "all-sets", small=True)


def rows_of_sets(home: Workspace, cards: Sequence[ExperimentCard]) -> list[Row]:
    """By data set, one's own and then the published ones."""
    found: list[Row] = []
    for dataset in dict.fromkeys(card.dataset for card in cards):
        for card in (one for one in cards if one.dataset == dataset):
            found += _own(home, card, published_metric(dataset) or card.metrics[0])
        theirs = [one for one in published_changes() if one.dataset == dataset]
        if theirs:
            found.append((f"{dataset}{PUBLISHED}", {one.word_class: one.changes for one in theirs}))
    return found


def _own(home: Workspace, card: ExperimentCard, metric: str) -> list[Row]:
    rows = [row for row in corrupted(outcomes(home, card.id), metric) if row.share == 1]
    return [
        (
            f"{card.dataset}, {model} ({metrics()[metric].title})",
            {row.condition.partition("@")[2]: row.changes for row in rows if row.model == model},
        )
        for model in dict.fromkeys(row.model for row in rows)
    ]

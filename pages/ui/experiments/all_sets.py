"""What the removal of each class of words changes in every data set, as Figures 1 to 3 of Talman et al. 2022."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan

import streamlit as st

from core.experiments.corruption_results import corrupted
from core.experiments.registry import find_experiment
from core.metrics.estimate import Estimate
from core.papers import TALMAN
from data.experiments.files import ExperimentCard, newest_of_each, outcomes
from data.published.word_classes import MODEL, SETTINGS, published_changes, published_metric
from data.runs.measures.registry import metrics
from data.workspace import Workspace
from pages.ui.experiments.heatmaps import (
    CHANGE,
    NO_INTERVALS,
    can_be_bounded,
    heatmap_of,
    in_points,
    share_changed,
)
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.heatmap import PUBLISHED, Origin
from pages.ui.shared.perturbation_words import class_names
from pages.ui.shell.session import workspace

TOLD = "Change in points in the newest experiment of each data set and model."
SOURCE = f"Published: {MODEL}, {TALMAN.short}, Table 3."


@dataclass(frozen=True, slots=True)
class SetRow:
    """A data set and model, by class the changes in points and the shares (0-1) of texts that changed, each in
    training, in the test, and in both; of which experiment, None for published ones."""

    name: str
    changes: Mapping[str, Sequence[Estimate | float]]
    shares: Mapping[str, Sequence[float]]
    card: ExperimentCard | None = None


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
        classes = list(dict.fromkeys(name for row in rows for name in row.changes))
        at = settings.index(where)
        lines = [(row.name, [row.changes[key][at] if key in row.changes else nan for key in classes]) for row in rows]
        shares = [[row.shares[key][at] if key in row.shares else nan for key in classes] for row in rows]
        sure = {row.name for row in rows if row.card and can_be_bounded(row.card, where)}
        title, axes = f"Removed from: {settings[at].lower()}", ("Data set and model", "Word class")
        origin = Origin("all data sets", card.experiment, title)
        source = SOURCE if any(not row.card for row in rows) else ""
        subtitle = TOLD if any(row.name in sure for row in rows) or where == "Test" else f"{TOLD} {NO_INTERVALS}"
        heatmap = heatmap_of(
            title, subtitle, lines, [*map(class_names, classes)], CHANGE, origin, axes, source, subtitle, shares,
            bounded=lambda name, _: name in sure, beside=None,
        )  # fmt: skip
        draw(heatmap, "all-sets", small=True)


def rows_of_sets(home: Workspace, cards: Sequence[ExperimentCard]) -> list[SetRow]:
    """By data set, one's own and then the published ones."""
    rows: list[SetRow] = []
    for dataset in dict.fromkeys(card.dataset for card in cards):
        for card in (c for c in cards if c.dataset == dataset):
            rows += _own(home, card, published_metric(dataset) or card.metrics[0])
        theirs = [row for row in published_changes() if row.dataset == dataset]
        if theirs:
            rows.append(SetRow(f"{dataset}{PUBLISHED}", {row.word_class: row.changes for row in theirs}, {}))
    return rows


def _own(home: Workspace, card: ExperimentCard, metric: str) -> list[SetRow]:
    rows = [row for row in corrupted(outcomes(home, card.id), metric) if row.share == 1]
    set_rows = []
    for model in dict.fromkeys(row.model for row in rows):
        own = {row.condition.partition("@")[2]: row for row in rows if row.model == model}
        n = max(change.n for row in own.values() for change in row.changed)
        changes = {name: [*map(in_points, row.changed)] for name, row in own.items()}
        shares = {name: share_changed(card, row.condition) for name, row in own.items()}
        name = f"{card.dataset}, {model} ({metrics()[metric].title}), n={n:,}"
        set_rows.append(SetRow(name, changes, shares, card))
    return set_rows

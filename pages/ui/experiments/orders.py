"""Perturbed word order as Clouatre et al. 2021 show it: how far each perturbation takes the test texts and how the
measures of that agree (figures 5, 6 and 14), and which of them explains the scores (figures 9 to 11 and 13)."""

from collections.abc import Sequence
from math import nan

import streamlit as st

from core.experiments.corruption_results import corrupted, explained
from core.experiments.registry import find_experiment
from core.metrics.order import TEXT_METRICS
from data.experiments.files import ExperimentCard, newest_of_each, outcomes
from data.workspace import Workspace
from pages.ui.experiments.corruption import likeness_name
from pages.ui.experiments.figures import boxes, names_of
from pages.ui.experiments.heatmaps import CORRELATION, Line, heatmap_of
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.heatmap import Origin
from pages.ui.runs.ink import CONFIG
from pages.ui.shell.session import workspace

KINDS = ("Pearson", "Spearman")
TOLD = (
    "Correlation between text similarity and score, over perturbations, in the newest experiment of each data set and "
    "model."
)
BOXES = "Box: the middle half of the test texts. Line: their median. Whiskers: minimum and maximum."
AGREE = "Pearson correlation between the similarity measures, over all test texts and perturbations."


def draw_all_orders(card: ExperimentCard) -> None:
    """Folded at first: a matrix of data sets and models by measures; nothing where no order was perturbed."""
    if find_experiment(card.experiment).removes or not card.measured:
        return
    with st.expander("**All data sets**", key="fold-all-orders", on_change="rerun") as fold:
        if not fold.open:
            return
        kind = st.segmented_control("Correlation", KINDS, default=KINDS[0], required=True, key="all-orders-kind")
        rows = lines_of_sets(workspace(), newest_of_each(workspace(), card.experiment), kind)
        if not rows:
            st.info("No experiment with perturbed word order is finished yet.")
            return
        columns = [likeness_name(metric) for metric in TEXT_METRICS]
        axes = ("Data set and model", "Similarity")
        title = f"{kind} correlation"
        origin = Origin("all data sets", card.experiment, title)
        heatmap = heatmap_of(title, TOLD, rows, columns, CORRELATION, origin, axes)
        draw(heatmap, "all-orders", small=True)


def lines_of_sets(home: Workspace, cards: Sequence[ExperimentCard], kind: str) -> list[Line]:
    """The correlation with each of `TEXT_METRICS`, NaN where there is none, in a line for each model of each of these
    experiments that has any, by the metric reported at first."""
    rows: list[Line] = []
    for card in cards:
        lines = explained(corrupted(outcomes(home, card.id), card.metrics[0]), card.measured or {})
        for model in dict.fromkeys(line.model for line in lines):
            of = {line.metric: getattr(line, kind.lower()) for line in lines if line.model == model}
            rows.append((f"{card.dataset}, {model}", [of.get(metric, nan) for metric in TEXT_METRICS]))
    return rows


def draw_distances(card: ExperimentCard) -> None:
    """Folded at first; nothing for experiments of word classes and those made before spreads were kept."""
    if find_experiment(card.experiment).removes or not card.spread:
        return
    with st.expander("**How much the perturbations change texts**", key="fold-distances", on_change="rerun") as fold:
        if not fold.open:
            return
        measures = [name for name in TEXT_METRICS if any(name in of for of in card.spread.values())]
        metric = st.segmented_control("Measure", measures, default=measures[0], required=True, key="distances-metric")
        st.caption(BOXES)
        names = names_of([*card.spread])
        quartiles = {names[on]: of[metric] for on, of in card.spread.items() if metric in of}
        st.plotly_chart(boxes(quartiles, metric), theme=None, config=CONFIG, key="distances", alt=f"{metric}. {BOXES}")
        between = card.between or {}
        if between:
            lines = [(likeness_name(name), [between[name].get(other, nan) for other in between]) for name in between]
            columns, axes = [name for name, _ in lines], ("Measure", "Other measure")
            of = Origin(card.dataset, card.id, "similarity")
            heatmap = heatmap_of("How the measures agree", AGREE, lines, columns, CORRELATION, of, axes)
            draw(heatmap, "distances-agree", small=True)

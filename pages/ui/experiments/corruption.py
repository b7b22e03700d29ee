"""What came of corrupting texts in training, in the test, or in both: losses, and the measure that explains them."""

from collections.abc import Sequence
from math import isnan

import streamlit as st

from core.experiments.corruption_results import (
    FEWEST,
    Corrupted,
    Measured,
    corrupted,
    explained,
    likeness_and_accuracy,
    position_gains,
)
from core.experiments.records import Outcome, chance_in_words
from core.experiments.registry import find_experiment
from core.metrics.order import LIKENESS, TEXT_METRICS
from core.rounding import signed
from core.so_many import so_many
from core.text.casing import capitalised
from data.experiments.files import ExperimentCard, known_metrics
from data.published.word_classes import published_changes
from data.runs.measures.registry import RunMetric, metrics
from pages.ui.experiments.all_sets import SOURCE
from pages.ui.experiments.figures import names_of
from pages.ui.experiments.heatmaps import (
    CHANGE,
    NO_INTERVALS,
    Line,
    can_be_bounded,
    heatmap_of,
    in_points,
    share_changed,
)
from pages.ui.experiments.scatters import Scatter, ScatterPoint, draw_scatters
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.heatmap import PUBLISHED, Origin
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import class_names

WHERE = ("Training", "Test", "Both")
CHANGED = "Change in points when the training texts, the test texts, or both are perturbed."
POSITIONAL = ("DND", "IDC")  # the measures of figure 12
GAIN = (
    "Score of a model with position embeddings minus its score with position embeddings frozen at zero. Each model was "
    "trained and tested on perturbed texts."
)
ALIKE = "Similarity is BLEU-4, or 1 − another measure. Each model was trained and tested on perturbed texts."


def draw_corruption(card: ExperimentCard, outcomes: Sequence[Outcome]) -> None:
    """A heatmap of changes for the chosen metric and model; then scores by likeness for all models."""
    metric = _chosen_metric(card, outcomes)
    rows = corrupted(outcomes, metric.name)
    if not rows:
        st.info("No training on perturbed texts is finished yet.")
        return
    models = list(dict.fromkeys(row.model for row in rows))
    model = models[0]
    if len(models) > 1:
        model = st.segmented_control("Model", models, default=model, required=True, key="corrupted-model")
    own = [row for row in rows if row.model == model]
    several = len({row.share for row in own}) > 1
    called = names_of([row.condition for row in rows])
    names = [called[row.condition] + (f", {row.share:g}" if several else "") for row in own]
    lines: list[Line] = [(name, [*map(in_points, row.changed)]) for name, row in zip(names, own, strict=True)]
    n = max(change.n for row in own for change in row.changed)
    begins = f"{CHANGED} {NO_INTERVALS}" if len(card.request.seeds) == 1 else CHANGED
    subtitle = (
        f"{begins} Without perturbation, {model} scores {100 * own[0].baseline.mean:.1f}. {so_many(n, 'test sample')}."
    )
    theirs = _published(card, metric.name)
    title, of = f"Change in {metric.spoken}", Origin(card.dataset, card.id, metric.name)
    axes = ("Perturbation", "Perturbed")
    shares = [share_changed(card, row.condition) for row in own]
    source = SOURCE if theirs else ""
    heatmap = heatmap_of(
        title, subtitle, [*lines, *theirs], WHERE, CHANGE, of, axes, source, begins, shares,
        bounded=lambda _, where: can_be_bounded(card, where), beside="Test" if card.unchanged_tests else "",
    )  # fmt: skip
    draw(heatmap, "corruption", small=True)
    _draw_explained(rows, card.measured or {}, metric.spoken)
    _draw_position_gains(card, rows, metric.spoken)


def _chosen_metric(card: ExperimentCard, outcomes: Sequence[Outcome]) -> RunMetric:
    """What is reported of the data set at first; the choice is there where it has more than one metric."""
    choices = {metrics()[name].title: metrics()[name] for name in known_metrics(card, outcomes)}
    title = next(iter(choices))
    if len(choices) > 1:
        title = st.segmented_control("Metric", list(choices), default=title, required=True, key=f"corrupted-{card.id}")
    return choices[title]


def _published(card: ExperimentCard, metric: str) -> list[Line]:
    """What is printed of this data set by this metric, where classes of words are removed."""
    if not find_experiment(card.experiment).removes:
        return []
    rows = (row for row in published_changes() if (row.dataset, row.metric) == (card.dataset, metric))
    return [(f"{class_names(row.word_class)}{PUBLISHED}", row.changes) for row in rows]


def signed_or_empty(points: float) -> str:
    """ "−12.3", "+0.4"; "" where it is not known."""
    return "" if isnan(points) else signed(points)


def _draw_explained(rows: Sequence[Corrupted], measured: Measured, score: str) -> None:
    lines = explained(rows, measured)
    if not lines:
        return
    st.subheader(f"{capitalised(score)} by similarity to the original text")
    st.caption(ALIKE)
    names = names_of([row.condition for row in rows])
    charts = []
    for metric in TEXT_METRICS:
        figures = {row: likeness_and_accuracy([row], measured, metric).get(row.condition) for row in rows}
        points = [
            ScatterPoint(row.model, names[row.condition], place[0], 100 * place[1])
            for row, place in figures.items()
            if place
        ]
        if len(points) >= FEWEST:
            charts.append(Scatter(f"alike-{metric}", points, likeness_name(metric), f"{score}, points"))
    draw_scatters(charts)
    table = [[line.model, likeness_name(line.metric), line.pearson.in_words, line.spearman.in_words] for line in lines]
    draw_table(f"Correlation between {score} and similarity", ["Model", "Similarity", "Pearson", "Spearman"], table)


def _draw_position_gains(card: ExperimentCard, rows: Sequence[Corrupted], score: str) -> None:
    """What position embeddings are worth; nothing where no model stands beside itself without them."""
    measured, models = card.measured or {}, card.request.models
    gains = {metric: position_gains(models, rows, measured, metric) for metric in POSITIONAL}
    if not any(gain.condition for of in gains.values() for gain in of):
        return
    st.subheader("Gain from position embeddings")
    n = min(change.n for row in rows for change in row.changed if change.n)
    st.caption(f"{GAIN} {chance_in_words(n, paired=False)}")
    names = {"": "original texts"} | names_of([row.condition for row in rows])
    charts = []
    for metric, own in gains.items():
        points = [ScatterPoint(gain.model, names[gain.condition], gain.likeness, gain.points) for gain in own]
        charts.append(Scatter(f"gain-{metric}", points, likeness_name(metric), f"gain in {score}, points"))
    draw_scatters(charts)
    lines = [[gain.model, names[gain.condition], signed_or_empty(gain.points)] for gain in gains[POSITIONAL[0]]]
    with st.expander("Table"):
        draw_table("Gain from position embeddings", ["Model", "Perturbation", "Points"], lines)


def likeness_name(metric: str) -> str:
    """ "1 − DND", so that more is liker; "BLEU-4" is that already."""
    return metric if metric == LIKENESS else f"1 − {metric}"

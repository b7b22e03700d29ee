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
)
from core.experiments.records import Outcome
from core.metrics.estimate import Estimate
from core.metrics.order import LIKENESS
from data.experiments.files import ExperimentCard
from pages.ui.experiments.figures import ScatterPoint, heatmap, names_of, scatter
from pages.ui.runs.ink import CONFIG
from pages.ui.shared.html_table import draw_table

WHERE = ("Training", "Test", "Both")
SCATTERED = ("DND", "IDC")
ALIKE = "Likeness is 1 less the measure, or BLEU-4; accuracy is that of a model trained and tested on the perturbation."


def draw_corruption(card: ExperimentCard, found: Sequence[Outcome], may_be_chance: float) -> None:
    """A heatmap of losses for the chosen model; then accuracy by likeness for all of them."""
    rows = corrupted(found)
    if not rows:
        st.info("No training on perturbed texts is done yet.")
        return
    models = list(dict.fromkeys(row.model for row in rows))
    model = st.segmented_control("Model", models, default=models[0], required=True, key="corrupted-model") or models[0]
    own = [row for row in rows if row.model == model]
    several = len({row.share for row in own}) > 1
    called = names_of([row.condition for row in rows])
    names = [called[row.condition] + (f", {row.share:g}" if several else "") for row in own]
    st.subheader("Change in accuracy")
    st.caption(
        f"In points, with the perturbation in the training texts, the test texts, or both. {model} has "
        f"{100 * own[0].baseline.mean:.1f} % without it. Differences below {100 * may_be_chance:.0f} may be chance."
    )
    dark = st.context.theme.type == "dark"
    figure = heatmap(names, WHERE, [row.changes for row in own], "points", dark, diverging=True)
    said = "Change in accuracy by perturbation and by where it is; the CSV has the figures."
    st.plotly_chart(figure, theme=None, config=CONFIG, key="corruption", alt=said)
    _draw_explained(rows, card.measured or {}, dark)


def _draw_explained(rows: Sequence[Corrupted], measured: Measured, dark: bool) -> None:
    lines = explained(rows, measured)
    if not lines:
        return
    st.subheader("Accuracy by likeness to the original text")
    st.caption(ALIKE)
    names = names_of([row.condition for row in rows])
    for side, metric in zip(st.columns(2), SCATTERED, strict=True):
        points = [
            ScatterPoint(row.model, names[row.condition], *pairs[-1])
            for row in rows
            if len(pairs := likeness_and_accuracy([row], measured, metric)) > 1
        ]
        if len(points) >= FEWEST:
            figure = scatter(points, f"1 − {metric}", "accuracy", dark)
            side.plotly_chart(figure, theme=None, config=CONFIG, key=f"alike-{metric}", alt=f"Accuracy by {metric}.")
    table = [
        [one.model, one.metric if one.metric == LIKENESS else f"1 − {one.metric}", _figure(one.pearson),
         _figure(one.spearman)]
        for one in lines
    ]  # fmt: skip
    draw_table("Correlation of accuracy and likeness", ["Model", "Likeness", "Pearson", "Spearman"], table)


def _figure(found: Estimate) -> str:
    """ "0.83 (0.41 to 0.96)"; "" where it is not defined."""
    if isnan(found.value):
        return ""
    return f"{found.value:.2f}" + ("" if isnan(found.low) else f" ({found.low:.2f} to {found.high:.2f})")

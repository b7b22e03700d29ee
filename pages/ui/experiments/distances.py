"""How far each perturbation takes the test texts, and how the measures of that agree: figures 5, 6 and 14 of Clouatre
et al. 2021."""

from math import nan

import streamlit as st

from core.experiments.registry import find_experiment
from core.metrics.order import TEXT_METRICS
from data.experiments.files import ExperimentCard
from pages.ui.experiments.corruption import likeness_name
from pages.ui.experiments.figures import boxes, heatmap, names_of
from pages.ui.runs.ink import CONFIG

TOLD = "Box: the middle half of the test texts. Line: their median. Whiskers: minimum and maximum."
AGREE = "Pearson correlation of the similarity measures over all test texts and perturbations."


def draw_distances(card: ExperimentCard) -> None:
    """Folded at first; nothing for experiments of word classes and those made before spreads were kept."""
    if find_experiment(card.experiment).removes or not card.spread:
        return
    with st.expander("**How far the perturbations go**", key="fold-distances", on_change="rerun") as fold:
        if not fold.open:
            return
        known = [name for name in TEXT_METRICS if any(name in of for of in card.spread.values())]
        metric = st.segmented_control("Measure", known, default=known[0], required=True, key="distances-metric")
        st.caption(TOLD)
        names, chosen = names_of([*card.spread]), metric or known[0]
        drawn = {names[on]: of[chosen] for on, of in card.spread.items() if chosen in of}
        st.plotly_chart(boxes(drawn, chosen), theme=None, config=CONFIG, key="distances", alt=f"{chosen}. {TOLD}")
        between = card.between or {}
        if between:
            st.caption(AGREE)
            values = [[between[one].get(other, nan) for other in between] for one in between]
            called = [likeness_name(name) for name in between]
            figure = heatmap(called, called, values, "", diverging=True, digits=2)
            st.plotly_chart(figure, theme=None, config=CONFIG, key="distances-agree", alt=AGREE)

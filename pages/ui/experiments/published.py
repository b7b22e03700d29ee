"""The printed average learnability of Zhang et al. 2022 (Tables 2, 5 and 6) as heatmaps."""

import streamlit as st

from core.papers import ZHANG
from data.published.learnability import published_learnability
from pages.ui.experiments.figures import heatmap
from pages.ui.runs.ink import CONFIG
from pages.ui.shared.perturbation_words import words

TABLES = {"IMDB": "2", "YELP": "5", "QQP": "6"}
AREA = "Published average learnability: the area under learnability by log10 of the probability, from 0 to 3."


def draw_published() -> None:
    """Folded at first: a data set, and its table."""
    with st.expander(f"**Published learnability** ({ZHANG.short})", key="fold-published", on_change="rerun") as fold:
        if not fold.open:
            return
        dataset = st.segmented_control("Data set", list(TABLES), default="IMDB", required=True, key="published-set")
        found = published_learnability(dataset or "IMDB")
        models = list(dict.fromkeys(one.model for one in found))
        names = list(dict.fromkeys(one.perturbation for one in found))
        of = {(one.perturbation, one.model): one.value for one in found}
        values = [[of[name, model] for model in models] for name in names]
        st.caption(f"{AREA} Table {TABLES[dataset or 'IMDB']}.")
        dark = st.context.theme.type == "dark"
        figure = heatmap([_plain(name) for name in names], models, values, "", dark, digits=2)
        st.plotly_chart(figure, theme=None, config=CONFIG, key="published-learnability", alt=f"{AREA} {dataset}.")


def _plain(name: str) -> str:
    return words(name.removesuffix("_perturbation").removesuffix("_transformation"))

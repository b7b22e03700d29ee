"""The printed average learnability of Zhang et al. 2022 (Tables 2, 5 and 6), and what RoBERTa loses without a class of
words (Talman et al. 2022, Table 3), as heatmaps."""

import streamlit as st

from core.papers import TALMAN, ZHANG
from data.published.learnability import published_learnability
from data.published.word_classes import SETTINGS, published_changes
from pages.ui.experiments.figures import heatmap
from pages.ui.runs.ink import CONFIG
from pages.ui.shared.perturbation_words import words

TABLES = {"IMDB": "2", "YELP": "5", "QQP": "6"}
AREA = "Published average learnability: the area under the curve of learnability against log10 probability, 0 to 3."
CHANGES = (
    "Published (Table 3): change of the task's metric, in points, when RoBERTa-base gets texts without these words."
)


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
        st.caption(f"{AREA} Table {TABLES[dataset or 'IMDB']}. Darker: easier to detect.")
        plain = [words(name.removesuffix("_perturbation").removesuffix("_transformation")) for name in names]
        heads = [model.removesuffix(" over models") for model in models]  # "average"
        figure = heatmap(plain, heads, values, "", digits=2)
        st.plotly_chart(figure, theme=None, config=CONFIG, key="published-learnability", alt=f"{AREA} {dataset}.")


def draw_published_classes() -> None:
    """Folded at first: a class of words, and what its removal changes."""
    title = f"**Published changes by word class** ({TALMAN.short})"
    with st.expander(title, key="fold-classes", on_change="rerun") as fold:
        if not fold.open:
            return
        found = published_changes()
        classes = list(dict.fromkeys(one.word_class for one in found))
        chosen = st.segmented_control("Class", classes, default=classes[0], required=True, key="published-class")
        rows = [one for one in found if one.word_class == chosen]
        st.caption(CHANGES)
        values, names = [one.changes for one in rows], [one.task for one in rows]
        figure = heatmap(names, list(SETTINGS.values()), values, "points", diverging=True)
        st.plotly_chart(figure, theme=None, config=CONFIG, key="published-classes", alt=f"{CHANGES} {chosen}.")

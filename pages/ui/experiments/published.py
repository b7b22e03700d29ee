"""The printed average learnability of Zhang et al. 2022 (Tables 2, 5 and 6), and what RoBERTa loses without a class of
words (Talman et al. 2022, Table 3), as heatmaps."""

import streamlit as st

from core.papers import TALMAN, ZHANG
from data.published.learnability import published_learnability
from data.published.word_classes import MODEL, SETTINGS, published_changes
from pages.ui.experiments.heatmaps import CHANGE, LEARNABILITY, heatmap_of
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.heatmap import Origin
from pages.ui.shared.perturbation_words import class_names, words

TABLES = {"IMDB": "2", "YELP": "5", "QQP": "6"}
AREA = "The area under the curve of learnability against log10 probability, 0 to 3."
CHANGES = "Change of the task's metric, in points, when {} gets texts without these words."


def draw_published() -> None:
    """Folded at first: a data set, and its table."""
    with st.expander(f"**Published learnability** ({ZHANG.short})", key="fold-published", on_change="rerun") as fold:
        if not fold.open:
            return
        name = st.segmented_control("Data set", list(TABLES), default="IMDB", required=True, key="published-set")
        figures = published_learnability(name)
        models = list(dict.fromkeys(figure.model for figure in figures))
        of = {(figure.perturbation, figure.model): figure.value for figure in figures}
        lines = [
            (words(on.removesuffix("_perturbation").removesuffix("_transformation")), [of[on, m] for m in models])
            for on in dict.fromkeys(figure.perturbation for figure in figures)
        ]
        heads = [model.removesuffix(" over models") for model in models]  # "average"
        source, origin = f"Published: {ZHANG.short}, Table {TABLES[name]}.", Origin(name, "", "learnability")
        title = f"Average learnability, {name}"
        heatmap = heatmap_of(title, AREA, lines, heads, LEARNABILITY, origin, source=source)
        draw(heatmap, "published-learnability", small=True)


def draw_published_classes() -> None:
    """Folded at first: a class of words, and what its removal changes."""
    title = f"**Published changes by word class** ({TALMAN.short})"
    with st.expander(title, key="fold-classes", on_change="rerun") as fold:
        if not fold.open:
            return
        rows = published_changes()
        classes = list(dict.fromkeys(row.word_class for row in rows))
        chosen = st.segmented_control(
            "Class", classes, format_func=class_names, default=classes[0], required=True, key="published-class"
        )
        lines = [(row.task, row.changes) for row in rows if row.word_class == chosen]
        name, source = class_names(chosen), f"Published: {TALMAN.short}, Table 3."
        origin, axes = Origin(f"{name}s", "", "change"), ("Task", "Removed from")
        subtitle = CHANGES.format(MODEL)
        heatmap = heatmap_of(f"Without {name}s", subtitle, lines, [*SETTINGS.values()], CHANGE, origin, axes, source)
        draw(heatmap, "published-classes", small=True)

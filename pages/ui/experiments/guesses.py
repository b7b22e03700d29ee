"""How often a masked language model names a word of a class, with and without the others of its class."""

import streamlit as st

from data.experiments.files import ExperimentCard
from data.experiments.guesses import called
from data.published.word_classes import MODEL, published_masked
from pages.ui.experiments.cues import share_in_words
from pages.ui.experiments.figures import names_of
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.literal import literally

TOLD = (
    "The first word of the class in a test text is masked. How often the first guess of {} is right: in the original "
    "text, and without all other words of the class. Words of several tokens count as wrong. Brackets: 95 % intervals."
)


def draw_guesses(card: ExperimentCard) -> None:
    """Folded at first: a table by class; nothing where no model was asked."""
    if not card.guesses:
        return
    names = names_of(list(card.guesses))
    lines = [[names[on], share_in_words(of.original), share_in_words(of.corrupted)] for on, of in card.guesses.items()]
    theirs = {(one.word_class, one.original): one for one in published_masked() if one.dataset == card.dataset}
    for name in dict.fromkeys(name for name, _ in theirs):
        original, corrupted = (f"{100 * theirs[name, one].share:.1f}" for one in (True, False))
        lines.append([f"{name}, {MODEL} (Table 5, published)", original, corrupted])
    with st.expander("**Masked words that are named**"):
        st.caption(literally(TOLD.format(called(card.request.masked))))
        draw_table("Words named, percent", ["Masked", "In the original text", "In the corrupted text"], lines)

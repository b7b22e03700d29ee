"""Once a class of words is gone from the test texts: in which answers lexical cues remain, and how often a masked
language model names a word of the class, with and without the others."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.experiments.cues import CueShares, cued
from core.experiments.records import Outcome
from core.metrics.estimate import Estimate
from data.experiments.files import ExperimentCard
from data.experiments.guesses import called
from data.published.word_classes import MODEL, PublishedShare, published_cues, published_masked
from pages.ui.experiments.figures import names_of
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import class_names

TOLD = (
    "Cues that remain in texts that the model answers correctly, and in texts that it answers wrongly. The model was "
    "trained on original texts. The cue words come from {}. Brackets: 95 % intervals."
)
KINDS = {
    "words": "Answers to texts with more cue words for the gold label than for any other label, in percent",
    "paraphrases": "Answers where a word of one text has a paraphrase in the other text, in percent",
    "overlap": "Content words of the shorter text that are also in the other text, mean percentage",
}
PRINTED = ("words", "paraphrases")  # what section 6.1 of the paper counts
GUESSED = (
    "In each test text, the first word of the class is masked. The table shows how often the first guess of {} is "
    "right: in the original text, and without all other words of the class. Words of several tokens count as wrong. "
    "Brackets: 95 % intervals."
)


def draw_cues(card: ExperimentCard, outcomes: Sequence[Outcome]) -> None:
    """Folded at first: a table of right and wrong answers by what is gone from the test, for each kind of cue; nothing
    where cues were not counted."""
    rows = cued(outcomes)
    if not rows:
        return
    names = {"": "original texts"} | names_of(list(dict.fromkeys(row.condition for row in rows if row.condition)))
    with st.expander("**Lexical cues that remain**"):
        st.caption(literally(TOLD.format(card.cues)))
        for kind in dict.fromkeys(row.kind for row in rows):
            _draw_kind(card.dataset, kind, [row for row in rows if row.kind == kind], names)


def _draw_kind(dataset: str, kind: str, rows: Sequence[CueShares], names: Mapping[str, str]) -> None:
    several = len({row.model for row in rows}) > 1
    called = [f"{row.model}, {names[row.condition]}" if several else names[row.condition] for row in rows]
    lines = [
        [name, share_in_words(row.right), share_in_words(row.wrong)] for name, row in zip(called, rows, strict=True)
    ]
    theirs = [share for share in published_cues() if share.dataset == dataset and kind in PRINTED]
    printed = f"{MODEL} (section 6.1, published)"
    lines += [[f"{class_names(share.word_class)}, {printed}", _published(share), ""] for share in theirs]
    draw_table(KINDS[kind], ["Removed", "Right answers", "Wrong answers"], lines)


def share_in_words(share: Estimate) -> str:
    """ "50.3 (46.8 to 53.9) of 761"; "" where there are no such answers."""
    if not share.n:
        return ""
    value, low, high = (100 * figure for figure in (share.value, share.low, share.high))
    return f"{value:.1f} ({low:.1f} to {high:.1f}) of {share.n:,}"


def _published(share: PublishedShare) -> str:
    return f"{100 * share.share:.1f} of {share.n:,}" if share.n else f"{100 * share.share:.0f}"


def draw_guesses(card: ExperimentCard) -> None:
    """Folded at first: a table by class; nothing where no model was asked."""
    if not card.guesses:
        return
    names = names_of(list(card.guesses))
    lines = [[names[on], share_in_words(of.original), share_in_words(of.corrupted)] for on, of in card.guesses.items()]
    theirs = {(row.word_class, row.original): row for row in published_masked() if row.dataset == card.dataset}
    for name in dict.fromkeys(name for name, _ in theirs):
        original, corrupted = (f"{100 * theirs[name, intact].share:.1f}" for intact in (True, False))
        lines.append([f"{class_names(name)}, {MODEL} (Table 5, published)", original, corrupted])
    with st.expander("**Masked words that the model guesses**"):
        st.caption(literally(GUESSED.format(called(card.request.masked))))
        draw_table(
            "Masked words guessed correctly, in percent",
            ["Masked", "In the original text", "In the corrupted text"],
            lines,
        )

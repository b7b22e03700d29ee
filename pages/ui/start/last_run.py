"""The newest evaluation that is done: its two figures, and the way to its heatmap."""

from collections.abc import Sequence

import streamlit as st

from core.design import Condition
from core.severity import Severity
from data.jobs.jobs import JobStatus
from data.jobs.records import JobState
from data.runs.files import read_card
from data.runs.headline import Headline, figure_in_words, in_words
from pages.ui.runs.headlines import headlines_of
from pages.ui.shared.link_rows import draw_link_row
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import workspace


def draw_last_run(jobs: Sequence[JobStatus]) -> None:
    """A line that leads to the heatmap, and the figures below it; nothing while no run is done."""
    done = next((job for job in jobs if job.kind == "evaluate" and job.state is JobState.DONE), None)
    if done is None:
        return
    st.header("Last run")
    query = {"view": "Heatmap", "of": "mine", "run": done.id}
    draw_link_row(f"run-{done.id}", "heatmaps", literally(done.title), f"{done.started:%-d %b %Y}", query)
    card = read_card(workspace().runs / done.id)
    if card and (figures := figures_in_words(headlines_of(card).run)):
        st.caption(literally(figures))


def figures_in_words(headline: Headline) -> str:
    """ "Best accuracy: 61.7 % (CNN). Lowest kappa: 0.37 (CNN, word deletion, PPS 4)."; "" where nothing is scored."""
    sentences = []
    if best := headline.best:
        sentences.append(f"Best {in_words(best.metric)}: {figure_in_words(best)} ({best.model}).")
    if (worst := headline.worst) and isinstance(worst.severity, Severity):
        cell = condition_in_words(Condition(worst.perturbation, worst.severity))
        sentences.append(f"Lowest {in_words(worst.metric)}: {figure_in_words(worst)} ({worst.model}, {cell}).")
    return " ".join(sentences)

"""The newest evaluations that are done: when each began, its two figures, and the way to its heatmap."""

from collections.abc import Sequence

import streamlit as st

from data.jobs.jobs import JobStatus
from data.jobs.records import JobState
from data.runs.files import read_card
from data.runs.headline import Headline, figure_in_words, in_words
from pages.ui.runs.headlines import headlines_of
from pages.ui.shared.link_rows import draw_link_row
from pages.ui.shared.literal import literally
from pages.ui.shell.session import workspace

MOST_RUNS = 3
ABOUT = "The best model's score on the original texts, and the lowest agreement in any cell. Times are in UTC."


def draw_last_runs(jobs: Sequence[JobStatus]) -> None:
    """A line for each, which leads to its heatmap; nothing while no run is done."""
    done = [job for job in jobs if job.kind == "evaluate" and job.state is JobState.DONE]
    if not done:
        return
    st.header("Last runs", help=ABOUT)
    with st.container(gap="xxsmall"):
        for job in done[:MOST_RUNS]:
            card = read_card(workspace().runs / job.id)
            figures = figures_in_words(headlines_of(card).run) if card else ""
            note = "\n".join(filter(None, (f"{job.started:%-d %b %H:%M}", figures)))
            query = {"view": "Heatmap", "of": "mine", "run": job.id}
            draw_link_row(f"run-{job.id}", "heatmaps", literally(job.title), note, query)
    st.page_link("pages/evaluate.py", label="All runs", icon=":material/arrow_forward:")


def figures_in_words(headline: Headline) -> str:
    """ "accuracy 61.7 %, kappa 0.37"; "" where nothing is scored."""
    scored = (score for score in (headline.best, headline.worst) if score)
    return ", ".join(f"{in_words(score.metric)} {figure_in_words(score)}" for score in scored)

"""The newest evaluation that is done: its two figures, and the way to its heatmap."""

from collections.abc import Sequence

import streamlit as st

from core.records import Score
from core.severity import Severity
from data.jobs.jobs import JobStatus
from data.jobs.records import JobState
from data.runs.files import RunCard, newest_file, read_card
from data.runs.headline import AGREEMENT, Headline, headline, in_words, main_metric
from data.runs.measures.repeated import averaged
from data.runs.measures.unlearned import told_of_unlearned
from data.runs.scores import scores
from data.workspace import Workspace
from pages.ui.shared.link_rows import draw_link_row
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import workspace


def draw_last_run(known: Sequence[JobStatus]) -> None:
    """A line that leads to the heatmap, and the figures below it; nothing while no run is done."""
    done = next((job for job in known if job.kind == "evaluate" and job.state is JobState.DONE), None)
    if done is None:
        return
    st.header("Last run")
    query = {"view": "Heatmap", "of": "mine", "run": done.id}
    draw_link_row(f"run-{done.id}", "heatmaps", literally(done.title), f"{done.started:%-d %b %Y}", query)
    home = workspace()
    card = read_card(home.runs / done.id)
    if card and (said := figures_in_words(_headline(home, card.id, newest_file(home.runs / card.id), card))):
        st.caption(literally(said))


def figures_in_words(found: Headline) -> str:
    """ "Best accuracy: 61.7 % (CNN). Lowest kappa: 0.37 (CNN, word deletion, PPS 4)."; "" where nothing is scored."""
    said = []
    if best := found.best:
        said.append(f"Best {in_words(best.metric)}: {_figure(best)} ({best.model}).")
    if (worst := found.worst) and isinstance(worst.severity, Severity):
        cell = condition_in_words(worst.perturbation, worst.severity)
        said.append(f"Lowest {in_words(worst.metric)}: {_figure(worst)} ({worst.model}, {cell}).")
    return " ".join(said)


def _figure(score: Score) -> str:
    if score.metric == "accuracy":
        return f"{100 * score.value:.1f} %"
    return f"{score.value:z.2f}".replace("-", "−")


@st.cache_data(max_entries=4, show_spinner=False)
def _headline(home: Workspace, run_id: str, newest: int, _card: RunCard) -> Headline:
    """Of the models that tell texts apart; made again only when a file of the run is `newest`."""
    main, agreement = main_metric(_card.dataset, _card.task), AGREEMENT[_card.task]
    without = told_of_unlearned(home, _card)
    found = [score for score in scores(home, run_id, only=(main, agreement)) if score.model not in without]
    return headline(averaged(_card, found), main, agreement)

"""The two figures by which a run is known at a glance, and those of each of its models."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from core.records import Task
from data.runs.files import RunCard, newest_file
from data.runs.headline import AGREEMENT, Headline, headline, main_metric
from data.runs.measures.repeated import averaged
from data.runs.measures.unlearned import told_of_unlearned
from data.runs.scores import run_card, scores
from data.workspace import Workspace
from pages.ui.shell.session import workspace


@dataclass(frozen=True, slots=True)
class Headlines:
    """The two figures of a run, and those of each of its models by name."""

    run: Headline
    each: Mapping[str, Headline]


def headlines_of(card: RunCard) -> Headlines:
    """The figures of the run that this card is of."""
    home = workspace()
    return _headlines(home, card.id, newest_file(home.runs / card.id), card.dataset, card.task)


@st.cache_data(max_entries=64, show_spinner=False)
def _headlines(home: Workspace, run_id: str, newest: int, dataset: str, task: Task) -> Headlines:
    """Of the models that tell texts apart, and of each model. Made again only when a file of the run is `newest`."""
    main, agreement = main_metric(dataset, task), AGREEMENT[task]
    card = run_card(home, run_id)
    without = told_of_unlearned(home.runs / card.id, card)
    all_scores = scores(home, run_id, only=(main, agreement))
    learned = averaged(card, [score for score in all_scores if score.model not in without])
    other = averaged(card, [score for score in all_scores if score.model in without])
    each = {}
    for name in card.trainings:
        own = [score for score in learned if score.model == name] or [score for score in other if score.model == name]
        each[name] = headline(own, main, agreement)
    return Headlines(headline(learned, main, agreement), each)

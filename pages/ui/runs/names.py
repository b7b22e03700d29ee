"""The runs that have something to show, and what each is called."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

from core.models.tasks import LABELLING
from data.runs.files import RunCard
from data.runs.scores import has_scores, runs
from pages.ui.shell.session import workspace


def scored_runs() -> dict[str, RunCard]:
    """The runs that have something to compare, by id, newest first."""
    return {run.id: run for run in runs(workspace()) if has_scores(workspace(), run)}


def why_not_compared(card: RunCard) -> str:
    """Why a run can't be compared with any other, in a sentence; "" where there may be one."""
    if card.task not in LABELLING:
        return "It does not predict labels, and only runs that do are compared sample by sample."
    return "" if has_scores(workspace(), card) else "It has nothing yet that could be compared."


def named(run: RunCard) -> str:
    """A run as the selector names it: "TREC: MiniLM, CNN · 21 Nov 14:05"."""
    when = datetime.fromisoformat(run.started)
    return f"{run.title} · {when:%d %b %H:%M}{'' if run.finished else ' · not finished'}"


def told_apart(cards: Mapping[str, RunCard]) -> dict[str, str]:
    """Each run's name by its id, with the end of the id where two are named alike: a browser knows only the names."""
    names = Counter(map(named, cards.values()))
    return {id_: name if names[name := named(card)] == 1 else f"{name} · {id_[-4:]}" for id_, card in cards.items()}

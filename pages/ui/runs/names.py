"""The runs that have something to show, what each is called, and what the files of their figures are called."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from core.models.tasks import LABELLING
from data.runs.files import RunCard
from data.runs.scores import has_scores, runs
from pages.ui.shell.session import workspace

LONGEST_PART = 60  # letters of each part of a file's name
END = 4  # letters of a run's id that tell it from others, where there are several


def scored_runs() -> dict[str, RunCard]:
    """The runs that have something to compare, by id, newest first."""
    return {run.id: run for run in runs(workspace()) if has_scores(workspace(), run)}


def why_not_compared(card: RunCard) -> str:
    """Why a run can't be compared with any other, in a sentence; "" where there may be one."""
    if card.task not in LABELLING:
        return "This run does not predict labels; Flinch compares only runs that predict labels."
    return "" if has_scores(workspace(), card) else "This run has no results to compare yet."


def run_name(run: RunCard) -> str:
    """A run as the selector names it: "TREC: MiniLM, CNN · n = 300 · 21 Nov 14:05"; narrow boxes cut the end."""
    when = datetime.fromisoformat(run.started)
    return f"{run.title} · n = {run.samples:,} · {when:%d %b %H:%M}{'' if run.finished else ' · not finished'}"


def name_of_file(*parts: str) -> str:
    """The name of a file with these in it, without its ending: "flinch-trec-kappa"."""
    words = ("-".join(re.findall(r"\w+", part.lower())) for part in parts)
    return "-".join(["flinch", *(word[:LONGEST_PART].rstrip("-") for word in words if word)])


def ends_of(runs: Sequence[str]) -> list[str]:
    """The run's id, of several the ends that tell them apart, for the name of a file."""
    return [run if len(runs) == 1 else run[-END:] for run in runs]


def told_apart(cards: Mapping[str, RunCard]) -> dict[str, str]:
    """Each run's name by its id, no two alike."""
    return distinct({id_: run_name(card) for id_, card in cards.items()})


def end_of(id_: str) -> str:
    return id_[-END:]


def distinct(names: Mapping[str, str], more: Callable[[str], str] = end_of) -> dict[str, str]:
    """These names by id, where two are alike each with `more` of its id: a browser knows only the names."""
    many = Counter(names.values())
    return {id_: name if many[name] == 1 else f"{name} · {more(id_)}" for id_, name in names.items()}

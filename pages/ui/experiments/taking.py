"""What of an experiment is taken away: its outcomes as a file, and a paragraph on how it was made, filled in."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from math import isnan

from core.experiments.records import Outcome
from core.experiments.registry import Reading, find_experiment
from core.metrics.estimate import Estimate
from core.so_many import so_many
from data.experiments.files import ExperimentCard
from data.experiments.guesses import called
from data.formats.cells import as_text
from data.runs.measures.registry import metrics
from pages.ui.shared.perturbation_words import class_names, severity_in_words, words

PLAIN = tuple(field.name for field in fields(Outcome) if field.name not in ("scores", "changes", "cues"))


def methods(card: ExperimentCard, outcomes: Sequence[Outcome]) -> str:
    """What was trained on what, how often, and how the figures of these outcomes come about."""
    request, experiment = card.request, find_experiment(card.experiment)
    models = ", ".join(model.name for model in request.models)
    every = f"all {'balanced ' if request.balanced else ''}"
    # older cards do not know how many were drawn
    samples = max((outcome.samples for outcome in outcomes), default=request.test_samples)
    train, test = card.drawn or (request.train_samples, samples)
    size = so_many(train, "training sample") if train else f"{every}training samples"
    tests = so_many(test, "test sample") if test else f"{every}test samples"
    each = " or ".join(f"{100 * share:g} %" for share in request.shares)
    part = "all training texts" if request.shares == (1.0,) else f"{each} of the training texts"
    seeds = so_many(len(request.seeds), "seed")
    balance = "with equal numbers of each label" if request.balanced else "not balanced by label"
    on = f"{size} of {card.dataset} ({request.train_split}), {balance}"
    were = "was" if len(request.models) == 1 else "were"
    begin = f"{models} {were} trained on {on}, and tested on {tests} ({request.test_split}), with {seeds}."
    if experiment.reading is Reading.LEARNABILITY:
        how = (
            f"For learnability ({experiment.paper.short if experiment.paper else ''}) each text got one of two labels "
            "at random, and each label covers half of the texts. Texts with the first label were perturbed with a "
            f"probability of {', '.join(f'{share:g}' for share in request.shares)}. "
            "Learnability is the accuracy on the perturbed test texts of this label minus the accuracy on "
            "their originals (equation 4). Average learnability is the area under the learnability curve over the "
            "decimal logarithm of the probability (equation 5)."
        )
    elif experiment.reading is Reading.CORRUPTION:
        paper = f" ({experiment.paper.short})" if experiment.paper else ""
        scores = " and ".join(metrics()[name].spoken for name in card.metrics)
        how = (
            f"For each perturbation, perturbed texts replaced {part}, all test texts, or both{paper}. "
            f"The figures are the change in {scores} compared with the original texts."
        )
        how += f" Lexical cues are words of {card.cues}." if card.cues else ""
        how += f" {called(request.masked)} guessed the masked first word of each class." if card.guesses else ""
    else:
        added = "replaced their originals" if request.replaces else "were added"
        how = f"Perturbed copies of {part} {added}. All trainings had the same number of steps."
    versions = ", ".join(f"{name} {version}" for name, version in (card.versions or {}).items())
    return f"{begin} {how} Perturbations: {_in_words(card)}. Computed with Flinch on {card.device} ({versions})."


def _in_words(card: ExperimentCard) -> str:
    """What was perturbed: "leet letters: probability 1; word class removal: adjective, noun"."""
    severities: dict[str, list[str]] = {}
    for condition in card.request.parsed:
        if condition.spelled not in (card.left_out or {}):
            severity = class_names(severity_in_words(condition.severity))
            severities.setdefault(words(condition.perturbation), []).append(severity)
    return "; ".join(f"{name}: {', '.join(each)}" for name, each in severities.items())


def as_csv(outcomes: Iterable[Outcome]) -> str:
    """A line for each outcome; a figure that is not known is empty.

    Scores, changes and cues have a column each for the value, the bounds of its interval, and of cues for n.
    """
    rows = [dict(_columns(outcome)) for outcome in outcomes]
    names = dict.fromkeys([*PLAIN, *(name for row in rows for name in row)])
    out = io.StringIO()
    writer = csv.DictWriter(out, list(names), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return out.getvalue()


def _columns(outcome: Outcome) -> Iterator[tuple[str, object]]:
    yield from ((name, getattr(outcome, name)) for name in PLAIN)
    for name, score in outcome.scores.items():
        yield from _bounded(name, score)
    for name, change in outcome.changes.items():
        yield from _bounded(f"{name}_change", change)
    for name, cue in outcome.cues.items():
        yield from _bounded(f"cues_{name}", cue)
        yield f"cues_{name}_n", cue.n


def _bounded(name: str, estimate: Estimate) -> Iterator[tuple[str, float]]:
    yield from ((name, estimate.value), (f"{name}_low", estimate.low), (f"{name}_high", estimate.high))


def _cell(value: object) -> object:
    if isinstance(value, float):
        return "" if isnan(value) else value
    return as_text(value) if isinstance(value, str) else value

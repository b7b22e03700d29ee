"""A cell of a run taken apart: what was said of which gold label, how sure the model was, and where it holds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, NamedTuple

from core.design import Condition
from core.errors import BadInput
from core.metrics import Estimate, cohens_kappa
from core.metrics.shift import mean_shift
from core.models.tasks import LABELLING
from core.text.tokens import word_spans
from data.runs.counts import Curated
from data.runs.files import RunCard
from data.runs.scores import labels_at, predictions_of, run_card
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace

LENGTHS = {"1 to 5": 5, "6 to 10": 10, "11 to 20": 20, "21 to 40": 40}  # words of the original, up to so many
LONGER = "41 or more"


class Answers(NamedTuple):
    """How many samples have this gold label and this predicted one."""

    gold: str
    predicted: str


@dataclass(frozen=True, slots=True)
class KappaOf:
    """Cohen's kappa between predictions before and after, over the samples of this name alone."""

    name: str
    kappa: Estimate


@dataclass(frozen=True, slots=True)
class ConfidenceShift:
    """The mean probability (0-1) of the label that the original was given, `before` and `after`, and its shift.

    Over the samples that kept their label, or those that did not.
    """

    flipped: bool
    before: float
    after: float
    shift: Estimate


@dataclass(frozen=True, slots=True)
class CellBreakdown:
    """Of the samples that a condition changed: how often each answer was given, `before` and `after`.

    `by_label` goes by gold label, `by_length` by the words of the original. Without gold labels `before`, `after` and
    `by_label` are empty; without probabilities `confidence` is, and `by_length` without the texts.
    """

    labels: tuple[str, ...]
    before: Mapping[Answers, int]
    after: Mapping[Answers, int]
    confidence: tuple[ConfidenceShift, ...]
    by_label: tuple[KappaOf, ...]
    by_length: tuple[KappaOf, ...]


@dataclass(frozen=True, slots=True)
class _Changed:
    """A changed sample. `sure` has the probability of the label before, before and after; NaN where it is not known."""

    candidate_id: str
    golds: tuple[str, str]
    before: str
    after: str
    sure: tuple[float, float]


def cell_breakdown(
    workspace: Workspace, run_id: str, model: str, condition: Condition, curated: Curated | None = None
) -> CellBreakdown:
    """A model's answers under a condition, over the samples it changed, or over those that people kept.

    Raises BadInput for unknown names, for what was not predicted yet, and for a task without labels.
    """
    card = run_card(workspace, run_id)
    if card.task not in LABELLING:
        raise BadInput(f"The run {run_id} predicts no labels ({card.task}); choose a run that predicts labels.")
    rows = _changed_samples(workspace, run_id, model, condition, curated)
    labelled = bool(rows) and all(all(row.golds) for row in rows)
    labels = labels_at(workspace.runs / run_id, card)
    return CellBreakdown(
        labels,
        Counter(Answers(row.golds[0], row.before) for row in rows if labelled),
        Counter(Answers(row.golds[1], row.after) for row in rows if labelled),
        tuple(_confidence(rows)),
        _kappas({label: [row for row in rows if labelled and row.golds[0] == label] for label in labels}),
        _kappas(_by_length(workspace, card, condition, rows)),
    )


def _changed_samples(
    workspace: Workspace, run_id: str, model: str, condition: Condition, curated: Curated | None
) -> list[_Changed]:
    before = {row["sample_id"]: row for row in predictions_of(workspace, run_id, model, None).to_pylist()}
    after = predictions_of(workspace, run_id, model, condition).to_pylist()
    kept = [row for row in after if curated is None or row["candidate_id"] in curated]
    return [
        _Changed(
            row["candidate_id"],
            (row["gold"], row["gold"] if curated is None else curated[row["candidate_id"]].label),
            before[row["sample_id"]]["label"],
            row["label"],
            _probabilities(before[row["sample_id"]], row),
        )
        for row in kept
    ]


def _probabilities(was: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[float, float]:
    first, then = list(was["probabilities"] or ()), list(now["probabilities"] or ())
    if not first or len(first) != len(then):
        return nan, nan
    place = first.index(max(first))
    return first[place], then[place]


def _confidence(rows: Sequence[_Changed]) -> Sequence[ConfidenceShift]:
    shifts = []
    for flipped in (False, True):
        sure = [row.sure for row in rows if (row.before != row.after) is flipped and row.sure[0] == row.sure[0]]
        if sure:
            before, after = zip(*sure, strict=True)
            means = sum(before) / len(sure), sum(after) / len(sure)
            shifts.append(ConfidenceShift(flipped, *means, mean_shift(before, after)))
    return shifts


def _kappas(groups: Mapping[str, Sequence[_Changed]]) -> tuple[KappaOf, ...]:
    return tuple(
        KappaOf(name, cohens_kappa([row.before for row in rows], [row.after for row in rows]))
        for name, rows in groups.items()
        if rows
    )


def _by_length(
    workspace: Workspace, card: RunCard, condition: Condition, rows: Sequence[_Changed]
) -> Mapping[str, list[_Changed]]:
    path = card.variants_path(workspace, condition)
    if not path.exists():
        return {}
    rewrites = rewrites_by_id(path, [row.candidate_id for row in rows])
    groups: dict[str, list[_Changed]] = {name: [] for name in (*LENGTHS, LONGER)}
    for row in rows:
        words = sum(len(word_spans(text.rewrite.source)) for text in rewrites[row.candidate_id])
        groups[next((name for name, most in LENGTHS.items() if words <= most), LONGER)].append(row)
    return groups

"""Which perturbations need people: how often meaning and label survive, beside what the registry says."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.errors import BadInput
from core.metrics.estimate import Estimate
from core.perturbations.registry import find
from core.severity import Severity
from curation.study.results.judgements import GroupedBy, Judgement, grouped
from curation.study.results.shares import option_share

USUAL_BOUND = 0.9  # the paper let 94 % pass for automatic, and 39 % not


class Handling(StrEnum):
    """What a perturbation's samples need before a model is measured on them."""

    AUTOMATIC = "automatic"
    CURATE = "curate"


@dataclass(frozen=True, slots=True)
class CurationNeed:
    """One perturbation: how often it was `survived`, what the registry says, and what the study `suggests`: None where
    the interval lies on both sides of the bound. `worst` is the severity with the lowest share."""

    perturbation: str
    survived: Estimate
    registry: Handling
    suggests: Handling | None
    worst: str
    at_worst: Estimate


def needs(rows: Sequence[Judgement], option: int, bound: float = USUAL_BOUND) -> list[CurationNeed]:
    """A line for each perturbation, the least survived first. `option` is the one that says meaning and label survived.

    A perturbation is automatic where the whole interval reaches the bound, and one to curate where it stays below.
    """
    lines = [_need(name, of, option, bound) for name, of in grouped(rows, GroupedBy.PERTURBATION)]
    return sorted(lines, key=lambda line: (line.survived.value, line.perturbation))


def in_registry(name: str) -> Handling:
    """What the registry says of this perturbation, or of a chain: one that may alter meaning is to be curated."""
    return Handling.CURATE if any(find(step).alters_meaning for step in name.split(",")) else Handling.AUTOMATIC


def _need(name: str, rows: Sequence[Judgement], option: int, bound: float) -> CurationNeed:
    survived = option_share(rows, option).clustered
    by_severity = {key: option_share(of, option).clustered for key, of in grouped(rows, GroupedBy.SEVERITY)}
    worst = min(by_severity, key=lambda key: (by_severity[key].value, Severity.parse(key)))
    return CurationNeed(name, survived, _known(name), _suggested(survived, bound), worst, by_severity[worst])


def _known(name: str) -> Handling:
    try:
        return in_registry(name)
    except BadInput:  # a study of an earlier version may have perturbations that this one does not know
        return Handling.CURATE


def _suggested(survived: Estimate, bound: float) -> Handling | None:
    if survived.low >= bound:
        return Handling.AUTOMATIC
    return Handling.CURATE if survived.high < bound else None

"""What the desk's browser side is told: plain JSON values, made from records."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from core.records import Decision, DiscardReason, FieldRewrite, GrammarIssue, Hint, Verdict
from curation.guidelines import guidelines
from curation.records import CellProgress, DeskItem, RecentDecision, SessionStats
from pages.ui.desk.events import Delivery
from pages.ui.desk.marks import after, before

REASON_KEYS = {
    DiscardReason.NO_SENSE: "X",
    DiscardReason.NO_LABEL: "C",
    DiscardReason.UNCLEAR: "V",
    DiscardReason.BROKEN: "B",
    DiscardReason.OTHER: "O",
}
JSON = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answers:
    """What can be said of a sample: its label is one of these, a number, or (tagging) nothing to choose from."""

    labels: tuple[str, ...] = ()
    number: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one visit to the desk shows, read from the store after the outbox was emptied into it."""

    place: str  # names the outbox in the browser: one workspace, one person
    progress: CellProgress
    answers: Answers
    items: Sequence[DeskItem]
    recent: Sequence[RecentDecision]
    stats: SessionStats
    delivery: Delivery
    hints_awaited: bool = False
    cells: Sequence[CellProgress] = ()

    @property
    def next_open(self) -> CellProgress | None:
        """The first other cell in which something is left to do."""
        here = self.progress.cell
        return next((p for p in self.cells if p.cell != here and not p.closed and p.waiting), None)


def payload(scene: Scene, sequence: str = "", held: Collection[str] = ()) -> JSON:
    """The scene as JSON. Items the browser holds in this very version (`held`) are named but not sent again.

    `sequence` is what the browser called the message that this answers.
    """
    shown = {item.candidate.id: item for item in [*scene.items, *(r.item for r in scene.recent)]}
    fresh = {id_: item_json(item) for id_, item in shown.items() if _version(item) not in held}
    return {
        "answers": sequence,
        "place": scene.place,
        "cell": cell_json(scene.progress),
        "cells": [[p.cell.id, *_names(p)] for p in scene.cells],
        "labels": list(scene.answers.labels),
        "number": scene.answers.number,
        "reasons": [[REASON_KEYS[reason], reason.value] for reason in DiscardReason],
        "guidelines": list(guidelines(scene.progress.cell.perturbation)),
        "queue": [item.candidate.id for item in scene.items],
        "items": fresh,
        "recent": [recent_json(r.decision) for r in scene.recent],
        "decisions": scene.stats.decisions,
        "median": scene.stats.median_milliseconds,
        "acknowledged": sorted(scene.delivery.acknowledged),
        "refused": dict(scene.delivery.refused),
        "awaited": scene.hints_awaited,
        "next": {"id": ahead.cell.id, "name": str(ahead.cell)} if (ahead := scene.next_open) else None,
    }


def cell_json(progress: CellProgress) -> JSON:
    """Which cell this is and how far it is."""
    return {
        "id": progress.cell.id,
        "kept": progress.kept,
        "relabelled": progress.relabelled,
        "discarded": progress.discarded,
        "disputed": progress.disputed,
        "checked": progress.checked,
        "waiting": progress.waiting,
        "quota": progress.quota,
        "closed": progress.closed,
        "togo": progress.expected_to_check,
    }


def item_json(item: DeskItem) -> JSON:
    """One candidate as the browser paints it."""
    issues = item.hint.issues if item.hint else None
    return {
        "id": item.candidate.id,
        "version": _version(item),
        "gold": item.gold_label,
        "fields": [_field(field, issues or ()) for field in item.candidate.rewrites],
        "snippet": " | ".join(text for _, text in item.candidate.perturbed)[:80],
        "hint": _hint(item.hint, item.similarity_percentile) if item.hint else None,
    }


def recent_json(decision: Decision) -> JSON:
    """A decision that stands, for the list that one can go back to."""
    said = {Verdict.RELABEL: decision.label, Verdict.DISCARD: decision.reason}.get(decision.verdict, "")
    return {
        "id": decision.id,
        "candidate": decision.candidate_id,
        "verdict": decision.verdict.value,
        "said": said,
        "note": decision.note,
    }


def _names(progress: CellProgress) -> tuple[str, str]:
    """The cell's data set and its perturbation with severity, ticked when its quota is reached."""
    cell = progress.cell
    name = f"{cell.perturbation.replace('_', ' ')} · {cell.severity}"
    return f"{cell.dataset} ({cell.split})", f"{name} ✓" if progress.closed else name


def _field(field: FieldRewrite, issues: Sequence[GrammarIssue]) -> JSON:
    here = [issue if issue.field == field.name else None for issue in issues]
    changed = field.rewrite.applied
    return {
        "name": field.name,
        "before": [list(run) for run in before(field.rewrite)],
        "after": [list(run) for run in after(field.rewrite, here)] if changed or any(here) else None,
    }


def _hint(hint: Hint, percentile: float | None) -> JSON:
    return {
        "similarity": None if isnan(hint.similarity) else f"{hint.similarity:.2f}",
        "percentile": None if percentile is None else round(percentile * 100),
        "issues": None if hint.issues is None else [issue.message for issue in hint.issues],
        "before": hint.issues_before,
        "model": hint.similarity_engine,
        "grammar": hint.grammar_engine,
    }


def _version(item: DeskItem) -> str:
    """What the browser has must be sent again when its hint has come or its rank in the cell has changed."""
    rank = "" if item.similarity_percentile is None else round(item.similarity_percentile * 100)
    return f"{item.candidate.id}:{item.hint is not None:d}:{rank}"


def sent(state: Mapping[str, Any] | None, place: str) -> tuple[str, list[Mapping[str, Any]], frozenset[str]]:
    """What the browser last sent from this place: the message's name, the outbox's events, the items it holds.

    Nothing at first, and nothing of what somebody else sent who sat here before.
    """
    message = (state or {}).get("outbox")
    if not isinstance(message, Mapping) or message.get("place") != place:
        return "", [], frozenset()
    events = [event for event in message.get("events", []) if isinstance(event, Mapping)]
    return str(message.get("sequence", "")), events, frozenset(map(str, message.get("held", [])))

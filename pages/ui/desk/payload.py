"""What the desk's browser side receives: plain JSON values, made from records."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import isnan
from typing import Any

from core.identity import content_id
from core.records import (
    Bounds,
    DatasetCard,
    Decision,
    DiscardReason,
    FieldRewrite,
    GrammarIssue,
    Hint,
    Task,
    Verdict,
)
from curation.answers import tag_set
from curation.campaigns.campaigns import Campaign
from curation.desk_keys import DEFAULT_KEYS
from curation.guidelines import guidelines
from curation.people import PersonTally
from curation.quality.day import DaysWork
from curation.quality.streaks import TOLD, TimedVerdict, just_too_fast, words
from curation.queue import CLAIM_SECONDS
from curation.reach import doubt, next_cell
from curation.records import CellProgress, DeskItem, RecentDecision
from curation.tickets import Tickets
from pages.ui.desk.events import Delivery
from pages.ui.desk.outbox import Outbox
from pages.ui.shared.markdown import nodes
from pages.ui.shared.marks import MarkedRun, original_runs, perturbed_runs

JSON = dict[str, Any]
COUNTS = ("kept", "relabelled", "discarded", "disputed", "doubted", "carried", "checked")


@dataclass(frozen=True, slots=True)
class LabelChoices:
    """What a sample can be relabelled as: one of these, a number within the scale, or one of these tags for each word.

    Without labels, whatever one types.
    """

    labels: tuple[str, ...] = ()
    number: bool = False
    scale: Bounds | None = None
    tagging: bool = False

    @classmethod
    def of(cls, card: DatasetCard) -> "LabelChoices":
        """The choices for samples of this data set."""
        if card.task is Task.TAGGING:
            return cls(tag_set(card.labels), tagging=True)
        number = card.task is Task.SIMILARITY
        return cls(card.labels, number, card.scale if number else None)


@dataclass(frozen=True, slots=True)
class DeskState:
    """All that one visit to the desk shows, read from the store after the outbox was emptied into it."""

    progress: CellProgress
    answers: LabelChoices
    items: Sequence[DeskItem]
    recent: Sequence[RecentDecision]
    carried: Sequence[RecentDecision]
    own: PersonTally
    day: DaysWork
    delivery: Delivery
    tickets: Tickets
    lost: Sequence[str] = ()  # candidates that the browser holds and that are somebody else's by now
    decided: Sequence[str] = ()  # those that this person decided already, be it in another window
    first: Sequence[DeskItem] = ()  # that this person asked for
    earlier: Sequence[Decision] = ()  # what this person said of those before
    hints_awaited: bool = False
    flags: Sequence[Decision] = ()  # of all people
    cells: Sequence[CellProgress] = ()
    prepares: bool = False  # whether this person may open a researcher's pages
    reach: str = ""  # why the quota can't be reached, if it can't
    campaign: Campaign = field(default_factory=lambda: Campaign(""))
    keys: Mapping[str, str] = field(default_factory=lambda: DEFAULT_KEYS)

    @property
    def next_open(self) -> CellProgress | None:
        """The other cell with something left to do that has the best chance to reach its quota."""
        here = self.progress.cell
        return next_cell([p for p in self.cells if p.cell != here])


def payload(scene: DeskState, outbox: Outbox, now: datetime) -> JSON:
    """The scene as JSON, in reply to this message. Items the browser holds in this very version are named but not sent
    again; the others go with the ticket that a decision on them must bring back."""
    items = {
        item.candidate.id: item
        for item in [*scene.first, *scene.items, *(r.item for r in (*scene.recent, *scene.carried))]
    }
    tagging = scene.answers.tagging
    fresh = {
        id_: item_json(item, tagging) | {"ticket": scene.tickets.given(id_, now)}
        for id_, item in items.items()
        if _version(item) not in outbox.held
    }
    own, others = ([f for f in scene.flags if (f.annotator == scene.tickets.annotator) is own] for own in (True, False))
    asked_ids = {item.candidate.id for item in scene.first}
    if scene.campaign.judgements > 1:  # nobody reads what others say of a sample before judging it
        asked_ids &= {decision.candidate_id for decision in scene.earlier if decision.verdict is not Verdict.SKIP}
    return {
        "cell": blind_json(scene.progress) if scene.campaign.judgements > 1 else cell_json(scene.progress),
        "campaign": campaign_json(scene.campaign, outbox.held),
        "cells": [[p.cell.id, *_names(p)] for p in scene.cells],
        "labels": list(scene.answers.labels),
        "number": scene.answers.number,
        "scale": scene.answers.scale,
        "tagging": scene.answers.tagging,
        "keys": dict(scene.keys),
        "usual_keys": dict(DEFAULT_KEYS),
        "reasons": [reason.value for reason in DiscardReason],
        "guidelines": list(guidelines(scene.progress.cell.perturbation)),
        "queue": [item.candidate.id for item in scene.items],
        "first": [item.candidate.id for item in scene.first],
        "items": fresh,
        "earlier": [earlier_json(decision) for decision in scene.earlier],
        "recent": [recent_json(r) for r in scene.recent],
        "carried": [recent_json(r) for r in scene.carried],
        "flags": {flag.candidate_id: {"id": flag.id, "note": flag.note} for flag in own},
        "flagged": [
            {"candidate": flag.candidate_id, "by": flag.annotator, "note": flag.note}
            for flag in others
            if flag.candidate_id in asked_ids
        ],
        "reach": scene.reach,
        "decisions": scene.own.decided,
        "skipped": scene.own.skipped,
        "prepares": scene.prepares,
        "median": scene.own.median_milliseconds,
        "today": scene.day.decisions,
        "pace": scene.day.per_hour,
        "acknowledged": sorted(scene.delivery.acknowledged),
        "refused": dict(scene.delivery.refused),
        "extra": sorted(scene.delivery.extra),
        "hurried": hurried(scene),
        "lost": list(scene.lost),
        "decided": list(scene.decided),
        "lease": CLAIM_SECONDS,
        "awaited": scene.hints_awaited,
        "next": {"id": ahead.cell.id, "name": str(ahead.cell)} if (ahead := scene.next_open) else None,
    }


def hurried(scene: DeskState) -> str:
    """What is said to whoever just decided faster than people read, "" to others."""
    newest_first = [each for each in scene.recent if each.decision.verdict is not Verdict.SKIP]
    looks = [TimedVerdict(r.decision, scene.progress.cell, words(r.item)) for r in reversed(newest_first)]
    just_now = bool(looks) and looks[-1].decision.id in scene.delivery.acknowledged
    return TOLD if just_now and just_too_fast(looks) else ""


def cell_json(progress: CellProgress) -> JSON:
    """Which cell this is and how far it is."""
    return {
        "id": progress.cell.id,
        **{name: getattr(progress, name) for name in (*COUNTS, "waiting", "quota", "closed", "halted")},
        "pending": progress.pending > 0,
        "togo": progress.expected_to_check,
        "doubt": doubt(progress),
        "order": "" if progress.order.estimates else progress.order.name,
    }


def blind_json(progress: CellProgress) -> JSON:
    """The same where several people judge one sample: in steps of 10 %, so that nobody reads off the counts what the
    others said of the sample just decided."""
    done = min(100, 10 * (10 * progress.collected // progress.quota))
    few = {"blind": True, "done": done, "waiting": int(progress.waiting > 0), "togo": None, "doubt": ""}
    return cell_json(progress) | dict.fromkeys(COUNTS, 0) | few


def campaign_json(campaign: Campaign, held: Collection[str]) -> JSON | None:
    """The campaign's name and guidelines, these once for each browser; None for a cell that is in none."""
    if not campaign.name:
        return None
    version = f"guide:{content_id(campaign.guidelines)}"
    guide = None if version in held else nodes(campaign.guidelines)
    return {"name": campaign.name, "version": version, "guide": guide}


def item_json(item: DeskItem, tagging: bool = False) -> JSON:
    """One candidate as the browser paints it, with its words where each has a tag; "gold" are these tags then."""
    issues = item.hint.issues if item.hint else None
    return {
        "id": item.candidate.id,
        "version": _version(item),
        "gold": item.gold_label,
        "fields": [_field(part, issues or ()) for part in item.candidate.rewrites],
        "words": [word for word in item.candidate.perturbed[0].text.split(" ") if word] if tagging else None,
        "snippet": " | ".join(text for _, text in item.candidate.perturbed)[:80],
        "hint": _hint(item.hint, item.similarity_percentile) if item.hint else None,
        "hidden": item.hints_hidden,
    }


def recent_json(recent: RecentDecision) -> JSON:
    """A decision that stands, for the list that one can go back to: how many others it holds for as well, or where it
    was made."""
    decision = recent.decision
    return earlier_json(decision) | {
        "id": decision.id,
        "note": decision.note,
        "milliseconds": decision.milliseconds,
        "hints": decision.hints_visible,
        "others": recent.copies - 1,
        "second": decision.second,
        "seen": _seen(recent),
    }


def earlier_json(decision: Decision) -> JSON:
    """What somebody said of a candidate, and when: milliseconds since 1970."""
    detail = {Verdict.RELABEL: decision.label, Verdict.DISCARD: decision.reason}.get(decision.verdict, "")
    at = round(1000 * decision.at.timestamp())
    return {"candidate": decision.candidate_id, "verdict": decision.verdict.value, "detail": detail, "at": at}


def _seen(recent: RecentDecision) -> str:
    """ "judged at PPS 1" where the verdict was given in another cell."""
    here, there = recent.item.candidate.cell, recent.carried_from
    if there is None:
        return ""
    if there == here:
        return "judged in another row"
    if there.perturbation == here.perturbation and there.severity != here.severity:
        return f"judged at {there.severity}"
    return f"judged in {there.perturbation.replace('_', ' ')}, {there.severity}"


def _names(progress: CellProgress) -> tuple[str, str]:
    """The cell's data set and its perturbation with severity, ticked when its quota is reached."""
    cell = progress.cell
    name = f"{cell.perturbation.replace('_', ' ')} · {cell.severity}"
    return f"{cell.dataset} ({cell.split})", f"{name} ✓" if progress.closed else name


def _field(part: FieldRewrite, issues: Sequence[GrammarIssue]) -> JSON:
    here = [issue if issue.field == part.name else None for issue in issues]
    changed = part.rewrite.applied
    return {
        "name": part.name,
        "before": runs_json(original_runs(part.rewrite)),
        "after": runs_json(perturbed_runs(part.rewrite, here)) if changed or any(here) else None,
    }


def runs_json(runs: Iterable[MarkedRun]) -> list[tuple[str, str, int]]:
    """(text, mark, number of the grammar issue or -1) of each run."""
    return [(run.text, run.mark.value, run.issue) for run in runs]


def _hint(hint: Hint, percentile: float | None) -> JSON:
    return {
        "similarity": None if isnan(hint.similarity) else f"{hint.similarity:.2f}",
        "percentile": None if percentile is None else round(percentile * 100),
        "context": None if isnan(hint.context) else f"{hint.context:.2f}",
        "issues": None if hint.issues is None else [issue.message for issue in hint.issues],
        "before": hint.issues_before,
        "model": hint.similarity_engine,
        "grammar": hint.grammar_engine,
    }


def _version(item: DeskItem) -> str:
    """What the browser has must be sent again when its hint has come or its rank in the cell has changed."""
    if item.hints_hidden:
        return f"{item.candidate.id}:hidden"
    rank = "" if item.similarity_percentile is None else round(item.similarity_percentile * 100)
    context = "" if item.hint is None or isnan(item.hint.context) else f":{item.hint.context:.2f}"
    return f"{item.candidate.id}:{item.hint is not None:d}:{rank}{context}"

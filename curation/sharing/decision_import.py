"""Decisions that somebody brings from elsewhere: which of them can be taken, and where they contradict what is here.

Nothing is taken silently: a line that can't be taken is named, a name that somebody here has too is asked about, and
what contradicts a verdict here becomes a dispute to settle.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from core.errors import BadInput
from core.records import Cell, Decision, DiscardReason, Verdict
from curation.resolve import as_meant, meaning, standing_decisions
from curation.rules import check, check_undo

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=1)  # that another machine's clock may be before this one's


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that can't be taken, by its number in the file, and why."""

    number: int
    why: str

    def __str__(self) -> str:
        return f"line {self.number:,}: {self.why}"


@dataclass(frozen=True, slots=True)
class KnownCandidate:
    """A candidate that is here."""

    cell: Cell
    sample_id: str
    gold_label: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """A verdict that is brought, on a sample of which people here said otherwise."""

    candidate: KnownCandidate
    brought: Decision
    here: tuple[Decision, ...]

    @property
    def comes_to(self) -> str:
        """What becomes of it, in words."""
        if settled := [decision.annotator for decision in self.here if decision.settles]:
            return f"the settled verdict of {settled[-1]} counts"
        own = [decision for decision in self.here if decision.annotator == self.brought.annotator]
        if len(own) == len(self.here):
            return "this person's later decision counts"
        return "a dispute to settle"

    @staticmethod
    def words(decision: Decision) -> str:
        """Who said what, on one line: "ann: relabel to place"."""
        more = {Verdict.RELABEL: f" to {decision.label}", Verdict.DISCARD: f" ({decision.reason})"}
        return " ".join(f"{decision.annotator}: {decision.verdict}{more.get(decision.verdict, '')}".split())


@dataclass(frozen=True, slots=True)
class ExistingDecisions:
    """What is known here of the candidates and ids that a file names: candidates by id, stored decisions by id, all
    events by candidate, everybody's latest verdict by candidate, and the names of the people who decide here."""

    candidates: Mapping[str, KnownCandidate]
    stored: Mapping[str, Decision]
    events: Mapping[str, Sequence[Decision]]
    verdicts: Mapping[str, Sequence[Decision]]
    people: frozenset[str]


@dataclass(frozen=True, slots=True)
class DecisionImport:
    """What a file of decisions comes to: those to take, how many are here already, what can't be taken, what
    contradicts verdicts here, and the names that are also those of people here."""

    fresh: tuple[Decision, ...]
    known: int
    bad: tuple[BadLine, ...]
    conflicts: tuple[Conflict, ...]
    clashes: tuple[str, ...]


def examine(
    lines: Iterable[tuple[int, Decision]],
    here: ExistingDecisions,
    now: datetime,
    same: Iterable[str] = (),
    any_name: bool = False,
) -> DecisionImport:
    """What these numbered decisions come to; whoever is among the people `same` is the one of that name here, or all
    are where `any_name` says so."""
    fresh: dict[str, Decision] = {}
    known, bad, familiar = 0, list[BadLine](), set[str]()
    for number, decision in lines:
        try:
            before = here.stored.get(decision.id) or fresh.get(decision.id)
            if before is not None:
                _check_same(decision, before, decision.id in here.stored)
                known += 1
                familiar.add(decision.annotator)
                continue
            _check(decision, here, fresh.values(), now)
        except BadInput as error:
            bad.append(BadLine(number, str(error)))
            continue
        fresh[decision.id] = replace(decision, propensity=0.0, drawn_from=0)  # it tells of hand-outs elsewhere
    names = sorted({d.annotator for d in fresh.values()} & here.people - familiar - set(same))
    conflicts = _conflicts(fresh.values(), here)
    contradicting = {(c.brought.candidate_id, c.brought.annotator) for c in conflicts}
    plain = (  # without what would have it settle what people here dispute, or be passed over beside them
        replace(d, second=False, settles=False) if (d.candidate_id, d.annotator) in contradicting else d
        for d in fresh.values()
    )
    return DecisionImport(tuple(plain), known, tuple(bad), conflicts, () if any_name else tuple(names))


def _check_same(decision: Decision, before: Decision, stored: bool) -> None:
    """Raise BadInput unless both are the same event."""

    def event(d: Decision) -> tuple[str, ...]:
        return d.candidate_id, d.verdict, d.label, d.reason, d.undoes

    where = "here" if stored else "in an earlier line"
    if event(decision) != event(before):
        raise BadInput(f"the id {decision.id!r} belongs to another decision {where}; give each decision its own id.")
    if decision.annotator != before.annotator:
        raise BadInput(
            f"the id {decision.id!r} belongs to a decision {where} by {before.annotator!r}, not {decision.annotator!r};"
            " import the file under the same names as before."
        )


def _check(decision: Decision, here: ExistingDecisions, fresh: Iterable[Decision], now: datetime) -> None:
    """Raise BadInput unless it can be taken; what a desk would be told to do is left out."""
    try:
        check(decision)
        if decision.verdict is Verdict.UNDO:
            about = here.events.get(decision.candidate_id, ())
            check_undo(decision, [*about, *(d for d in fresh if d.id == decision.undoes)])
    except BadInput as error:
        raise BadInput(str(error).partition("; ")[0]) from error
    if decision.candidate_id not in here.candidates:
        raise BadInput(f"there is no candidate {decision.candidate_id!r} here; prepare the same samples first.")
    if not EARLIEST <= decision.at <= now + AHEAD:
        raise BadInput(f"the time {decision.at.isoformat()} is not possible; give the time of the decision.")
    if decision.verdict is Verdict.DISCARD and decision.reason not in list(DiscardReason):
        reasons = ", ".join(DiscardReason)
        raise BadInput(f"{decision.reason[:40]!r} is not a discard reason; give one of {reasons}.")


def _conflicts(fresh: Iterable[Decision], here: ExistingDecisions) -> tuple[Conflict, ...]:
    verdicts = (d for d in standing_decisions(fresh) if d.verdict is not Verdict.SKIP and not d.probe)
    latest = {(d.candidate_id, d.annotator): d for d in verdicts}
    conflicts = []
    for (id_, _), decision in latest.items():
        candidate = here.candidates[id_]
        brought = meaning(as_meant(decision, candidate.gold_label))
        differing = [d for d in here.verdicts.get(id_, ()) if meaning(as_meant(d, candidate.gold_label)) != brought]
        if differing:
            conflicts.append(Conflict(candidate, decision, tuple(differing)))
    return tuple(conflicts)

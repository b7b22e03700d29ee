"""What a set of decisions means: the only place that says so.

The rules, for one candidate:
- decisions with the same id are one decision; the order in which events arrive does not matter;
- an undo takes back the decision it names if the same person made both; an undo can't itself be undone;
- of what stands, each annotator's latest counts (by time, then by id); a skip is no verdict;
- a flag is no decision: it changes nothing here;
- people who disagree leave the candidate disputed, out of the curated samples, until they agree;
- a second opinion counts where there is no other verdict; else it changes nothing, and who differs is named;
- a probe, the answer to a gold sample, counts for nothing;
- a verdict that settles, the latest such, holds whatever the others said;
- where the majority may settle: without such a verdict, what more than half of three judges or more say holds.

And for duplicates, candidates that read the same:
- what somebody decided on one of them is carried to each of the others, unless they decided on that one as well;
- of several that they decided on, the latest verdict is carried, or where there is none, the latest skip.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from core.records import CuratedSample, Decision, Verdict

MAJORITY = "majority"  # stands in place of a name where nobody in particular settled
FEWEST_JUDGES = 3  # of whom a majority can settle: two who differ have none


class CandidateStatus(StrEnum):
    """What people made of a candidate."""

    KEPT = "kept"
    RELABELLED = "relabelled"
    DISCARDED = "discarded"
    DISPUTED = "disputed"
    SKIPPED = "skipped"  # looked at, but nobody has a verdict


OF_VERDICT = {
    Verdict.KEEP: CandidateStatus.KEPT,
    Verdict.RELABEL: CandidateStatus.RELABELLED,
    Verdict.DISCARD: CandidateStatus.DISCARDED,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What stands for one candidate. `label` is the new label of a relabelled one.

    `settled` is when the first of the verdicts that stand was given, or else the last skip: the order of checking.
    `carried_from` names the duplicate that was judged where nobody judged this candidate itself, else it is "".
    `second_by` gave a second opinion, which counts where there is nothing else; `doubted_by` are those who
    said otherwise than the verdict that counts. `settled_by` settled what others disagreed on: a person, the only one
    of the `annotators` then, or the "majority", which the `annotators` are then.
    """

    candidate_id: str
    standing: CandidateStatus
    annotators: tuple[str, ...]
    settled: datetime
    label: str = ""
    skipped_by: tuple[str, ...] = ()
    carried_from: str = ""
    second_by: tuple[str, ...] = ()
    doubted_by: tuple[str, ...] = ()
    settled_by: str = ""

    @property
    def heard(self) -> tuple[str, ...]:
        """Everybody whose verdict or second opinion is known."""
        if not (self.second_by or self.doubted_by):
            return self.annotators
        return tuple({*self.annotators, *self.second_by, *self.doubted_by})

    @property
    def by_hand(self) -> frozenset[str]:
        """Who judged it and was to: everybody who was heard, second opinions left out."""
        return frozenset(self.heard) - frozenset(self.second_by)

    @property
    def final(self) -> bool:
        """Whether somebody settled it, so that nobody else need judge it."""
        return bool(self.settled_by) and not self.by_majority

    @property
    def by_majority(self) -> bool:
        """Whether the majority settled it: a person who settles, whatever their name, is the only one who counts."""
        return self.settled_by == MAJORITY and self.annotators != (MAJORITY,)

    @property
    def checked(self) -> bool:
        return self.standing is not CandidateStatus.SKIPPED

    @property
    def agreed(self) -> bool:
        """Whether there is a verdict that nobody disputes."""
        return self.standing in OF_VERDICT.values()

    @property
    def contested(self) -> bool:
        """Whether people's verdicts differ, and neither a person nor a majority settled it."""
        return self.standing is CandidateStatus.DISPUTED or (bool(self.doubted_by) and not self.settled_by)

    @property
    def collected(self) -> bool:
        return self.standing in (CandidateStatus.KEPT, CandidateStatus.RELABELLED)

    def curated(self, sample_id: str, gold_label: str) -> CuratedSample | None:
        """The curated sample this makes, or None when it was not collected."""
        if not self.collected:
            return None
        relabelled = self.standing is CandidateStatus.RELABELLED
        label = self.label if relabelled else gold_label
        return CuratedSample(
            self.candidate_id,
            sample_id,
            label,
            relabelled,
            self.annotators,
            self.carried_from,
            self.doubted_by,
            self.settled_by,
        )


Resolution = Mapping[str, Outcome]
"""The outcome of each candidate that anyone's decision stands for, by candidate id."""


def standing_decisions(decisions: Iterable[Decision]) -> list[Decision]:
    """The decisions nobody took back, oldest first, each once; undo events themselves and flags are left out."""
    events = sorted(decisions, key=by_time)
    undone = _undone_keys(events)
    standing: dict[str, Decision] = {}
    for event in events:
        if event.verdict is not Verdict.UNDO and _name(event) not in undone:
            standing.setdefault(event.id, event)
    return [event for event in standing.values() if event.verdict is not Verdict.FLAG]


def _undone_keys(events: Iterable[Decision]) -> set[tuple[str, str, str]]:
    """The names of what these events take back."""
    return {(event.undoes, event.annotator, event.candidate_id) for event in events if event.verdict is Verdict.UNDO}


def _name(event: Decision) -> tuple[str, str, str]:
    """What an undo must name to take this back: only who decided, and on the same candidate."""
    return event.id, event.annotator, event.candidate_id


def open_flags(events: Iterable[Decision]) -> list[Decision]:
    """Each person's latest flag on each candidate that was neither taken back nor settled, oldest first.

    A flag replaces the same person's earlier one for good: when it is taken back by an undo, none is left. A flag that
    settles, anybody's, ends all that were on its sample before.
    """
    latest: dict[tuple[str, str], Decision] = {}
    ordered = sorted(events, key=by_time)
    flags: dict[str, Decision] = {}
    for event in ordered:
        if event.verdict is Verdict.FLAG:
            flags.setdefault(event.id, event)
    undone = _undone_keys(ordered) if flags else set()
    for flag in flags.values():
        if _name(flag) in undone:
            if not flag.settles:
                latest.pop((flag.candidate_id, flag.annotator), None)
        elif flag.settles:
            latest = {key: other for key, other in latest.items() if other.candidate_id != flag.candidate_id}
        else:
            latest[flag.candidate_id, flag.annotator] = flag
    return sorted(latest.values(), key=by_time)


def resolve(
    decisions: Iterable[Decision],
    gold_labels: Mapping[str, str] | None = None,
    duplicates: Iterable[Collection[str]] = (),
    majority: bool = False,
) -> Resolution:
    """What these decisions, of any number of candidates, come to.

    A relabel to the candidate's own gold label is a keep; that needs `gold_labels` by candidate id. `duplicates` are
    the groups of candidates that read the same, no candidate in two of them. `majority` says that it may settle.
    """
    latest = _latest_decisions(decisions)
    for group in duplicates:
        carried = _carry_over(latest.get(duplicate, {}) for duplicate in group)
        latest |= {duplicate: own for duplicate in group if (own := _prefer_own(latest.get(duplicate, {}), carried))}
    gold = gold_labels or {}
    return {
        candidate: _outcome(candidate, by_whom, gold.get(candidate), majority) for candidate, by_whom in latest.items()
    }


def decisions_on(candidate_id: str, decisions: Iterable[Decision], duplicates: Iterable[str]) -> list[Decision]:
    """What holds for the candidate of what each person said of it or of its duplicates, skips left out, oldest first.

    A verdict that was given on a duplicate has the candidate's id in it.
    """
    latest = _latest_decisions(decisions)
    held = _prefer_own(latest.get(candidate_id, {}), _carry_over(latest.get(duplicate, {}) for duplicate in duplicates))
    verdicts = (decision for decision in held.values() if decision.verdict is not Verdict.SKIP)
    return [replace(decision, candidate_id=candidate_id) for decision in sorted(verdicts, key=by_time)]


def _latest_decisions(decisions: Iterable[Decision]) -> dict[str, dict[str, Decision]]:
    """Each person's latest decision that stands, by candidate id and then by name; answers to gold samples left out."""
    latest: dict[str, dict[str, Decision]] = {}
    for decision in (d for d in standing_decisions(decisions) if not d.probe):
        latest.setdefault(decision.candidate_id, {})[decision.annotator] = decision
    return latest


def _carry_over(by_annotator: Iterable[Mapping[str, Decision]]) -> dict[str, Decision]:
    """What each person's decisions on one text say of its other copies."""
    carried: dict[str, Decision] = {}
    for decision in sorted((d for each in by_annotator for d in each.values()), key=by_time):
        if decision.verdict is not Verdict.SKIP or carried.get(decision.annotator, decision).verdict is Verdict.SKIP:
            carried[decision.annotator] = decision
    return carried


def _prefer_own(own: Mapping[str, Decision], carried: Mapping[str, Decision]) -> dict[str, Decision]:
    """A person's own verdict on a candidate, else the one that is carried to it, else a skip of theirs."""
    better = {who: d for who, d in carried.items() if d.verdict is not Verdict.SKIP or who not in own}
    return {**own, **better, **{who: d for who, d in own.items() if d.verdict is not Verdict.SKIP}}


def strict_majority(meanings: Collection[str]) -> str:
    """What more than half of at least three judges say, by what each of them said; "" where there is none."""
    common, times = Counter(meanings).most_common(1)[0] if meanings else ("", 0)
    return common if len(meanings) >= FEWEST_JUDGES and 2 * times > len(meanings) else ""


def as_meant(decision: Decision, gold: str | None) -> Decision:
    """The decision; a relabel to the candidate's `gold` label as the keep that it is."""
    as_it_was = decision.verdict is Verdict.RELABEL and decision.label == gold
    return replace(decision, verdict=Verdict.KEEP, label="") if as_it_was else decision


def meaning(decision: Decision) -> str:
    """What two verdicts must have in common to be the same: reasons for a discard may differ, new labels may not."""
    return f"relabel {decision.label}" if decision.verdict is Verdict.RELABEL else decision.verdict.value


def _outcome(candidate_id: str, by_annotator: Mapping[str, Decision], gold: str | None, majority: bool) -> Outcome:
    given = {who: as_meant(d, gold) for who, d in by_annotator.items() if d.verdict is not Verdict.SKIP}
    skipped_by = tuple(sorted(set(by_annotator) - set(given)))
    verdicts, settled_by = _counted_verdicts(given, majority)
    settled = min(d.at for d in verdicts.values()) if verdicts else max(d.at for d in by_annotator.values())
    by_hand = any(d.candidate_id == candidate_id for d in (verdicts or by_annotator).values())
    source = "" if by_hand else min((verdicts or by_annotator).values(), key=by_time).candidate_id
    meanings = {meaning(d): d for d in verdicts.values()}
    if not meanings:
        return Outcome(candidate_id, CandidateStatus.SKIPPED, (), settled, skipped_by=skipped_by, carried_from=source)
    doubted_by = tuple(sorted(who for who, d in given.items() if who not in verdicts and {meaning(d)} != {*meanings}))
    common = next(iter(meanings.values())) if len(meanings) == 1 else None
    return Outcome(
        candidate_id,
        OF_VERDICT[common.verdict] if common else CandidateStatus.DISPUTED,
        tuple(sorted(verdicts)),
        settled,
        common.label if common and common.verdict is Verdict.RELABEL else "",
        skipped_by,
        source,
        tuple(sorted(who for who, d in given.items() if d.second)),
        doubted_by,
        settled_by,
    )


def _counted_verdicts(given: Mapping[str, Decision], majority: bool) -> tuple[Mapping[str, Decision], str]:
    """The verdicts that count, by who gave them, and what settled it where others said otherwise."""
    if settling := max((d for d in given.values() if d.settles), key=by_time, default=None):
        return {settling.annotator: settling}, settling.annotator
    judges = {who: d for who, d in given.items() if not d.second} or given
    common = strict_majority(list(map(meaning, judges.values()))) if majority else ""
    if not common or all(meaning(d) == common for d in given.values()):
        return judges, ""
    return {who: d for who, d in judges.items() if meaning(d) == common}, MAJORITY


def by_time(decision: Decision) -> tuple[datetime, str]:
    """What decisions are sorted by: their time, of the same time their id."""
    return decision.at, decision.id

"""One cell's decisions in memory, with what they come to, so that nothing is resolved twice."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from core.records import Cell, Decision, Verdict
from curation.quota import OutcomeTally
from curation.records import DuplicateText
from curation.resolve import Outcome, Resolution, as_meant, decisions_on, open_flags, resolve, standing_decisions


class DecisionLog:
    """The candidates of a cell (gold labels by id, in the order people see them), its decisions and outcomes.

    `duplicates` are those of its candidates that others read the same as, here or in another cell, and the decided ones
    of other cells that read the same as one here, by candidate id. `majority` says that it settles what people dispute.
    `tally` counts the outcomes; `reopened` grows when what was done may have to be judged again.
    """

    def __init__(
        self,
        cell: Cell,
        gold_labels: Mapping[str, str],
        decisions: Iterable[Decision] = (),
        duplicates: Mapping[str, DuplicateText] | None = None,
        majority: bool = False,
    ) -> None:
        self._majority = majority
        self.cell = cell
        self.gold_labels = gold_labels
        self.outcomes: dict[str, Outcome] = {}
        self.tally = OutcomeTally()
        self.reopened = 0
        self._checked: dict[str, None] = {}  # candidates with a verdict, in the order they got it or were collected
        self._decisions: dict[str, list[Decision]] = {}
        self._arrivals: dict[str, int] = {}  # decisions by id, numbered as they came
        self._standing: dict[str, list[Decision]] = {}
        self._latest: dict[str, dict[str, Decision]] = {}  # of each person, on each candidate
        self._in_order: dict[str, Sequence[Decision]] = {}  # what of it is on candidates of this cell, as it came
        self._flags: dict[str, list[Decision]] = {}
        self._duplicates: dict[str, DuplicateText] = {}
        self._groups: dict[int, list[str]] = {}
        self._from_duplicates = set[str]()  # candidates whose outcome comes from one that reads the same
        for id_, duplicate in (duplicates or {}).items():
            self._add_to_group(id_, duplicate)
        self.add(decisions)

    def add(self, decisions: Iterable[Decision]) -> None:
        """Take in more decisions about this cell's candidates and their duplicates, in the order they came; only what
        they touch is resolved."""
        for decision in decisions:
            candidate_id = decision.candidate_id
            self._arrivals.setdefault(decision.id, len(self._arrivals))
            self._decisions.setdefault(candidate_id, []).append(decision)
            self._set_standing(candidate_id, standing_decisions(self._decisions[candidate_id]))
            self._flags.pop(candidate_id, None)
            if flags := open_flags(self._decisions[candidate_id]):
                self._flags[candidate_id] = flags
            self._resolve(tuple(self._group(candidate_id)))

    def add_duplicate(self, duplicate: DuplicateText, decisions: Iterable[Decision]) -> None:
        """Take in decisions on a candidate of another cell that reads the same as one of this cell."""
        new = list(decisions)
        self._add_to_group(new[0].candidate_id, duplicate)
        self.add(new)

    def duplicate(self, candidate_id: str) -> DuplicateText | None:
        """What is known of the candidates that read the same as this one; None where there are none."""
        return self._duplicates.get(candidate_id)

    def waits(self, candidate_id: str) -> bool:
        """Whether the candidate is one of this cell that nobody has a verdict on."""
        outcome = self.outcomes.get(candidate_id)
        return candidate_id in self.gold_labels and not (outcome and outcome.checked)

    def reads_like(self, text: int) -> bool:
        """Whether a candidate of this cell has this text."""
        return text in self._groups

    def extra(self, quota: int) -> frozenset[str]:
        """The candidates whose verdicts came after so many were collected: they count for nothing while that is so."""
        if self.tally.collected < quota:
            return frozenset()
        rest = iter(self._checked)
        while quota:
            quota -= self.outcomes[next(rest)].collected
        return frozenset(rest)

    def counted(self, quota: int) -> Resolution:
        """The outcomes without those of extra candidates."""
        extra = self.extra(quota)
        return {id_: outcome for id_, outcome in self.outcomes.items() if id_ not in extra} if extra else self.outcomes

    def about(self, candidate_id: str) -> list[Decision]:
        """Every decision on this candidate, undo events among them."""
        return self._decisions.get(candidate_id, [])

    def standing(self, annotator: str) -> Sequence[Decision]:
        """This annotator's decisions on this cell's candidates that stand, the latest on each, in the order they came:
        a browser's clock and a slow message can put the time of one before that of its predecessor."""
        if annotator not in self._in_order:
            here = (d for id_, d in self._latest.get(annotator, {}).items() if id_ in self.gold_labels)
            self._in_order[annotator] = sorted(here, key=self._arrival)
        return self._in_order[annotator]

    def latest(self, annotator: str, candidate_id: str) -> Decision | None:
        """This annotator's decision on the candidate that stands, if there is one."""
        return self._latest.get(annotator, {}).get(candidate_id)

    def verdicts(self) -> list[Decision]:
        """Everybody's latest verdict on each candidate, skips left out; a relabel to the gold label is a keep.

        Beside what somebody thought, what they settled among others is a verdict of its own.
        """
        latest = (
            {(d.annotator, d.settles): d for d in decisions if not d.probe}.values() for decisions in self._own_groups()
        )
        return [self._meant(d) for d in chain.from_iterable(latest) if d.verdict is not Verdict.SKIP]

    def contested(self) -> dict[str, list[Decision]]:
        """The candidates of this cell on which verdicts differ and that nobody settled, by id: what each person said of
        it or of one that reads the same, oldest first; a relabel to the gold label is a keep."""
        return {id_: self._contested_decisions(id_) for id_, outcome in self.outcomes.items() if outcome.contested}

    def _contested_decisions(self, candidate_id: str) -> list[Decision]:
        group = self._group(candidate_id)
        decisions = decisions_on(candidate_id, (d for id_ in group for d in self._standing.get(id_, ())), group)
        return [self._meant(decision) for decision in decisions]

    def probes(self) -> list[Decision]:
        """Everybody's latest answer to each gold sample, skips left out; a relabel to the gold label is a keep."""
        latest = ({d.annotator: d for d in decisions if d.probe}.values() for decisions in self._own_groups())
        return [self._meant(d) for d in chain.from_iterable(latest) if d.verdict is not Verdict.SKIP]

    def flags(self) -> list[Decision]:
        """The open flags on this cell's candidates, in the order they came."""
        own_flags = (flag for id_, flags in self._flags.items() if id_ in self.gold_labels for flag in flags)
        return sorted(own_flags, key=self._arrival)

    def _arrival(self, decision: Decision) -> int:
        return self._arrivals[decision.id]

    def _meant(self, decision: Decision) -> Decision:
        return as_meant(decision, self.gold_labels.get(decision.candidate_id))

    def carried(self, annotator: str) -> list[Decision]:
        """What was carried to candidates of this cell from this annotator's verdicts elsewhere, in the order they
        came: the verdict that was given, with the id of the candidate that it was carried to."""
        decisions = []
        for outcome in map(self.outcomes.__getitem__, self._from_duplicates):
            if outcome.checked and annotator in outcome.annotators:
                own = [d for d in self._standing.get(outcome.carried_from, ()) if d.annotator == annotator]
                decisions += [replace(d, candidate_id=outcome.candidate_id) for d in own[-1:]]
        return sorted(decisions, key=self._arrival)

    def _set_standing(self, candidate_id: str, decisions: list[Decision]) -> None:
        """These are the decisions on this candidate that stand by now, oldest first."""
        for decision in self._standing.get(candidate_id, ()):
            self._latest[decision.annotator].pop(candidate_id, None)
        for decision in (*self._standing.get(candidate_id, ()), *decisions):
            self._in_order.pop(decision.annotator, None)
        for decision in decisions:
            self._latest.setdefault(decision.annotator, {})[candidate_id] = decision
        self._standing[candidate_id] = decisions

    def _own_groups(self) -> Iterator[list[Decision]]:
        """The decisions that stand on each of this cell's own candidates."""
        return (decisions for id_, decisions in self._standing.items() if id_ in self.gold_labels)

    def _add_to_group(self, candidate_id: str, duplicate: DuplicateText) -> None:
        """Have the candidate in the group of those that read the same."""
        if candidate_id not in self._duplicates:
            self._groups.setdefault(duplicate.text, []).append(candidate_id)
        self._duplicates[candidate_id] = duplicate

    def _group(self, candidate_id: str) -> list[str]:
        duplicate = self._duplicates.get(candidate_id)
        return self._groups[duplicate.text] if duplicate else [candidate_id]

    def _resolve(self, group: tuple[str, ...]) -> None:
        """What the decisions on these duplicates, or on one candidate alone, come to for those of this cell."""
        standing = [d for candidate_id in group for d in self._standing.get(candidate_id, ())]
        resolved = resolve(standing, self.gold_labels, [group], self._majority)
        for candidate_id in group:
            before = self.outcomes.pop(candidate_id, None)
            after = resolved.get(candidate_id) if candidate_id in self.gold_labels else None
            if after:
                self.outcomes[candidate_id] = after
            self.tally.change(before, after)
            self._place(candidate_id, before, after)
            self.reopened += _reopens(before, after)
            (self._from_duplicates.add if after and after.carried_from else self._from_duplicates.discard)(candidate_id)

    def _place(self, candidate_id: str, before: Outcome | None, after: Outcome | None) -> None:
        """Have the candidate last among those with a verdict where it has only now got one that counts so."""
        was, now = (each.checked + each.collected if each else 0 for each in (before, after))
        if now > was or not now:
            self._checked.pop(candidate_id, None)
        if now > was:
            self._checked[candidate_id] = None


def _reopens(before: Outcome | None, after: Outcome | None) -> bool:
    """Whether others may have to judge again what was done."""
    if not before:
        return False
    heard, final = (after.heard, after.final) if after else ((), False)
    return not set(before.heard) <= set(heard) or (before.final and not final)

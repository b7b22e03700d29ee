"""What browsers saw of their decisions, and whether the journal says the same."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.records import Decision, Verdict


@dataclass(slots=True)
class Seen:
    """Decisions that people made, by id, and those of which they were told that they are saved; times in milliseconds.

    `acknowledged` is from the key to that word, `answered` from the message that carried the decision to it, `painted`
    from the key to the next sample on the screen, `resumed` (seconds) from a server's return to the first word of it.
    """

    made: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    maker: dict[str, str] = field(default_factory=dict)
    saved: set[str] = field(default_factory=set)
    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    painted: list[float] = field(default_factory=list)
    resumed: list[float] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def hear(self, person: str, told: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """What the browser of this person did with its outbox since it last said so."""
        for what, event in told:
            self.note(person, what, event)

    def note(self, person: str, what: str, event: Mapping[str, Any]) -> None:
        """Something that the browser of this person did with its outbox."""
        if what == "made":
            self.made.setdefault(str(event["id"]), event)
            self.maker.setdefault(str(event["id"]), person)
        elif what == "saved" and event["id"] not in self.saved:
            self.saved.add(str(event["id"]))
            self.acknowledged.append(float(event["waited"]))
            self.answered.append(float(event["answered"]))


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is wrong between what people saw and what is stored, each as a list of ids; all empty when all is well.

    `twice` names candidates on which more people than one have a verdict that is not marked as a second opinion,
    `second` those with one that is; `again` names decisions on what the same person had judged already and not taken
    back: it was shown to them again.
    """

    lost: tuple[str, ...]
    doubled: tuple[str, ...]
    unknown: tuple[str, ...]
    misassigned: tuple[str, ...]
    twice: tuple[str, ...]
    again: tuple[str, ...]
    second: tuple[str, ...]

    @property
    def faults(self) -> int:
        """How many decisions were lost, doubled, somebody else's, of nobody's making or made on another's sample or on
        one's own for the second time."""
        wrong = (self.lost, self.doubled, self.unknown, self.misassigned, self.twice, self.again)
        return sum(map(len, wrong))


def compare(seen: Seen, journal: Iterable[Decision]) -> Comparison:
    """What people were told beside what the journal holds, now that everybody has stopped."""
    stored = list(journal)
    times = Counter(decision.id for decision in stored)
    standing: dict[str, dict[str, list[Decision]]] = defaultdict(lambda: defaultdict(list))
    again = []
    for decision in {each.id: each for each in stored if each.verdict is not Verdict.FLAG}.values():
        own = standing[decision.candidate_id][decision.annotator]
        if decision.verdict is Verdict.UNDO:
            own[:] = [each for each in own if each.id != decision.undoes]
            continue
        if any(each.verdict is not Verdict.SKIP for each in own):
            again.append(decision.id)
        own.append(decision)
    first_hand = {
        candidate: [own[-1] for own in people.values() if own and own[-1].verdict is not Verdict.SKIP]
        for candidate, people in standing.items()
    }
    return Comparison(
        lost=tuple(sorted(seen.saved - times.keys())),
        doubled=tuple(id_ for id_, n in times.items() if n > 1),
        unknown=tuple(sorted(times.keys() - seen.made.keys())),
        misassigned=tuple(
            decision.id for decision in stored if seen.maker.get(decision.id, decision.annotator) != decision.annotator
        ),
        twice=tuple(candidate for candidate, last in first_hand.items() if sum(not each.second for each in last) > 1),
        again=tuple(again),
        second=tuple(decision.id for decision in stored if decision.second),
    )

"""Names that stand for people: A1, A2 … in the order of their first decisions, the same for the same decisions."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from core.records import CuratedSample, Decision
from curation.resolve import MAJORITY, by_time


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """The pseudonym of each person by name; where there are none, people keep their names."""

    names: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, decisions: Iterable[Decision]) -> "Pseudonyms":
        """For all who made one of these decisions."""
        people = dict.fromkeys(decision.annotator for decision in sorted(decisions, key=by_time))
        return cls({name: f"A{number}" for number, name in enumerate(people, 1)})

    def of_person(self, name: str) -> str:
        """The pseudonym of this person."""
        return self.names.get(name, name)

    def of_decision(self, decision: Decision) -> Decision:
        """The decision without its person's name, and without the note, in which there may be names."""
        return replace(decision, annotator=self.of_person(decision.annotator), note="") if self.names else decision

    def of_sample(self, sample: CuratedSample) -> CuratedSample:
        """The curated sample with the pseudonyms of those who decided on it."""
        if not self.names:
            return sample
        people = sorted(map(self.of_person, sample.annotators), key=_by_number)
        majority = sample.settled_by == MAJORITY and sample.annotators != (MAJORITY,)
        settled_by = MAJORITY if majority else self.of_person(sample.settled_by)
        doubting = sorted(map(self.of_person, sample.doubted_by), key=_by_number)
        return replace(sample, annotators=tuple(people), doubted_by=tuple(doubting), settled_by=settled_by)


def _by_number(name: str) -> tuple[int, str]:
    """A2 comes before A10."""
    return len(name), name

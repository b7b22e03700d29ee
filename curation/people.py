"""What each person decided, and why samples were discarded: counts of the verdicts that stand."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from statistics import median

from core.records import Decision, Verdict


@dataclass(frozen=True, slots=True)
class PersonTally:
    """One person's verdicts that stand; the median of the times that were measured, None where none was."""

    name: str
    kept: int
    relabelled: int
    discarded: int
    median_milliseconds: float | None
    skipped: int = 0

    @property
    def decided(self) -> int:
        """All of the person's verdicts."""
        return self.kept + self.relabelled + self.discarded


def by_person(verdicts: Iterable[Decision]) -> list[PersonTally]:
    """A tally for each person, who decided most first."""
    theirs: dict[str, list[Decision]] = {}
    for verdict in verdicts:
        theirs.setdefault(verdict.annotator, []).append(verdict)
    tallies = [tally(name, decided) for name, decided in theirs.items()]
    return sorted(tallies, key=lambda person: (-person.decided, person.name))


def discard_reasons(verdicts: Iterable[Decision]) -> dict[str, int]:
    """How many discards gave each reason, the commonest first; "" stands for no reason given."""
    counts = Counter(verdict.reason for verdict in verdicts if verdict.verdict is Verdict.DISCARD)
    return dict(sorted(counts.items(), key=lambda count: (-count[1], count[0])))


def tally(name: str, decided: Collection[Decision]) -> PersonTally:
    """What this person decided; skips are no decisions, and their time does not count."""
    counts = Counter(decision.verdict for decision in decided)
    times = [d.milliseconds for d in decided if d.milliseconds > 0 and d.verdict is not Verdict.SKIP]
    return PersonTally(
        name,
        counts[Verdict.KEEP],
        counts[Verdict.RELABEL],
        counts[Verdict.DISCARD],
        median(times) if times else None,
        counts[Verdict.SKIP],
    )

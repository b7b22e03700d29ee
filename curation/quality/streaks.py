"""Runs of decisions that came too fast to have been read, or are all alike. They are shown, and nothing is dropped."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from statistics import median

from core.records import Cell, Decision
from curation.records import DeskItem
from curation.resolve import by_time, meaning

WORDS_A_MINUTE = 600  # most adults read 175-300 (Brysbaert 2019, J. Memory and Language 109): twice the fastest of them
MOST_WORDS = 40  # of one text: in a long one people read around what changed
FAST_RUN = 10  # decisions in a row
ALIKE_RUN = 20
ALIKE_CHANCE = 0.001  # of such a run anywhere among a person's decisions
FEWEST_OTHERS = 30  # decisions beside the run, from which one knows how common its verdict is
TOLD = (
    f"You made {FAST_RUN} decisions faster than most people can read. If you have read the texts, go on: "
    "all your decisions are saved."
)


@dataclass(frozen=True, slots=True)
class TimedVerdict:
    """A verdict that stands, the cell of its sample, and how many words there were to read, 0 where that is unknown.

    `random_order` says that the cell's samples came in random order, not the best first.
    """

    decision: Decision
    cell: Cell
    words: int = 0
    random_order: bool = True

    @property
    def too_fast(self) -> bool:
        """Whether it took less time than reading once what is there to read, at WORDS_A_MINUTE."""
        needed = min(self.words, MOST_WORDS) * 60_000 / WORDS_A_MINUTE
        return 0 < self.decision.milliseconds < needed


@dataclass(frozen=True, slots=True)
class Streak:
    """`decisions` of one person in a row, from the first to the last: too fast, or all with the same `verdict`.

    `milliseconds` is their median time, `needed` the median time that reading takes; 0 where that is unknown.
    """

    annotator: str
    first: datetime
    last: datetime
    decisions: int
    milliseconds: float
    needed: float = 0.0
    verdict: str = ""


def streaks(verdicts: Iterable[TimedVerdict]) -> list[Streak]:
    """Every streak of everybody, the latest first. What was settled, which needs no reading afresh, breaks none."""
    people = by_person(verdicts)
    looks = [look for theirs in people.values() for look in theirs]
    all_streaks = [streak for theirs in people.values() for streak in (*fast_streaks(theirs), *_repeats(theirs, looks))]
    return sorted(all_streaks, key=lambda streak: (streak.last, streak.annotator), reverse=True)


def by_person(verdicts: Iterable[TimedVerdict]) -> dict[str, list[TimedVerdict]]:
    """Each person's verdicts that settle nothing, oldest first."""
    people: dict[str, list[TimedVerdict]] = {}
    for look in sorted(verdicts, key=lambda look: by_time(look.decision)):
        if not look.decision.settles:
            people.setdefault(look.decision.annotator, []).append(look)
    return people


def fast_streaks(looks: Iterable[TimedVerdict]) -> list[Streak]:
    """The runs of FAST_RUN decisions or more of one person, oldest first, that were each too fast."""
    runs = (list(run) for fast, run in groupby(looks, key=lambda look: look.too_fast) if fast)
    return [_streak(run) for run in runs if len(run) >= FAST_RUN]


def words(item: DeskItem) -> int:
    """How many words there are to read of the perturbed sample, all its texts together."""
    return sum(len(field.text.split()) for field in item.candidate.perturbed)


def just_too_fast(looks: Sequence[TimedVerdict]) -> bool:
    """Whether a person's last FAST_RUN decisions (oldest first) were each too fast."""
    return len(looks) >= FAST_RUN and all(look.too_fast for look in looks[-FAST_RUN:])


def _repeats(theirs: Sequence[TimedVerdict], everybody: Sequence[TimedVerdict]) -> list[Streak]:
    """One person's runs of the same verdict that are longer than chance makes them in these cells.

    Of N decisions the chance of m in a row with a verdict of share p is at most N p^m. The share is that of all
    people's other decisions in the run's cells, with one added on either side. Samples that came best first are left
    out.
    """
    at_random = [look for look in theirs if look.random_order]
    runs = [list(run) for _, run in groupby(at_random, key=lambda look: meaning(look.decision))]
    long_runs = []
    for run in runs:
        if len(run) < ALIKE_RUN:
            continue
        what, cells = meaning(run[0].decision), {look.cell for look in run}
        counts = Counter(meaning(look.decision) for look in everybody if look.cell in cells)
        others = counts.total() - len(run)
        share = (counts[what] - len(run) + 1) / (others + 2)
        if others >= FEWEST_OTHERS and len(at_random) * share ** len(run) < ALIKE_CHANCE:
            long_runs.append(_streak(run, what))
    return long_runs


def _streak(run: Sequence[TimedVerdict], verdict: str = "") -> Streak:
    decisions = [look.decision for look in run]
    times = [decision.milliseconds for decision in decisions if decision.milliseconds > 0]
    needed = median(min(look.words, MOST_WORDS) * 60_000 / WORDS_A_MINUTE for look in run)
    spent = median(times) if times else 0.0
    return Streak(decisions[0].annotator, decisions[0].at, decisions[-1].at, len(run), spent, needed, verdict)

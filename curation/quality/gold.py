"""Gold samples: some whose answer is known, mixed in unseen, that tell how often each person gives it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from core.errors import BadInput
from core.identity import content_id
from core.metrics.estimate import Estimate
from core.metrics.share import share
from core.records import Decision, Verdict
from curation.records import CellProgress

MOST_PERCENT = 50  # of what people are handed


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """What is right for a gold sample: keep, discard for whatever reason, or relabel to this label."""

    verdict: Verdict
    label: str = ""

    def given_by(self, probe: Decision) -> bool:
        """Whether this person gave it."""
        return probe.verdict is self.verdict and (self.verdict is not Verdict.RELABEL or probe.label == self.label)


@dataclass(frozen=True, slots=True)
class QualityRules:
    """What the researcher set to be sure of decisions.

    `majority` settles what people dispute. `gold` are the known answers by candidate id; they are mixed in at
    `gold_percent` of 100, where `gold_seed` says.
    """

    majority: bool = False
    gold_percent: int = 0
    gold_seed: int = 0
    gold: Mapping[str, KnownAnswer] = field(default_factory=dict)

    def check(self) -> None:
        """Raise BadInput where this can't be set."""
        if not 0 <= self.gold_percent <= MOST_PERCENT:
            wrong = f"The share of gold samples can't be {self.gold_percent} %"
            raise BadInput(f"{wrong}; give a number from 0 to {MOST_PERCENT}.")
        for candidate_id, answer in self.gold.items():
            if answer.verdict not in (Verdict.KEEP, Verdict.DISCARD, Verdict.RELABEL):
                given = answer.verdict.value
                raise BadInput(f"The gold answer of {candidate_id!r} can't be {given!r}; use keep, discard or relabel.")
            if answer.verdict is Verdict.RELABEL and not answer.label.strip():
                raise BadInput(f"The gold answer 'relabel' of {candidate_id!r} has no label; give the right label.")

    def is_turn(self, cell_id: str, annotator: str, position: int) -> bool:
        """Whether what this person is handed at this position of their work on the cell is to be a gold sample."""
        return _stable_random(self.gold_seed, cell_id, annotator, position) % 100 < self.gold_percent

    def in_order(self, candidate_ids: Iterable[str], annotator: str) -> list[str]:
        """The gold samples among these in an order of this person's own, drawn by the seed."""
        gold_ids = [id_ for id_ in candidate_ids if id_ in self.gold]
        return sorted(gold_ids, key=lambda id_: _stable_random(self.gold_seed, id_, annotator, 0))

    def mixed(
        self, line: Iterable[str], gold: Iterable[str], cell_id: str, annotator: str, position: int
    ) -> Iterator[str]:
        """The line with gold samples, in the order given, where it is their turn: none after the last of the line, and
        none when all were answered. `position` counts what the person has decided of the cell."""
        left = iter(gold)
        for candidate_id in line:
            while self.is_turn(cell_id, annotator, position):
                probe = next(left, None)
                if probe is None:
                    break
                yield probe
                position += 1
            yield candidate_id
            position += 1


@dataclass(frozen=True, slots=True)
class GoldAccuracy:
    """How often a person gave the known answer of gold samples."""

    annotator: str
    right: Estimate


def accuracies(probes: Iterable[Decision], gold: Mapping[str, KnownAnswer]) -> list[GoldAccuracy]:
    """Each person's accuracy with Wilson's interval, by name; samples that are gold no longer are left out."""
    answers: dict[str, list[bool]] = {}
    for probe in probes:
        if answer := gold.get(probe.candidate_id):
            answers.setdefault(probe.annotator, []).append(answer.given_by(probe))
    return [GoldAccuracy(name, share(sum(right), len(right))) for name, right in sorted(answers.items())]


def as_seen(progress: CellProgress, own: Iterable[Decision]) -> CellProgress:
    """How far the cell is with a person's own standing decisions counted, probes like all others, so that the counts
    tell nobody which was one. A quota that is not reached never looks reached, and while something waits there is
    something to see waiting."""
    probes = [d.verdict for d in own if d.probe and d.verdict is not Verdict.SKIP]
    if progress.closed or not probes:
        return progress
    room = progress.left - 1
    kept = min(probes.count(Verdict.KEEP), room)
    relabelled = min(probes.count(Verdict.RELABEL), room - kept)
    checked = progress.checked + len(probes)
    waiting = max(min(progress.waiting, 1), progress.waiting - len(probes))
    candidates = max(progress.candidates, checked + waiting + progress.extra)
    return replace(
        progress,
        kept=progress.kept + kept,
        relabelled=progress.relabelled + relabelled,
        discarded=progress.discarded + probes.count(Verdict.DISCARD),
        checked=checked,
        candidates=candidates,
        gold=candidates - checked - waiting - progress.extra,
    )


def _stable_random(seed: int, place: str, annotator: str, position: int) -> int:
    return int(content_id(str(seed), place, annotator, str(position)), 16)

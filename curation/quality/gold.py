"""Gold samples: some whose answer is known, mixed in unseen, that tell how often each person gives it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import BadInput
from core.records import Verdict

MOST_PERCENT = 50  # of what people are handed


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """What is right for a gold sample: keep, discard for whatever reason, or relabel to this label."""

    verdict: Verdict
    label: str = ""


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
            raise BadInput(f"Gold samples can't be {self.gold_percent} %; give a number from 0 to {MOST_PERCENT}.")
        for candidate_id, answer in self.gold.items():
            if answer.verdict not in (Verdict.KEEP, Verdict.DISCARD, Verdict.RELABEL):
                raise BadInput(f"{answer.verdict.value!r} is no answer to {candidate_id!r}; keep, discard or relabel.")
            if answer.verdict is Verdict.RELABEL and not answer.label.strip():
                raise BadInput(f"The gold sample {candidate_id!r} is relabelled to nothing; give its right label.")

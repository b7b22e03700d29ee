"""How far the people who curate agree, on the samples that more than one of them judged."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.metrics.agreement import cohens_kappa
from core.metrics.estimate import Estimate
from core.metrics.raters import counts_of, fleiss_kappa, krippendorffs_alpha, percent_agreement
from core.metrics.share import share
from core.records import Decision, Verdict

ALIKE = "everybody made the same decision on all samples, so chance alone gives full agreement"


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two people: on how many samples they gave the same verdict, and their kappa, NaN where both always said one."""

    one: str
    other: str
    equal: Estimate
    kappa: Estimate


@dataclass(frozen=True, slots=True)
class TeamAgreement:
    """All of them. `overlap` samples of `judged` were judged by two or more, who gave `ratings` verdicts on them."""

    judged: int
    overlap: int
    equal: Estimate
    fleiss: Estimate
    alpha: Estimate
    pairs: tuple[PairAgreement, ...]

    @property
    def undefined(self) -> str:
        """Why there is no measure beyond chance, "" where there is one."""
        if not self.overlap:
            return "no sample was judged by two people"
        return ALIKE if self.alpha.value != self.alpha.value else ""


def agreement(verdicts: Iterable[Decision]) -> TeamAgreement:
    """How far people agree; `verdicts` are everybody's latest on each sample, skips left out.

    Two verdicts are the same when both keep, both discard (whatever the reason), or both relabel to the same label.
    Second opinions count like any other; what settles does not, for whoever settles has seen what the others said.
    """
    said: dict[str, dict[str, str]] = {}
    for decision in verdicts:
        if not decision.settles:
            said.setdefault(decision.candidate_id, {})[decision.annotator] = meaning(decision)
    counts, _ = counts_of(given.values() for given in said.values())
    both: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for given in said.values():
        for one, other in combinations(sorted(given), 2):
            both.setdefault((one, other), []).append((given[one], given[other]))
    pairs = tuple(_pair(one, other, said_by) for (one, other), said_by in sorted(both.items()))
    return TeamAgreement(
        len(said), len(counts), percent_agreement(counts), fleiss_kappa(counts), krippendorffs_alpha(counts), pairs
    )


def meaning(decision: Decision) -> str:
    """What two verdicts must have in common to be the same."""
    return f"relabel {decision.label}" if decision.verdict is Verdict.RELABEL else decision.verdict.value


def _pair(one: str, other: str, both: Sequence[tuple[str, str]]) -> PairAgreement:
    """How far these two agree, by what the one and the other said of each sample that both judged."""
    left, right = zip(*both, strict=True)
    equal = share(sum(a == b for a, b in both), len(both))
    return PairAgreement(one, other, equal, cohens_kappa(left, right))

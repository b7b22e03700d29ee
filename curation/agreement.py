"""How far the people who curate agree, on the samples that more than one of them judged."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import isnan

from core.metrics.agreement import cohens_kappa
from core.metrics.estimate import UNSCORED, Estimate
from core.metrics.raters import counts_of, fleiss_kappa, krippendorffs_alpha, percent_agreement
from core.metrics.share import share, wilson
from core.records import Decision
from curation.resolve import meaning

ALONE = "no text was judged by two people"
ALIKE = "everybody made the same decision on all samples, so chance alone gives full agreement"


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two people: on how many samples they gave the same verdict, and their kappa, NaN where both always said one."""

    one: str
    other: str
    equal: Estimate
    kappa: Estimate


@dataclass(frozen=True, slots=True)
class Agreement:
    """All of them. `overlap` texts of `judged` were judged by two or more. `equal` (0-1) is the mean over these texts
    of the share of pairs of verdicts that are the same, with Wilson's interval over the texts for a team, and a
    bootstrap over the sources for a study, NaN for one text; NaN without overlap. `undefined` says why there is no
    measure beyond chance, "" where there is one."""

    judged: int
    overlap: int
    equal: Estimate
    fleiss: Estimate
    alpha: Estimate
    pairs: tuple[PairAgreement, ...] = ()
    undefined: str = ""


def agreement(verdicts: Iterable[Decision]) -> Agreement:
    """How far people agree; `verdicts` are everybody's latest on each sample, skips left out.

    Two verdicts are the same when both keep, both discard (whatever the reason), or both relabel to the same label.
    Second opinions count like any other; what settles does not, for whoever settles has seen what the others said.
    """
    ratings: dict[str, dict[str, str]] = {}
    for decision in verdicts:
        if not decision.settles:
            ratings.setdefault(decision.candidate_id, {})[decision.annotator] = meaning(decision)
    both: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for given in ratings.values():
        for one, other in combinations(sorted(given), 2):
            both.setdefault((one, other), []).append((given[one], given[other]))
    pairs = tuple(_pair(one, other, values) for (one, other), values in sorted(both.items()))
    total = all_together(ratings, ALONE, ALIKE)
    equal = wilson(total.equal.value, total.overlap) if total.overlap else UNSCORED  # as for a pair: of few texts too
    return replace(total, equal=equal, pairs=pairs)


def all_together(
    ratings: Mapping[str, Mapping[str, Hashable]], alone: str, alike: str, sources: Mapping[str, Hashable] | None = None
) -> Agreement:
    """Percent agreement, Fleiss' kappa and Krippendorff's alpha (nominal) of what each person said of each item.

    With `sources`, what each item was made of, items of one source are drawn together for the intervals. `alone` and
    `alike` say why there is no measure where nobody judged what another did, and where all always said the same.
    """
    counts, _ = counts_of(given.values() for given in ratings.values())
    made_of = [sources[item] for item, given in ratings.items() if len(given) > 1] if sources else ()
    equal, kappa = percent_agreement(counts, made_of), fleiss_kappa(counts, made_of)
    alpha = krippendorffs_alpha(counts, sources=made_of)
    why = alone if not len(counts) else alike if isnan(alpha.value) else ""
    return Agreement(len(ratings), len(counts), equal, kappa, alpha, undefined=why)


def _pair(one: str, other: str, both: Sequence[tuple[str, str]]) -> PairAgreement:
    """How far these two agree, by what the one and the other said of each sample that both judged."""
    left, right = zip(*both, strict=True)
    equal = share(sum(a == b for a, b in both), len(both))
    return PairAgreement(one, other, equal, cohens_kappa(left, right))

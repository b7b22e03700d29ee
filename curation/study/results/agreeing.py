"""How far the participants agree on the items that more than one of them judged."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.metrics.estimate import Estimate
from core.metrics.raters import counts_of, fleiss_kappa, krippendorffs_alpha, percent_agreement
from curation.study.results.judgements import Judgement

ONE_EACH = "no text was judged by two participants"
ALIKE = "everybody always chose the same option, so that nothing is to be expected by chance"


@dataclass(frozen=True, slots=True)
class StudyAgreement:
    """`overlap` of `items` were judged by two participants or more. `undefined` says why there is nothing beyond
    chance, "" where there is."""

    items: int
    overlap: int
    equal: Estimate
    fleiss: Estimate
    alpha: Estimate
    undefined: str = ""


def study_agreement(rows: Sequence[Judgement]) -> StudyAgreement:
    """Percent agreement, Fleiss' kappa and Krippendorff's alpha (nominal), with intervals over the items."""
    said: dict[str, dict[str, int]] = {}
    for row in rows:
        said.setdefault(row.item, {})[row.participant] = row.option
    counts, _ = counts_of(given.values() for given in said.values())
    alpha = krippendorffs_alpha(counts)
    why = ONE_EACH if not len(counts) else ALIKE if alpha.value != alpha.value else ""
    return StudyAgreement(len(said), len(counts), percent_agreement(counts), fleiss_kappa(counts), alpha, why)

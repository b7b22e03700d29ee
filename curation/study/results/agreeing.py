"""How far the participants agree on the items that more than one of them judged."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.metrics.estimate import Estimate
from core.metrics.raters import counts_of, fleiss_kappa, krippendorffs_alpha, percent_agreement
from curation.study.results.judgements import Judgement

ONE_EACH = "no text was judged by two participants"
ALIKE = "all participants always chose the same option, so chance alone gives full agreement"


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
    """Percent agreement, Fleiss' kappa and Krippendorff's alpha (nominal), with intervals over the sources: items made
    of one sample are drawn together."""
    said: dict[str, dict[str, int]] = {}
    for row in rows:
        said.setdefault(row.item, {})[row.participant] = row.option
    made_of = {row.item: row.source for row in rows}
    counts, _ = counts_of(given.values() for given in said.values())
    sources = [made_of[item] for item, given in said.items() if len(given) > 1]
    equal, kappa = percent_agreement(counts, sources), fleiss_kappa(counts, sources)
    alpha = krippendorffs_alpha(counts, sources=sources)
    why = ONE_EACH if not len(counts) else ALIKE if alpha.value != alpha.value else ""
    return StudyAgreement(len(said), len(counts), equal, kappa, alpha, why)

"""How far the participants agree on the items that more than one of them judged."""

from collections.abc import Sequence

from curation.agreement import Agreement, all_together
from curation.study.results.judgements import Judgement

ONE_EACH = "no text was judged by two participants"
ALIKE = "all participants always chose the same option, so chance alone gives full agreement"


def study_agreement(rows: Sequence[Judgement]) -> Agreement:
    """Their agreement, with intervals over the sources: items made of one sample are drawn together."""
    ratings: dict[str, dict[str, int]] = {}
    for row in rows:
        ratings.setdefault(row.item, {})[row.participant] = row.option
    return all_together(ratings, ONE_EACH, ALIKE, {row.item: row.source for row in rows})

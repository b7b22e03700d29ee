"""What participants said of texts that people of the team have curated too."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.metrics.estimate import Estimate
from core.metrics.study_results.crossed import crossed_share
from core.records import Decision, Verdict
from curation.resolve import by_time
from curation.study.results.judgements import Judgement


@dataclass(frozen=True, slots=True)
class BesideCurators:
    """Texts that the curators gave this verdict, and how often participants chose each option on them."""

    verdict: Verdict
    texts: int
    judgements: int
    options: tuple[Estimate, ...]


def curators_said(decisions: Iterable[Decision]) -> dict[str, Verdict]:
    """The verdict on each candidate on which all who judged it agree, or which somebody settled, by candidate id."""
    by_candidate: dict[str, list[Decision]] = {}
    for decision in sorted(decisions, key=by_time):
        by_candidate.setdefault(decision.candidate_id, []).append(decision)
    agreed = {}
    for id_, given in by_candidate.items():
        settled = [decision for decision in given if decision.settles]
        verdicts = {decision.verdict for decision in (settled[-1:] or given)}
        if len(verdicts) == 1:
            agreed[id_] = verdicts.pop()
    return agreed


def beside_curators(rows: Sequence[Judgement], verdicts: Mapping[str, Verdict], options: int) -> list[BesideCurators]:
    """A line for each verdict that curators gave on texts of the study; none where they judged none of them."""
    lines = []
    for verdict in (Verdict.KEEP, Verdict.RELABEL, Verdict.DISCARD):
        of = [row for row in rows if verdicts.get(row.candidate_id) is verdict]
        if of:
            people, sources = [row.participant for row in of], [row.source for row in of]
            each = tuple(crossed_share([row.option == at for row in of], people, sources) for at in range(options))
            lines.append(BesideCurators(verdict, len({row.item for row in of}), len(of), each))
    return lines

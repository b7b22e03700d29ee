"""Do the hints sway people? How often samples are kept whose hints are shown, beside those drawn to have none shown."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.metrics.estimate import Estimate
from core.metrics.share import share, share_difference
from core.records import Decision, Verdict
from curation.campaigns.campaigns import Campaign
from curation.resolve import by_time


@dataclass(frozen=True, slots=True)
class Anchoring:
    """The share (0-1) of samples whose first verdict is keep, with and without hints, and the one less the other.

    `left_out` samples were not judged as they were drawn: hints were not ready, switched off, or shown to all then.
    """

    with_hints: Estimate
    without: Estimate
    difference: Estimate
    left_out: int


def anchoring(verdicts: Iterable[Decision], campaign: Campaign) -> Anchoring:
    """What the verdicts on a campaign's samples say, where hints are shown for a random half.

    The first verdict on each sample counts, so that no sample counts twice; second opinions and what settles do not.
    """
    first: dict[str, Decision] = {}
    for decision in sorted(verdicts, key=by_time):
        if not decision.second and not decision.settles and decision.verdict is not Verdict.SKIP:
            first.setdefault(decision.candidate_id, decision)
    arms: dict[bool, list[bool]] = {True: [], False: []}
    for id_, decision in first.items():
        if decision.hints_visible is campaign.shows_hints(id_):
            arms[decision.hints_visible].append(decision.verdict is Verdict.KEEP)
    counts = [(sum(arms[shown]), len(arms[shown])) for shown in (True, False)]
    left_out = len(first) - sum(n for _, n in counts)
    return Anchoring(share(*counts[0]), share(*counts[1]), share_difference(*counts[0], *counts[1]), left_out)

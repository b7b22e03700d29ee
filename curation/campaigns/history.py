"""What was changed of a campaign, when and by whom."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from curation.campaigns.campaigns import Campaign, CampaignState

STATES = {
    CampaignState.SET_UP: "reset to set up",
    CampaignState.RUNNING: "started",
    CampaignState.PAUSED: "paused",
    CampaignState.CLOSED: "closed",
}


@dataclass(frozen=True, slots=True)
class CampaignVersion:
    """What a campaign was from then on. `by` is who made it so, "" where that is not known."""

    at: datetime
    by: str
    campaign: Campaign


@dataclass(frozen=True, slots=True)
class CampaignChange:
    """A version, and in words what it changed; `of_guidelines` says whether these are others since then."""

    version: CampaignVersion
    words: tuple[str, ...]
    of_guidelines: bool


def changes(versions: Sequence[CampaignVersion], cell_name: Callable[[str], str] = str) -> list[CampaignChange]:
    """What each version of one campaign changed of the one before, the newest first; what says nothing is left out.

    `versions` are the oldest first; `cell_name` calls a cell by its id.
    """
    if not versions:
        return []
    first = versions[0]
    begun = CampaignChange(first, ("set up" if first.by else "first known version",), bool(first.campaign.guidelines))
    later = [
        CampaignChange(
            now,
            tuple(_words(before.campaign, now.campaign, cell_name)),
            before.campaign.guidelines != now.campaign.guidelines,
        )
        for before, now in pairwise(versions)
    ]
    return [begun, *(change for change in later if change.words)][::-1]


def _words(before: Campaign, now: Campaign, cell_name: Callable[[str], str]) -> Iterator[str]:
    if before.archived != now.archived:
        yield "archived" if now.archived else "restored"
    if before.state is not now.state:
        yield STATES[now.state]
    for name, was, is_ in (
        ("quota", f"{before.quota:,}", f"{now.quota:,}"),
        ("people per shared sample", str(before.judgements), str(now.judgements)),
        ("shared samples", *_shares(before, now)),
        ("seed", str(before.seed), str(now.seed)),
        ("hints", before.hints.in_words, now.hints.in_words),
        ("name", before.name, now.name),
    ):
        if was != is_:
            yield f"{name} {was} → {is_}"
    for cells, change in (
        ([id_ for id_ in now.cells if id_ not in before.cells], "cells added"),
        ([id_ for id_ in before.cells if id_ not in now.cells], "cells removed"),
    ):
        if cells:
            yield f"{change}: {', '.join(map(cell_name, cells))}"
    if before.guidelines != now.guidelines:
        yield f"guidelines, {len(before.guidelines):,} → {len(now.guidelines):,} characters"


def _shares(before: Campaign, now: Campaign) -> tuple[str, str]:
    """The shares of samples that several judge, where there are such samples."""
    was, is_ = (f"{100 * version.share:g} %" if version.judgements > 1 else "none" for version in (before, now))
    return (was, is_) if now.judgements > 1 else (was, was)

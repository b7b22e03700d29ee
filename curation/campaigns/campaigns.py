"""A campaign: what a researcher has people curate, and how."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from core.errors import BadInput
from core.identity import content_id
from curation.campaigns.overlap import draw
from curation.queue import lacking
from curation.quota import DEFAULT_QUOTA
from curation.records import DeskItem
from curation.resolve import Resolution

LONGEST_NAME = 80  # characters
LONGEST_GUIDELINES = 20_000  # characters of Markdown
MOST_JUDGEMENTS = 20  # per sample
LARGEST_QUOTA = 100_000  # samples per cell


class CampaignState(StrEnum):
    """How far a campaign is. Only a running one hands anything out."""

    SET_UP = "set up"
    RUNNING = "running"
    PAUSED = "paused"
    CLOSED = "closed"


class HintsShown(StrEnum):
    """With which samples people see the hints."""

    ALL = "shown"
    NONE = "hidden"
    HALF = "shown for a random half"

    @property
    def in_words(self) -> str:
        """For people; campaigns keep the values."""
        return f"{self.value} of the samples" if self is HintsShown.HALF else self.value


MOVES = {
    "start": ({CampaignState.SET_UP, CampaignState.PAUSED, CampaignState.CLOSED}, CampaignState.RUNNING),
    "pause": ({CampaignState.RUNNING}, CampaignState.PAUSED),
    "close": ({CampaignState.RUNNING, CampaignState.PAUSED}, CampaignState.CLOSED),
}
ARCHIVING = {"archive": True, "restore": False}
_SAID = {
    CampaignState.SET_UP: "has not been started yet",
    CampaignState.PAUSED: "is paused",
    CampaignState.CLOSED: "is closed",
}


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is curated (`cells` by their ids) and how. One without a name stands for cells that are in no campaign.

    `judgements` people judge each of the samples that are drawn for it, a `share` (0-1) of all; one judges the others.
    `guidelines` are Markdown. Nothing is deleted: what is `archived` is out of the way and can be restored.
    """

    name: str
    cells: tuple[str, ...] = ()
    quota: int = DEFAULT_QUOTA
    judgements: int = 1
    share: float = 1.0
    seed: int = 1
    hints: HintsShown = HintsShown.ALL
    guidelines: str = ""
    state: CampaignState = CampaignState.SET_UP
    archived: bool = False

    @property
    def id(self) -> str:
        """The same for every name that differs in capitals only."""
        return content_id("campaign", self.name.casefold())

    def wanted(self, candidate_id: str) -> int:
        """How many people are to judge this candidate."""
        if self.judgements == 1:
            return 1
        return self.judgements if draw(candidate_id, self.seed, "overlap") < self.share else 1

    def shows_hints(self, candidate_id: str) -> bool:
        """Whether people see the hints of this candidate."""
        if self.hints is HintsShown.HALF:
            return draw(candidate_id, self.seed, "hints") < 0.5
        return self.hints is HintsShown.ALL

    def shown(self, item: DeskItem) -> DeskItem:
        """The item as people see it: without its hint where the campaign hides it."""
        if self.shows_hints(item.candidate.id):
            return item
        return replace(item, hint=None, similarity_percentile=None, hints_hidden=True)

    @property
    def over(self) -> bool:
        """Whether nothing more is to be judged."""
        return self.archived or self.state is CampaignState.CLOSED

    @property
    def halted(self) -> str:
        """Why nothing is handed out, as a sentence; "" where something is."""
        if self.archived:
            return f"The campaign “{self.name}” is archived."
        return f"The campaign “{self.name}” {_SAID[self.state]}." if self.state in _SAID else ""

    def moved(self, move: str) -> "Campaign":
        """The campaign after this move: one of MOVES, or "archive" or "restore".

        Raises BadInput for a move that can't be made from where the campaign is.
        """
        if move in ARCHIVING:
            return replace(self, archived=ARCHIVING[move])
        if move not in MOVES:
            raise BadInput(f"{move!r} is not an action on a campaign; give one of {', '.join([*MOVES, *ARCHIVING])}.")
        before, after = MOVES[move]
        if self.archived:
            raise BadInput(f"The campaign {self.name!r} is archived; restore it first.")
        if self.state not in before:
            must = " or ".join(sorted(before))
            raise BadInput(f"You can't {move} the campaign {self.name!r}: it is {self.state}, and must be {must}.")
        return replace(self, state=after)


def moves_of(campaign: Campaign) -> list[str]:
    """The moves that can be made now."""
    if campaign.archived:
        return ["restore"]
    return [*(move for move, (before, _) in MOVES.items() if campaign.state in before), "archive"]


def named(name: str, campaigns: Iterable[Campaign]) -> Campaign:
    """The campaign of this name, in capitals or not. Raises BadInput where there is none."""
    there = list(campaigns)
    match = next((campaign for campaign in there if campaign.id == Campaign(name).id), None)
    if match is None:
        names = ", ".join(repr(campaign.name) for campaign in there) or "none yet"
        raise BadInput(f"There is no campaign {name[:LONGEST_NAME]!r}; campaigns: {names}.")
    return match


def campaign_of(cell_id: str, campaigns: Iterable[Campaign]) -> Campaign | None:
    """The campaign that this cell is in: one that is not archived, else an archived one, else None."""
    theirs = [campaign for campaign in campaigns if cell_id in campaign.cells]
    return min(theirs, key=lambda campaign: (campaign.archived, campaign.name), default=None)


def pending(campaign: Campaign, outcomes: Resolution) -> int:
    """How many candidates that somebody has judged others are still to judge."""
    return len(lacking(outcomes, campaign.wanted)) if campaign.judgements > 1 else 0


def check_campaign(campaign: Campaign, others: Iterable[Campaign], cells: Collection[str]) -> None:
    """Raise BadInput unless the campaign can be: `others` are those there are, `cells` the ids of the known cells."""
    _check_numbers(campaign)
    if not campaign.name.strip() or not campaign.name.isprintable() or len(campaign.name) > LONGEST_NAME:
        raise BadInput(
            f"{campaign.name[:40]!r} can't be the name of a campaign; give at least 1 and "
            f"at most {LONGEST_NAME} characters."
        )
    if len(campaign.guidelines) > LONGEST_GUIDELINES:
        length = f"{len(campaign.guidelines):,}"
        raise BadInput(f"The guidelines have {length} characters; shorten them to {LONGEST_GUIDELINES:,}.")
    if not campaign.cells:
        raise BadInput(f"The campaign {campaign.name!r} has no cells; choose at least one.")
    if unknown := sorted(set(campaign.cells) - set(cells)):
        raise BadInput(f"There is no cell {unknown[0]!r} to curate; choose a prepared cell.")
    for other in others if not campaign.archived else ():
        if not other.archived and other.id != campaign.id and set(other.cells) & set(campaign.cells):
            raise BadInput(
                f"A cell of {campaign.name!r} is already in the campaign {other.name!r}; "
                "remove the cell from that campaign, or archive that campaign."
            )


def _check_numbers(campaign: Campaign) -> None:
    if not 1 <= campaign.quota <= LARGEST_QUOTA:
        raise BadInput(f"The quota can't be {campaign.quota}; give a whole number from 1 to {LARGEST_QUOTA:,}.")
    if not 1 <= campaign.judgements <= MOST_JUDGEMENTS:
        raise BadInput(f"A sample can't have {campaign.judgements} judges; give a number from 1 to {MOST_JUDGEMENTS}.")
    if not 0 < campaign.share <= 1:
        raise BadInput(f"The share can't be {campaign.share:g}; give a number above 0 and at most 1, such as 0.2.")

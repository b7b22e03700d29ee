"""Whether there are people enough to judge each shared sample of a campaign as often as it wants."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from core.records import Decision
from core.so_many import so_many
from curation.campaigns.campaigns import Campaign, CampaignState

ACTIVE_DAYS = 7  # whoever judged nothing for so long is not at work


def short_of_people(campaign: Campaign, may_judge: Collection[str]) -> str:
    """ "Each shared sample of “Round 1” must be judged by 3 people, but only 1 person may judge here (Ann). …".

    "" where those who `may_judge` are enough.
    """
    missing = campaign.judgements - len(may_judge)
    if campaign.judgements == 1 or missing <= 0 or campaign.over:
        return ""
    people = so_many(len(may_judge), "person", "people")
    there = f"only {people} may judge here ({_names(may_judge)})" if may_judge else "nobody may judge here"
    more = so_many(missing, "more person", "more people")
    todo = f"Invite {more} on the page Team, or ask for fewer people in the campaign."
    return f"{_demand(campaign)}, but {there}. {todo}"


def short_of_active(campaign: Campaign, verdicts: Iterable[Decision], waiting: int, now: datetime) -> str:
    """Why the samples that wait for more judgements go on waiting: fewer people than are wanted are at work. "" while
    nobody has begun or none waits. `verdicts` are those on the campaign's cells."""
    given = list(verdicts)
    active = {verdict.annotator for verdict in given if now - verdict.at <= timedelta(days=ACTIVE_DAYS)}
    if campaign.state is not CampaignState.RUNNING or not given or not waiting or len(active) >= campaign.judgements:
        return ""
    people, days = so_many(len(active), "person", "people"), f"in the last {ACTIVE_DAYS} days"
    at_work = f"only {people} judged samples {days} ({_names(active)})" if active else f"nobody judged a sample {days}"
    return f"{_demand(campaign)}, but {at_work}. {so_many(waiting, 'sample waits', 'samples wait')} for another person."


def _demand(campaign: Campaign) -> str:
    return f"Each shared sample of “{campaign.name}” must be judged by {campaign.judgements} people"


def _names(names: Collection[str]) -> str:
    """The first five names, and how many others there are."""
    ordered = sorted(names, key=str.casefold)
    return ", ".join(ordered[:5]) + (f" and {len(ordered) - 5} others" if len(ordered) > 5 else "")

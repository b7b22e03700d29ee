"""Whether those who may judge, and those at work, are enough for a campaign; said before its start and on Progress."""

from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from curation.campaigns.campaigns import Campaign
from curation.campaigns.staffing import short_of_active, short_of_people
from curation.records import CellProgress
from data.store import Store
from pages.ui.shared.literal import literally
from pages.ui.shell.people import accounts, in_team


def may_judge() -> list[str] | None:
    """The names of all who may; None on a laptop where nobody signs in, and anybody may give a name."""
    return [account.name for account in accounts().all() if not account.closed] if in_team() else None


def too_few(campaign: Campaign) -> str:
    """Why the team can't judge its shared samples as often as it wants; "" where it can."""
    names = may_judge()
    return "" if names is None else short_of_people(campaign, names)


def draw_staffing(opened: Store, cells: Sequence[CellProgress]) -> None:
    """A sentence for each campaign that too few people may judge, or are at work on; nothing where they are enough."""
    for campaign in opened.campaigns():
        if campaign.judgements > 1 and (warning := too_few(campaign) or _too_few_at_work(opened, campaign, cells)):
            st.warning(literally(warning), icon=":material/group_off:")


def _too_few_at_work(opened: Store, campaign: Campaign, cells: Sequence[CellProgress]) -> str:
    theirs = [cell for cell in cells if cell.cell.id in campaign.cells and not cell.halted]
    verdicts = (verdict for cell in theirs for verdict in opened.verdicts(cell.cell))
    return short_of_active(campaign, verdicts, sum(cell.pending for cell in theirs), datetime.now(UTC))

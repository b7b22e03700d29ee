"""What was changed of a campaign, when and by whom, and how its guidelines read before."""

from collections.abc import Sequence

import streamlit as st

from core.so_many import so_many
from curation.campaigns.campaigns import Campaign
from curation.campaigns.history import CampaignChange, changes
from pages.ui.prepare.campaigns.campaign_form import cell_in_words
from pages.ui.shared.markdown import as_html, nodes
from pages.ui.shell.session import store

UNKNOWN = "by whom is not recorded"


def draw_history(campaign: Campaign) -> None:
    """A line for each change, the newest first; nothing while none was recorded."""
    versions = store().campaign_versions(campaign)
    if not versions:
        return
    names = {progress.cell.id: cell_in_words(progress.cell) for progress in store().cells()}
    found = changes(versions, lambda id_: names.get(id_, "a cell that is gone"))
    with st.expander(f"History: {so_many(len(found), 'change')}", key=f"campaign-{campaign.id}-history"):
        st.text("\n".join(map(_line, found)))
        _draw_guidelines(campaign, [change for change in found if change.of_guidelines])


def _line(change: CampaignChange) -> str:
    """ "2026-05-08 12:00 UTC, Ann: quota 200 → 250; started"."""
    version = change.version
    return f"{version.at:%Y-%m-%d %H:%M} UTC, {version.by or UNKNOWN}: {'; '.join(change.words)}"


def _draw_guidelines(campaign: Campaign, found: Sequence[CampaignChange]) -> None:
    """One of the earlier guidelines, to be chosen by when they began to hold."""
    earlier = {change.version.at: change.version.campaign.guidelines for change in found[1:]}
    if not earlier:
        return
    since = st.selectbox(
        "Guidelines from",
        list(earlier),
        format_func=lambda at: f"{at:%Y-%m-%d %H:%M:%S} UTC",
        index=None,
        placeholder="Choose a time",
        key=f"campaign-{campaign.id}-earlier",
        width=320,
    )
    if since is not None:
        st.html(f"<div>{as_html(nodes(earlier[since])) or 'There were none.'}</div>")

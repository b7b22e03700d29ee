"""The campaigns there are: how far each is, what can be done with it, what was changed, and the way to a new one."""

from collections.abc import Sequence

import streamlit as st

from core.so_many import so_many
from curation.campaigns.campaigns import Campaign, HintsShown, moves_of, named
from curation.campaigns.history import CampaignChange, changes
from pages.ui.prepare.campaigns.campaign_form import draw_campaign_form
from pages.ui.shared.literal import literally
from pages.ui.shared.markdown import as_html, nodes
from pages.ui.shared.perturbation_words import cell_in_words
from pages.ui.shared.staffing import too_few
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import known_annotator, store

ABOUT = (
    "A campaign says how people curate its cells: the quota, how many people judge a sample, the hints, the "
    "guidelines. A cell without a campaign has the usual quota. One person judges each of its samples, with hints."
)
ICONS = {"start": "play_arrow", "pause": "pause", "close": "flag", "archive": "archive", "restore": "unarchive"}
UNKNOWN = "person not recorded"


def draw_campaigns() -> None:
    """A box for each campaign, the form for a new one, those that are archived; nothing while there are no cells."""
    if not store().cells():
        return
    st.header("Campaigns", help=ABOUT)
    campaigns = store().campaigns()
    for campaign in campaigns:
        if not campaign.archived:
            _draw(campaign)
    with st.expander("Set up a campaign", icon=":material/add:", expanded=False, key="campaign-new-open"):
        draw_campaign_form(None)
    if archived := [campaign for campaign in campaigns if campaign.archived]:
        with st.expander(f"Archived ({len(archived)})", key="campaigns-archived"):
            for campaign in archived:
                with st.container(horizontal=True, vertical_alignment="center"):
                    st.text(campaign.name)
                    st.caption(in_words(campaign), width="stretch")
                    _draw_moves(campaign)


def in_words(campaign: Campaign) -> str:
    """ "running · 3 cells · quota 200 · 20 % of samples judged by 3 people · hints hidden"."""
    parts = [campaign.state.value, so_many(len(campaign.cells), "cell"), f"quota {campaign.quota:,}"]
    if campaign.judgements > 1:
        share = "every sample" if campaign.share == 1 else f"{100 * campaign.share:g} % of samples"
        parts.append(f"{share} judged by {campaign.judgements} people")
    if campaign.hints is not HintsShown.ALL:
        parts.append(f"hints {campaign.hints.in_words}")
    return " · ".join(parts)


def _draw(campaign: Campaign) -> None:
    with st.container(border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{literally(campaign.name)}**", width="content")
            st.caption(in_words(campaign), width="stretch")
            _draw_moves(campaign)
        if short := too_few(campaign):
            st.warning(literally(short), icon=":material/group_off:")
        with st.expander("Settings and guidelines", key=f"campaign-{campaign.id}-open"):
            draw_campaign_form(campaign)
            if campaign.guidelines:
                st.caption("Guidelines as annotators see them")
                st.html(f"<div>{as_html(nodes(campaign.guidelines))}</div>")
        draw_history(campaign)


def _draw_moves(campaign: Campaign) -> None:
    for move in moves_of(campaign):
        key, icon = f"campaign-{campaign.id}-{move}", f":material/{ICONS[move]}:"
        st.button(move.capitalize(), key=key, type="tertiary", icon=icon, on_click=_move, args=(campaign.name, move))


@guarded
def _move(name: str, move: str) -> None:
    """Made from where the campaign is now, whatever this page was drawn from."""
    store().set_campaign(named(name, store().campaigns()).moved(move), known_annotator())


def draw_history(campaign: Campaign) -> None:
    """A line for each change, the newest first; nothing while none was recorded."""
    versions = store().campaign_versions(campaign)
    if not versions:
        return
    names = {progress.cell.id: cell_in_words(progress.cell) for progress in store().cells()}
    history = changes(versions, lambda id_: names.get(id_, "a deleted cell"))
    with st.expander(f"History: {so_many(len(history), 'change')}", key=f"campaign-{campaign.id}-history"):
        st.text("\n".join(map(_line, history)))
        _draw_guidelines(campaign, [change for change in history if change.of_guidelines])


def _line(change: CampaignChange) -> str:
    """ "2026-05-08 12:00 UTC, Ann: quota 200 → 250; started"."""
    version = change.version
    return f"{version.at:%-d %b %Y %H:%M} UTC, {version.by or UNKNOWN}: {'; '.join(change.words)}"


def _draw_guidelines(campaign: Campaign, history: Sequence[CampaignChange]) -> None:
    """One of the earlier guidelines, to be chosen by when they began to hold."""
    earlier = {change.version.at: change.version.campaign.guidelines for change in history[1:]}
    if not earlier:
        return
    since = st.selectbox(
        "Guidelines from",
        list(earlier),
        format_func=lambda at: f"{at:%-d %b %Y %H:%M:%S} UTC",
        index=None,
        placeholder="Choose a time",
        key=f"campaign-{campaign.id}-earlier",
        width=320,
    )
    if since is not None:
        st.html(f"<div>{as_html(nodes(earlier[since])) or 'There were no guidelines.'}</div>")

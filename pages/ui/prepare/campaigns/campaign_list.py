"""The campaigns there are: how far each is, what can be done with it, and the way to a new one."""

import streamlit as st

from core.so_many import so_many
from curation.campaigns.campaigns import Campaign, HintsShown, moves_of, named
from pages.ui.prepare.campaigns.campaign_form import draw_campaign_form
from pages.ui.prepare.campaigns.campaign_history import draw_history
from pages.ui.shared.literal import literally
from pages.ui.shared.markdown import as_html, nodes
from pages.ui.shared.staffing import too_few
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import known_annotator, store

ABOUT = (
    "A campaign says how cells are curated: the quota, how many people judge a sample, the hints, the guidelines. "
    "A cell in no campaign has the usual quota and is judged once, with hints."
)
ICONS = {"start": "play_arrow", "pause": "pause", "close": "flag", "archive": "archive", "restore": "unarchive"}


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
        parts.append(f"hints {campaign.hints.value}")
    return " · ".join(parts)


def _draw(campaign: Campaign) -> None:
    with st.container(border=True, gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"**{literally(campaign.name)}**", width="content")
            st.caption(in_words(campaign), width="stretch")
            _draw_moves(campaign)
        if short := too_few(campaign):
            st.warning(literally(short), icon=":material/group_off:")
        with st.expander("Change, extend, guidelines", key=f"campaign-{campaign.id}-open"):
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

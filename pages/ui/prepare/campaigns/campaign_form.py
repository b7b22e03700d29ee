"""The form in which a campaign is set up or changed."""

from dataclasses import replace

import streamlit as st

from core.errors import BadInput
from core.so_many import so_many
from curation.campaigns.campaigns import (
    LARGEST_QUOTA,
    LONGEST_GUIDELINES,
    LONGEST_NAME,
    MOST_JUDGEMENTS,
    Campaign,
    HintsShown,
    campaign_of,
    named,
)
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import cell_in_words
from pages.ui.shared.staffing import may_judge
from pages.ui.shell.session import known_annotator, store

GUIDELINES = (
    "On Curate, the G key shows the guidelines above the usual rules. Markdown: # for a heading, - for a list, > for "
    "an example. HTML is shown as text. Images are left out."
)
HINTS = {
    HintsShown.ALL: "Shown",
    HintsShown.NONE: "Hidden",
    HintsShown.HALF: "Shown for a random half of the samples, to measure anchoring",
}


def draw_campaign_form(before: Campaign | None) -> None:
    """The fields, filled in from this campaign, or empty for a new one; what is wrong is said below them, and what was
    typed stays."""
    key = f"campaign-{before.id if before else 'new'}"
    usual = before or Campaign("", quota=store().quota(), judgements=2, share=0.2)
    with st.form(key, border=False):
        name = before.name if before else st.text_input("Name", max_chars=LONGEST_NAME, key=f"{key}-name")
        cells = _cells(usual, key)
        numbers = _numbers(usual, key)
        if (names := may_judge()) is not None:
            st.caption(f"{so_many(len(names), 'person', 'people')} can judge here now.")
        hints = st.radio("Hints", tuple(HINTS), list(HINTS).index(usual.hints), HINTS.__getitem__, key=f"{key}-hints")
        guidelines = st.text_area(
            "Guidelines",
            usual.guidelines,
            height=160,
            max_chars=LONGEST_GUIDELINES,
            help=GUIDELINES,
            key=f"{key}-guide",
        )
        campaign = replace(numbers, name=" ".join(name.split()), cells=cells, hints=hints, guidelines=guidelines)
        if st.form_submit_button("Save the changes" if before else "Set up the campaign", type="primary"):
            _save(campaign, before)


def _cells(usual: Campaign, key: str) -> tuple[str, ...]:
    """The ids of the cells that are chosen, among those that are in no other campaign."""
    campaigns = [campaign for campaign in store().campaigns() if not campaign.archived and campaign.id != usual.id]
    cells = {p.cell.id: p.cell for p in store().cells() if campaign_of(p.cell.id, campaigns) is None}
    gone = tuple(id_ for id_ in usual.cells if id_ not in cells)
    chosen = st.multiselect(
        "Cells",
        tuple(cells),
        [id_ for id_ in usual.cells if id_ in cells],
        format_func=lambda id_: cell_in_words(cells[id_]),
        help="Cells of other campaigns are not listed.",
        key=f"{key}-cells",
    )
    return (*chosen, *gone)


def _numbers(usual: Campaign, key: str) -> Campaign:
    quota, judgements, share, seed = st.columns(4, vertical_alignment="bottom")
    return replace(
        usual,
        quota=int(quota.number_input("Quota per cell", 1, LARGEST_QUOTA, usual.quota, key=f"{key}-quota")),
        judgements=int(
            judgements.number_input(
                "People per shared sample",
                1,
                MOST_JUDGEMENTS,
                usual.judgements,
                help="1: one person judges each sample. Choose 2 or more to measure agreement. People can't see each "
                "other's decisions.",
                key=f"{key}-judgements",
            )
        ),
        share=share.number_input(
            "Shared samples, %",
            1.0,
            100.0,
            round(100 * usual.share, 6) if usual.judgements > 1 else 20.0,
            1.0,
            "%g",
            help="Drawn at random. One person judges each of the other samples.",
            key=f"{key}-share",
        )
        / 100,
        seed=int(seed.number_input("Seed", 0, value=usual.seed, help="Selects the shared samples.", key=f"{key}-seed")),
    )


def _save(new: Campaign, before: Campaign | None) -> None:
    try:
        if before is None and any(campaign.id == new.id for campaign in store().campaigns()):
            raise BadInput(
                f"A campaign named {new.name!r} already exists. Choose another name, or change the existing campaign."
            )
        now = named(new.name, store().campaigns()) if before else new
        store().set_campaign(replace(new, state=now.state, archived=now.archived), known_annotator())
    except BadInput as error:
        st.error(literally(str(error)), icon=":material/error:")
        return
    for name in [name for name in st.session_state if str(name).startswith("campaign-new-")]:
        del st.session_state[name]
    st.toast(f"“{literally(new.name)}” is {'changed' if before else 'set up; start it when you are ready'}.")
    st.rerun()

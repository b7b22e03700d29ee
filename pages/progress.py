"""Progress: how far each cell is, what is to be settled, who decided what, the quota, what there is to take away; and,
folded, whatever one looks at now and then."""

from itertools import chain

import streamlit as st

from core.papers import MORADI
from pages.ui.progress.agreeing import draw_agreement
from pages.ui.progress.ahead import ahead
from pages.ui.progress.anchoring import draw_swayed
from pages.ui.progress.bringing import draw_bringing
from pages.ui.progress.checked_tables import draw_checked_tables
from pages.ui.progress.curated_sets import draw_curated_sets
from pages.ui.progress.decided import draw_decided
from pages.ui.progress.decisions_table import draw_decisions
from pages.ui.progress.exports import draw_exports
from pages.ui.progress.flagged import draw_flagged
from pages.ui.progress.folding import folded
from pages.ui.progress.hints import draw_hint_worth
from pages.ui.progress.keep_model import draw_keeping
from pages.ui.progress.quality.quality import draw_quality
from pages.ui.progress.quota_bars import draw_quota_bars, quota_sentence
from pages.ui.progress.settling import draw_contested, draw_majority
from pages.ui.progress.triage import draw_triage
from pages.ui.shared.cell_choice import wait_for_cells
from pages.ui.shared.staffing import draw_staffing
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store


@guarded
def _set_quota() -> None:
    store().set_quota(st.session_state["new-quota"])


opened = store()
st.title("Progress")
quota = opened.quota()
cells = opened.cells()
quotas = {progress.quota for progress in cells} or {quota}
common = 0 if len(quotas) > 1 else min(quotas)

verdicts = list(chain.from_iterable(opened.verdicts(progress.cell) for progress in cells))

if cells:
    st.markdown(f"{quota_sentence(cells, common)} {opened.left(cells)}")
    draw_staffing(opened, cells)
    draw_quota_bars(cells, ahead(cells, verdicts, opened.chances))
else:
    wait_for_cells()

if cells:
    draw_contested(opened, cells)
    draw_flagged(opened, cells)
    st.header("Who decided what")
    draw_decided(verdicts)
    draw_decisions(opened, cells)
    draw_agreement(opened.judgements(progress.cell for progress in cells))

left, right = st.columns([2, 3], gap="large")
with left:
    st.header("Quota")
    with st.form("quota", border=False):
        st.number_input("Curated samples per cell", 1, 100_000, quota, step=10, key="new-quota")
        st.caption(
            f"The quota is {quota:,}, but for cells in a campaign, which has its own. A cell is one data set split, "
            f"perturbation and severity. {MORADI.short} took 200."
        )
        st.form_submit_button("Set the quota", on_click=_set_quota)
    draw_majority(opened)
with right:
    st.header("Download")
    draw_exports(opened)

draw_curated_sets(cells)

st.header("Decisions in detail")
with folded("Samples checked until the quota", opened=not cells):
    draw_checked_tables(opened.checked_all(), common)
if cells:
    draw_quality(opened, cells)
    draw_hint_worth(opened, cells)
    draw_swayed(opened, cells)
    draw_keeping(opened, len(verdicts))
    draw_triage(opened, cells)
with folded("Import decisions"):
    draw_bringing()

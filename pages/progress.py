"""Progress: how far each cell is, what it took, the quota, and the curated samples to take away."""

import streamlit as st

from pages.ui.checked_tables import draw_checked_tables
from pages.ui.exports import draw_exports
from pages.ui.quota_bars import draw_quota_bars
from pages.ui.session import store

st.title("Progress")
kept = store()
cells = kept.cells()
closed = sum(cell.closed for cell in cells)

if cells:
    st.markdown(f"{closed} of {len(cells)} cells have reached the quota of {kept.quota()} kept or relabelled samples.")
    draw_quota_bars(cells)
else:
    st.info("Nothing to curate yet. Prepare candidates: perturbed samples for people to look at.")

st.header("Samples checked until the quota")
draw_checked_tables(kept.checked_all(), kept.quota())

left, right = st.columns(2, gap="large")
with left:
    st.header("Quota")
    with st.form("quota", border=False):
        wanted = st.number_input("Curated samples wanted per cell", 1, 100_000, kept.quota(), step=10)
        st.caption("A cell is one data set split, perturbation and severity. Moradi & Samwald 2021 took 200.")
        if st.form_submit_button("Set the quota"):
            kept.set_quota(wanted)
            st.rerun()
with right:
    st.header("Take away")
    draw_exports(kept)

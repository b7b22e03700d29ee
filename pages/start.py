"""Start: what Flinch is, what to do next, and what is here."""

import streamlit as st

from data.datasets import dataset_cards
from data.jobs import jobs
from pages.ui.jobs import draw_jobs
from pages.ui.next_step import next_step
from pages.ui.overview import draw_cells, draw_datasets
from pages.ui.session import store, workspace
from pages.ui.setup import draw_setup

cells = store().cells()
working = [job for job in jobs(workspace()) if not job.ended]
runs = sum(job.kind == "evaluate" and job.state == "done" for job in jobs(workspace()))
step = next_step(cells, working, runs)

st.title("Does a model change its mind when the text barely changes?")
st.markdown(
    "Flinch perturbs texts, lets people keep, relabel or discard what the perturbations did, "
    "and shows how often language models change their mind, beside what five papers published."
)
with st.container(border=True, key="next-step"):
    st.subheader("Next")
    st.text(step.why)
    if st.button(step.action, type="primary", icon=":material/arrow_forward:", icon_position="right"):
        st.switch_page(f"pages/{step.page}.py", query_params=step.query)
if step.page != "heatmaps":
    st.page_link("pages/heatmaps.py", label="Or look at the published heatmaps first", icon=":material/grid_on:")

left, right = st.columns(2, gap="large")
with left:
    draw_datasets(dataset_cards(workspace()))
with right:
    if cells:
        draw_cells(cells)
draw_jobs(newest=3)
draw_setup()

"""Start: what Flinch is for, what to do next, and what is here and under way; the ways in where nothing is yet."""

import streamlit as st

from data.datasets.stored import dataset_cards
from data.jobs.jobs import jobs
from pages.ui.shell.session import store, workspace
from pages.ui.shell.setup import draw_setup
from pages.ui.start.doors import draw_doors
from pages.ui.start.next_step import draw_next_step, next_step
from pages.ui.start.overview import draw_overview

cells = store().cells()
all_jobs = jobs(workspace())
runs = sum(job.kind == "evaluate" and job.state == "done" for job in all_jobs)

st.title("Does a model change its mind when the text barely changes?")
st.markdown(
    "Flinch perturbs texts and lets people keep, relabel or discard the perturbed texts. "
    "It shows how often language models change their prediction, next to the published results of five papers."
)
step, cards = next_step(cells, [job for job in all_jobs if not job.ended], runs), dataset_cards(workspace())
draw_next_step(step)
if not (cells or all_jobs):
    draw_doors()
draw_overview(cells, all_jobs, cards)
draw_setup()

"""Prepare: perturb a data set, so that people can say which of the changes are fair."""

import streamlit as st

from data.candidates import Plan
from data.jobs import jobs, submit
from pages.ui.cells_made import draw_cells
from pages.ui.guard import guarded
from pages.ui.hint_engines import choose_hints
from pages.ui.jobs import draw_jobs
from pages.ui.prepare_form import choose_plan
from pages.ui.session import store, workspace
from pages.ui.setup import draw_setup


@guarded
def start(plan: Plan) -> None:
    """Start the job, unless the same one is under way: a second click on the button is no second job."""
    plan.check()
    if any(job.arguments == plan.arguments and not job.ended for job in jobs(workspace())):
        st.toast("These candidates are being made already.")
        return
    submit(workspace(), "candidates", plan.title, plan.arguments)


store()
st.title("Prepare")
st.markdown(
    "Perturb a data set. Each perturbed sample becomes a candidate that people keep, relabel or discard; "
    "the first can be curated within seconds, hints follow."
)
left, right = st.columns([3, 2], gap="large")
with left:
    plan = choose_plan()
with right:
    hints = choose_hints()
asked = plan and plan.hinted(hints)
if st.button("Make candidates", type="primary", disabled=not asked, key="prepare-start") and asked:
    start(asked)  # not a callback: its arguments would be those of the last run, before a choice made just now
draw_jobs(("candidates",), newest=3, heading="Under way and done")
draw_cells()
draw_setup()

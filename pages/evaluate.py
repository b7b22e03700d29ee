"""Evaluate: train models on a data set, and see whether perturbed text changes their mind."""

import json

import streamlit as st

from data.evaluation import Evaluation
from data.jobs import jobs, submit
from data.runs import runs
from pages.ui.evaluate_form import choose_evaluation
from pages.ui.guard import guarded
from pages.ui.jobs import draw_jobs
from pages.ui.run_cards import draw_runs
from pages.ui.session import store, workspace


@guarded
def start(asked: Evaluation) -> None:
    """Start the job, unless the same one is under way: a second click on the button is no second job."""
    asked.check(workspace())
    arguments = json.loads(json.dumps(asked.arguments()))  # as a job reads them back
    if any(job.arguments == arguments and not job.ended for job in jobs(workspace())):
        st.toast("This evaluation is under way already.")
        return
    title = f"{asked.dataset}: {', '.join(model.name for model in asked.models)}"
    submit(workspace(), "evaluate", title, arguments)


store()
st.title("Evaluate")
st.markdown("Train models on a data set, ask them about original and perturbed texts, and compare their answers.")
asked = choose_evaluation()
if st.button("Start", type="primary", disabled=asked is None, key="evaluate-start") and asked:
    start(asked)  # not a callback: its arguments would be those of the last run, before a choice made just now
draw_jobs(("evaluate",), heading="Evaluations")
draw_runs(runs(workspace()))

"""Experiments: why a model flinches, what training on perturbed texts buys, and which words and order it needs."""

from functools import partial

import streamlit as st

from core.experiments.registry import find_experiment
from core.so_many import so_many
from data.jobs.jobs import jobs
from data.jobs.records import JobState
from data.setup.device_seen import gpus_seen
from pages.ui.experiments.form import choose_experiment, time_in_words
from pages.ui.experiments.published import draw_published, draw_published_classes
from pages.ui.experiments.results import KIND, draw_experiment_link, draw_results, followed
from pages.ui.shared.folding import close_form, folded, form_box
from pages.ui.shared.jobs import begin, draw_jobs
from pages.ui.shared.literal import literally
from pages.ui.shell.session import store, workspace

BOX = "experiment-new"


store()
st.title("Experiments")
st.markdown("Each experiment trains many models to answer one question. To test a trained model, go to Evaluate.")
none_yet = not any(job.kind == KIND for job in jobs(workspace()))
above = st.container()
with form_box("New experiment", BOX, none_yet):
    request = choose_experiment()
    if request:
        device = "cuda" if gpus_seen() and request.device != "cpu" else "cpu"
        st.caption(f":material/schedule: {literally(time_in_words(request, device))}")
    count = len(find_experiment(request.experiment).trainings(request)) if request else 0
    label = f"Start {so_many(count, 'training')}" if count else "Start"
    if st.button(label, type="primary", disabled=request is None, key="experiment-start") and request:
        title = f"{find_experiment(request.experiment).title} on {request.dataset}"
        if begin(KIND, title, request.arguments(), "This experiment is already running."):
            close_form(BOX)
with above if none_yet else st.container():  # a long form hides no published result, long results no form
    shown = followed()
    draw = partial(draw_jobs, (KIND,), figures=draw_experiment_link)
    above_results = draw(which=lambda job: job.id in shown)
    draw_results()
    draw_published()
    draw_published_classes()
    not_done = draw(
        heading="Stopped jobs", apart=above_results, brief=True, which=lambda job: job.state is not JobState.DONE
    )
    apart = above_results | not_done
    if any(job.kind == KIND and job.id not in apart for job in jobs(workspace())):
        with folded("Finished jobs"):
            draw(newest=2, heading="", apart=apart)

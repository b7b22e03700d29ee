"""Evaluate: train models on a data set, and see whether perturbed text changes their predictions."""

import streamlit as st

from core.models.training.seeds import learns, named
from core.so_many import so_many
from data.datasets.stored import dataset_card
from data.imported_predictions.writing import KIND
from data.jobs.jobs import jobs
from data.runs.estimate import time_expected
from data.runs.evaluation import Evaluation
from data.setup.device_seen import gpus_seen
from pages.ui.evaluate.address import BOX, asked_of_form, take_runs
from pages.ui.evaluate.form import choose_evaluation
from pages.ui.evaluate.predictions import draw_import_of_predictions
from pages.ui.evaluate.run_cards import draw_run
from pages.ui.evaluate.runs_table import draw_runs_table
from pages.ui.evaluate.whole_paper import EvaluationScope, choose_what, draw_whole_paper
from pages.ui.shared.folding import close_form, form_box
from pages.ui.shared.jobs import begin, draw_jobs, draw_time
from pages.ui.shared.sticky import STICKY
from pages.ui.shared.sticky import STYLE as STICKY_STYLE
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

KINDS = ("evaluate", KIND)


@guarded
def start_evaluation(evaluation: Evaluation) -> bool:
    """Start the job, if it can be done; whether it began."""
    evaluation.check(workspace())
    return bool(begin("evaluate", evaluation.title, evaluation.arguments(), "This evaluation is already running."))


def in_words(evaluation: Evaluation) -> str:
    """What the button does: "Train and evaluate 2 models", "Evaluate 1 model" where none learns."""
    models = so_many(len(named(evaluation.models)), "model")
    return f"Train and evaluate {models}" if any(map(learns, evaluation.models)) else f"Evaluate {models}"


store()
st.title("Evaluate")
st.html(STICKY_STYLE)
st.markdown("Train models on a data set, have them predict original and perturbed texts, and compare the predictions.")
take_runs()
none_yet = not any(job.kind in KINDS for job in jobs(workspace()))
with form_box("New run", BOX, none_yet or bool(asked_of_form())):
    if choose_what() is EvaluationScope.PAPER:
        draw_whole_paper()
    else:
        left, right = st.columns([5, 4], gap="large")
        right = right.container(key=f"{STICKY}evaluate")
        button, expected = right.container(), right.container()
        with left:
            evaluation = choose_evaluation(right)
        if evaluation:
            card = dataset_card(workspace(), evaluation.design.dataset)
            device = "cuda" if gpus_seen() and evaluation.device != "cpu" else "cpu"
            with expected:
                draw_time(time_expected(workspace(), card, evaluation, device))
        label = in_words(evaluation) if evaluation else "Start"
        pressed = button.button(label, type="primary", disabled=evaluation is None, key="evaluate-start")
        # not a callback: its arguments would be those of the last run, before a choice just now
        if pressed and evaluation and start_evaluation(evaluation):
            close_form(BOX)
    draw_import_of_predictions()
going = draw_jobs(KINDS, heading="Running", figures=draw_run, which=lambda job: not job.ended)
draw_jobs(KINDS, heading="Jobs", figures=draw_run, apart=going | draw_runs_table(going))

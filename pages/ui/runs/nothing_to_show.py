"""What to say where there is no evaluation yet, or nothing that people kept of it, and the way to have it."""

import streamlit as st

from core.design import Design
from core.models.registry import usual_spec
from core.perturbations.conditions import parse_conditions
from data.datasets.stored import card_or_none
from data.jobs.jobs import going
from data.runs.evaluation import Evaluation
from pages.ui.shared.jobs import begin
from pages.ui.shared.literal import literally
from pages.ui.shell.session import workspace

DATASET = "demo-sentiment"
CONDITIONS = ("word_deletion", "negation@1", "synonym_replacement.broad@1", "synonym_replacement.broad@2", "keyboard")
ABOUT = "Trains two small networks on demo sentences, which takes about a minute. You can delete the run afterwards."

WHY = "No perturbed text of this run has been kept or relabelled yet, so there is nothing to count."
WHAT_TO_DO = "Prepare candidates and judge them on Curate, or count all samples."


def say_no_runs(then: str) -> None:
    """A sentence on what this place shows `then`, and buttons that lead to an evaluation or start the example."""
    st.info(f"No runs yet. Evaluate models on a data set first. {then}")
    with st.container(horizontal=True):
        if st.button("Evaluate models", type="primary", key="no-runs", icon=":material/arrow_forward:"):
            st.switch_page("pages/evaluate.py")
        example = _example()
        pressed = example and st.button("Run an example", key="example-run", icon=":material/play_arrow:", help=ABOUT)
    if example and pressed:
        begin("evaluate", example.title, example.arguments())
        if going(workspace(), "evaluate", example.arguments()):
            st.switch_page("pages/evaluate.py")


def say_nothing_kept(of: str = "") -> None:
    """A sentence on why nothing is shown and what to do, and the way there; `of` leads it."""
    st.info(f"{literally(f'{of}: ') if of else ''}{WHY} {WHAT_TO_DO}")
    st.page_link("pages/curate.py", label="Curate", icon=":material/arrow_forward:")


def _example() -> Evaluation | None:
    """Two small networks on demo sentences; None where the demo data set is not at hand."""
    if not card_or_none(workspace(), DATASET):
        return None
    return Evaluation(Design(DATASET, "test", parse_conditions(CONDITIONS)), (usual_spec("cnn"), usual_spec("bilstm")))

"""What a plan comes to before it is started: a table, what is not at hand and how to get it, and the button."""

import streamlit as st

from core.errors import BadInput
from core.so_many import so_many
from data.models.hub import answers
from data.plans.plan import PaperPlan, PlannedTask, paper_plan
from data.plans.request import PaperRequest
from data.plans.starting import start
from data.plans.words import HEADER, missing, notes, rows, summary
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.hub_loading import draw_load_button, loading
from pages.ui.shared.jobs import draw_jobs
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace


def draw_plan(request: PaperRequest) -> None:
    """The plan as it stands now; pressing the button starts all that is left of it."""
    if not request.models:
        st.info("Choose at least one model.")
        return
    try:
        plan = paper_plan(workspace(), request, _hub_answers)
    except BadInput as error:
        st.info(literally(str(error)))
        return
    if lines := rows(plan):
        draw_table("The plan", HEADER, lines)
    _draw_missing(plan)
    for note in notes(plan):
        st.caption(literally(note))
    st.caption(f":material/schedule: {literally(summary(plan))}")
    label = f"Start runs on {len(plan.to_start)} of {len(plan.tasks)} data sets" if plan.to_start else "Start"
    if st.button(label, type="primary", disabled=not plan.to_start, key="paper-start"):
        _start(plan)
        st.rerun()
    if done := [run for task in plan.tasks for run in task.how_far.done]:
        query = {"view": "Heatmap", "several": "1", "of": "mine", "runs": ",".join(done)}
        label = f"Results in one figure ({so_many(len(done), 'run')})"
        st.page_link("pages/heatmaps.py", label=label, icon=":material/arrow_forward:", query_params=query)


@guarded
def _start(plan: PaperPlan) -> None:
    """Start what is still left now: a click before this one may have started it."""
    start(workspace(), paper_plan(workspace(), plan.request, _hub_answers))


def _draw_missing(plan: PaperPlan) -> None:
    if not (lines := missing(plan)):
        return
    with st.container(border=True, key="paper-missing", gap="xsmall"):
        st.markdown("**Not available, left out**")
        for line in lines:
            st.markdown(f"- {literally(line)}")
        if absent := [task for task in plan.tasks if task.missing and not task.dataset]:
            _draw_ways(absent)
    draw_jobs(("fetch",), newest=3, heading="Loading")


def _draw_ways(absent: list[PlannedTask]) -> None:
    """How to get the data sets that are not here: from the hub, or from a file."""
    running, reachable = loading(), _hub_answers()
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for task in absent:
            name = task.task.dataset
            draw_load_button(name, f"Load {name}", f"paper-load-{name}", name in running or not reachable)
        st.page_link("pages/datasets.py", label="Import from files", icon=":material/arrow_forward:")
    if not reachable:
        st.caption("The hub can't be reached. Import each data set from files, under the name shown above.")


@st.cache_data(ttl=60, show_spinner="Contacting the hub …")
def _hub_answers() -> bool:
    """Whether the hub answers; asked at most once a minute, for all sessions."""
    return answers()

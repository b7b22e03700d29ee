"""Prepare: perturb a data set, so that people can say which of the changes are fair."""

import streamlit as st

from data.candidates.estimate import time_expected
from data.candidates.request import CandidatesRequest
from data.datasets.stored import dataset_card
from pages.ui.prepare.campaigns.campaign_list import draw_campaigns
from pages.ui.prepare.cells_made import draw_cells, draw_job_cells
from pages.ui.prepare.forecast import AFTER_TABLE, draw_forecast
from pages.ui.prepare.form import BOX, choose_design, draw_form_box
from pages.ui.prepare.hint_engines import choose_hints
from pages.ui.shared.folding import close_form
from pages.ui.shared.jobs import begin, draw_jobs, draw_time
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace
from pages.ui.shell.setup import draw_setup

ABOUT = (
    "Each perturbed sample becomes a candidate that people keep, relabel or discard. People can judge the first "
    "candidates within seconds; hints appear later."
)


@guarded
def start_making(request: CandidatesRequest) -> bool:
    """Start the job, if it can be done; whether it began."""
    request.check()
    already = "These candidates are already being made."
    return bool(begin("candidates", request.design.title, request.arguments, already))


store()
st.title("Prepare", help=ABOUT)
above, chosen, form = st.container(), None, draw_form_box()
if form.open:
    with form:
        choices, outcome = st.columns([5, 4], gap="medium")
        expected = outcome.container(key="prepare-expected")
        table, engines = outcome.container(), outcome.container()
        outcome.html(AFTER_TABLE)
        chosen = choose_design(choices)
        with engines:
            hints = choose_hints()
        forecast, button = expected.container(), expected.container()
    request = CandidatesRequest(chosen.design, hints) if chosen and chosen.design else None
    pressed = button.button("Make candidates", type="primary", disabled=not request, key="prepare-start")
    if pressed and request and start_making(request):  # not a callback: its arguments would be those of the last run
        close_form(BOX)
draw_jobs(("candidates",), newest=3, heading="Jobs", figures=draw_job_cells)
with above:
    draw_cells(first=not form.open)
draw_campaigns()
draw_setup()
if chosen and request:
    with forecast:
        draw_time(time_expected(workspace(), dataset_card(workspace(), request.design.dataset), request))
        draw_forecast(request.design, chosen.conditions, table)  # last: nobody waits for it at the button

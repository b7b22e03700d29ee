"""The Prepare page without a browser: what it offers, what it refuses, what it starts."""

import time
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from core.perturbations.registry import perturbations
from data.candidates import plan_of
from data.jobs import cancel, jobs
from data.workspace import Workspace

Open = Callable[[str], AppTest]


def test_perturbations_that_need_people_are_chosen_from_the_start(open_page: Open) -> None:
    page = open_page("prepare")
    need_people = [p.name for p in perturbations() if p.alters_meaning]
    assert sorted(page.multiselect(key="prepare-perturbations").value) == sorted(need_people)
    assert any("speaks" in caption.value or "stands in" in caption.value for caption in page.caption)
    assert not page.exception and not page.error


def test_without_a_perturbation_nothing_can_be_started(open_page: Open) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value([]).run()
    assert page.button(key="prepare-start").disabled
    assert "Choose at least one perturbation" in page.info[0].value


def test_two_clicks_start_one_job_and_its_cells_appear(open_page: Open, workspace: Workspace) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value(["word_deletion"])
    page.number_input(key="prepare-limit").set_value(20)
    page.selectbox(key="prepare-similarity").set_value("off")
    page.selectbox(key="prepare-grammar").set_value("off").run()
    page.button(key="prepare-start").click().run()
    page.button(key="prepare-start").click().run()
    (job,) = jobs(workspace)
    assert plan_of(job.arguments).limit == 20
    until = time.monotonic() + 60
    while not jobs(workspace)[0].ended and time.monotonic() < until:
        time.sleep(0.1)
    page.run()
    assert sum(button.label == "Curate" for button in page.button) == 4
    assert not page.exception and not page.error
    cancel(workspace, job.id)

"""The Prepare page without a browser: what it offers, what it refuses, what it starts."""

import time
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from core.perturbations.registry import perturbations
from core.severity import Severity, Unit, pps
from data.candidates import plan_of
from data.jobs import cancel, jobs
from data.workspace import Workspace

Open = Callable[[str], AppTest]


def test_perturbations_that_need_people_are_chosen_from_the_start(open_page: Open) -> None:
    page = open_page("prepare")
    need_people = [p.name for p in perturbations() if p.alters_meaning and p.unit is Unit.PPS]
    assert sorted(page.multiselect(key="prepare-perturbations").value) == sorted(need_people)
    assert any("speaks" in caption.value or "stands in" in caption.value for caption in page.caption)
    assert not page.exception and not page.error


def test_without_a_perturbation_nothing_can_be_started(open_page: Open) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value([]).run()
    assert page.button(key="prepare-start").disabled
    assert "Choose at least one perturbation" in page.info[0].value


def test_each_unit_has_its_own_severities_and_each_perturbation_gets_its_own(
    open_page: Open, workspace: Workspace
) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value(["negation", "word_class_removal"])
    page.number_input(key="prepare-limit").set_value(5)
    page.selectbox(key="prepare-similarity").set_value("off")
    page.selectbox(key="prepare-grammar").set_value("off").run()
    severities = {row.label: row for row in page.button_group}
    severities["Perturbations per sample, at most (PPS)"].set_value([pps(4)])
    severities["Word class"].set_value([Severity(Unit.WORD_CLASS, "NUM")]).run()
    assert any("2 cells" in caption.value for caption in page.caption)
    page.button(key="prepare-start").click().run()
    (job,) = jobs(workspace)
    cells = [(cell.perturbation, cell.severity.value) for cell in plan_of(job.arguments).cells]
    assert cells == [("negation", 4), ("word_class_removal", "NUM")]
    cancel(workspace, job.id)


def test_a_perturbation_left_without_a_severity_is_named(open_page: Open) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value(["negation", "word_class_removal"]).run()
    next(row for row in page.button_group if row.label == "Word class").set_value([]).run()
    assert page.button(key="prepare-start").disabled
    assert page.info[0].value == "Choose a severity for word class removal."


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

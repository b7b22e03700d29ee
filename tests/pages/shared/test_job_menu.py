"""A job is renamed and deleted from its card, which says before what goes and what stays."""

from collections.abc import Callable
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from core.records import Cell
from core.severity import pps
from data.jobs.jobs import create, end, jobs
from data.jobs.records import JobState
from data.store import Store
from data.workspace import Workspace
from pages.ui.shared.job_menu import of_cells
from tests.data.store.store_data import CELL, candidate, decision, write_job

Open = Callable[[str], AppTest]
CELLS = [replace(CELL, severity=pps(n)) for n in range(1, 5)]


def done(workspace: Workspace, title: str = "questions: negation") -> str:
    job = create(workspace, "candidates", title, {})
    end(workspace.jobs / job, JobState.DONE)
    return job


def opened(page: AppTest, job: str) -> AppTest:
    """The page with the job's menu open, as a click on it leaves it."""
    page.session_state[f"menu-{job}"] = True
    return page.run()


def said(page: AppTest) -> str:
    return "\n".join(text.value for text in page.text)


def test_what_goes_and_what_stays_is_said_in_a_sentence() -> None:
    assert of_cells((), ()) == "This job made no candidates."
    assert of_cells((), CELLS[:1]) == "1 cell is deleted; nobody has decided on any candidate there."
    assert of_cells((), CELLS) == "4 cells are deleted; nobody has decided on any candidate there."
    kept = "Cells with decisions stay: negation, PPS 1; negation, PPS 2."
    assert of_cells(CELLS[:2], CELLS[2:]) == f"2 cells are deleted. {kept}"
    assert of_cells(CELLS[:1], ()) == "Nothing can be deleted: people have decided on candidates of negation, PPS 1."
    many = [Cell("questions", "test", "word_deletion", pps(n)) for n in range(1, 5)]
    assert "negation, PPS 4 and 4 more." in of_cells([*CELLS, *many], CELLS)


def test_a_job_is_renamed(workspace: Workspace, open_page: Open) -> None:
    job = done(workspace)
    page = opened(open_page("prepare"), job)
    page.text_input(key=f"title-{job}").set_value("  First   round ")
    page.button(key=f"rename-{job}").click().run()
    assert [job.title for job in jobs(workspace)] == ["First round"]
    page.text_input(key=f"title-{job}").set_value(" ")
    page.button(key=f"rename-{job}").click().run()
    assert "A title can't be empty" in page.error[0].value
    assert [job.title for job in jobs(workspace)] == ["First round"]


def test_of_an_evaluation_it_is_said_to_the_end_what_goes(workspace: Workspace, open_page: Open) -> None:
    job = create(workspace, "evaluate", "questions: CNN", {})
    end(workspace.jobs / job, JobState.DONE)
    told = said(opened(open_page("evaluate"), job))
    assert "so a new run is faster; partly trained models are deleted. Frees " in told


def test_a_job_nobody_has_decided_on_goes_with_its_cells(workspace: Workspace, open_page: Open) -> None:
    job = done(workspace)
    write_job(workspace, range(3), job=job)
    page = opened(open_page("prepare"), job)
    assert "1 cell is deleted; nobody has decided on any candidate there." in said(page)
    assert page.button(key=f"delete-{job}").disabled  # one press by mistake deletes nothing
    page.checkbox(key=f"sure-{job}").check().run()
    page.button(key=f"delete-{job}").click().run()
    assert jobs(workspace) == [] and not (workspace.jobs / job).exists()
    assert Store.open(workspace).cells() == []
    assert "are free again" in page.toast[0].value
    assert not page.exception and not page.error


def test_what_people_decided_on_stays(workspace: Workspace, open_page: Open) -> None:
    job = done(workspace)
    write_job(workspace, range(3), job=job)
    write_job(workspace, range(3), CELLS[3], job=job)
    page = open_page("prepare")
    Store.open(workspace).record([decision(candidate(1).id)])
    opened(page, job)
    assert "1 cell is deleted. Cells with decisions stay: negation, PPS 2." in said(page)
    assert page.button(key=f"delete-{job}").disabled  # one press by mistake deletes nothing
    page.checkbox(key=f"sure-{job}").check().run()
    page.button(key=f"delete-{job}").click().run()
    assert [(p.cell, p.kept) for p in Store.open(workspace).cells()] == [(CELL, 1)]
    assert [job.title for job in jobs(workspace)] == ["questions: negation"]
    opened(page, job)
    assert page.button(key=f"delete-{job}").disabled


def test_a_job_under_way_is_stopped_before_it_is_deleted(workspace: Workspace, open_page: Open) -> None:
    job = create(workspace, "candidates", "never begun", {})
    page = opened(open_page("prepare"), job)
    assert "The job is stopped first." in said(page)

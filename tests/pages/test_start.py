"""The first page: what is here and what to do next."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from streamlit.testing.v1 import AppTest

from curation.records import CellProgress
from data.jobs import JobState, JobStatus
from pages.ui.next_step import next_step
from tests.data.store_data import CELL

OPEN = CellProgress(CELL, 500, 0, 40, 20, 5, 15, 0, 200, 0)
CLOSED = replace(OPEN, checked=230, kept=190, relabelled=10)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def job(kind: str) -> JobStatus:
    return JobStatus("1", kind, "a job", JobState.RUNNING, 0, 1, "", NOW, NOW, None, "", {})


def test_an_empty_workspace_shows_the_demo_data_marked_as_ours(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("start")
    assert not app.exception
    assert not app.error
    shown = " ".join(html.proto.body for html in app.get("html"))
    assert "demo-questions" in shown
    assert "written by this project" in shown
    assert app.button[0].label == "Prepare candidates"


def test_the_next_step_follows_the_work() -> None:
    assert next_step([], [], 0).page == "prepare"
    assert next_step([OPEN], [], 0).page == "curate"
    assert next_step([CLOSED, OPEN], [], 3).page == "curate"
    assert next_step([CLOSED], [], 0).page == "evaluate"
    assert next_step([CLOSED], [], 1).page == "heatmaps"


def test_the_next_step_says_which_cell_is_nearest_its_quota() -> None:
    nearer = replace(OPEN, kept=100, checked=120)
    assert "105 of 200" in next_step([OPEN, nearer], [], 0).why  # 100 kept + 5 relabelled


def test_when_every_candidate_was_looked_at_more_are_needed() -> None:
    used_up = replace(OPEN, candidates=40)
    assert next_step([used_up], [], 0).action == "Prepare more candidates"


def test_a_job_under_way_is_what_to_look_at() -> None:
    assert next_step([], [job("candidates")], 0).page == "prepare"
    assert next_step([CLOSED], [job("evaluate")], 0).action == "See how the evaluation goes"


@pytest.mark.slow
def test_the_set_up_is_looked_at_when_asked(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("start")
    app.button(key="check-setup").click().run(timeout=120)
    assert not app.error
    assert any(text.value.startswith("Python: ") for text in app.text)


def test_the_next_step_opens_the_cell_it_names() -> None:
    assert next_step([OPEN], [], 0).query == {"cell": CELL.id}

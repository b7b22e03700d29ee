"""The first page: what is here and what to do next."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Score
from core.severity import pps
from curation.records import CellProgress
from curation.study.records import StudyState
from data.jobs.jobs import JobStatus, create, end, status
from data.jobs.records import JobState
from data.runs.headline import Headline
from data.store import Store
from data.study.studies import Studies
from data.workspace import Workspace
from pages.ui.shared.quota_bars import bar
from pages.ui.shell.navigation import PAGES
from pages.ui.start.last_runs import figures_in_words
from pages.ui.start.next_step import next_step
from pages.ui.start.overview import jobs_to_show, perturbations_to_show
from tests.data.store.store_data import CELL, write_job
from tests.data.study.study_data import made_up, small_design

OPEN = CellProgress(CELL, 500, 0, 40, 20, 5, 15, 0, 200, 0)
CLOSED = replace(OPEN, checked=230, kept=190, relabelled=10)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def job(kind: str) -> JobStatus:
    return JobStatus("1", kind, "a job", JobState.RUNNING, 0, 1, "", NOW, None, "", {})


def test_an_empty_workspace_shows_the_demo_data_marked_as_ours(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("start")
    assert not app.exception
    assert not app.error
    assert {"demo-questions", "demo-sentiment"} < {link.proto.label for link in app.get("page_link")}
    assert "classification, demo · 3,270 samples" in [text.value for text in app.text]
    assert app.button[0].label == "Perturb a data set"


def test_four_doors_lead_to_every_page(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("start")
    titles = [header.value.partition(": ")[2] for header in app.header if header.value.startswith(":material/")]
    assert titles == ["Data", "Curate", "Evaluate", "Ask"]
    assert {link.proto.page for link in app.get("page_link")} == {name for name, _ in PAGES} - {"start"}


def test_cells_and_data_sets_lead_to_their_page_with_them_chosen(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3)))
    app = open_page("start")
    links = {link.proto.label: link.proto for link in app.get("page_link")}
    assert links["questions (test) · negation"].query_string == f"open={CELL.id}"
    assert "0 of 200 ▲" in [text.value for text in app.text]
    assert sum('class="fl-bar"' in str(html.proto.body) for html in app.get("html")) == 1
    assert [header.value for header in app.header] == ["Next", "In curation", "Data sets"]
    assert not [header for header in app.header if header.value.startswith(":material/")]  # no cards of ways in
    assert links["demo-sentiment"].query_string == "open=demo-sentiment"

    app.query_params["open"] = "demo-sentiment"
    app.switch_page("pages/datasets.py").run()
    assert not app.error and app.selectbox(key="dataset-chosen").value == "demo-sentiment"
    assert app.query_params == {}


def test_a_quota_out_of_reach_is_marked(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3)))
    app = open_page("start")
    assert "0 of 200 ▲" in [text.value for text in app.text]  # three candidates
    assert "▲: too few candidates for the quota." in [caption.value for caption in app.caption]
    store.set_quota(3)
    assert "0 of 3" in [text.value for text in open_page("start").text]


def test_studies_lead_to_their_page_until_they_are_closed(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    design = small_design()
    id_ = Studies(workspace).keep(design, made_up(design))
    app = open_page("start")
    (link,) = (link.proto for link in app.get("page_link") if link.proto.label == design.title)
    assert (link.page, link.query_string) == ("studies", f"study={id_}")
    assert "0 of 4 finished" in [text.value for text in app.text]
    Studies(workspace).open(id_).set_state(StudyState.PAUSED)
    assert "0 of 4 finished, paused" in [text.value for text in open_page("start").text]
    Studies(workspace).open(id_).set_state(StudyState.CLOSED)
    assert "Studies" not in [header.value for header in open_page("start").header]


def test_the_bar_of_several_cells_is_of_all_their_quotas() -> None:
    drawn = bar([OPEN, CLOSED])  # 20 and 190 kept of 400, and 5 and 10 relabelled
    assert 'class="fl-kept" style="width:52.5%"' in drawn and 'class="fl-relabelled" style="width:3.8%"' in drawn


def test_the_newest_runs_that_are_done_lead_to_their_heatmaps(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    ids = {title: create(workspace, "evaluate", title, {}) for title in ("first", "older", "old", "newest", "failed")}
    for title, id_ in ids.items():
        end(workspace.jobs / id_, JobState.FAILED if title == "failed" else JobState.DONE)
    app = open_page("start")
    links = {link.proto.label: link.proto for link in app.get("page_link")}
    times = [f"{status(workspace, ids[title]).started:%-d %b %H:%M}" for title in ("newest", "old", "older")]
    assert [text.value for text in app.text if text.value in times] == times
    assert links["newest"].query_string == f"view=Heatmap&of=mine&run={ids['newest']}"
    assert [label for label in links if label in ids] == ["newest", "old", "older"]
    assert links["All runs"].page == "evaluate"


def test_each_perturbation_is_one_row_those_nearest_their_quota_first() -> None:
    deletion = replace(CELL, perturbation="word_deletion")
    nearer = replace(OPEN, cell=deletion, kept=100, checked=120)
    finished = replace(CLOSED, cell=replace(CELL, split="train"))
    assert perturbations_to_show([OPEN, CLOSED, nearer, finished]) == [
        [OPEN, CLOSED],
        [nearer],
        [finished],
    ]  # 225 of 400, 105 of 200
    assert perturbations_to_show([finished]) == []
    assert perturbations_to_show([OPEN, nearer]) == [[nearer], [OPEN]]


def test_jobs_at_work_are_shown_or_the_last_one_that_stopped() -> None:
    done, failed, working = (
        replace(job("evaluate"), state=s) for s in (JobState.DONE, JobState.FAILED, JobState.RUNNING)
    )
    assert jobs_to_show([done, working, failed]) == [working]
    assert jobs_to_show([failed, done]) == [failed]
    assert jobs_to_show([done, failed]) == []
    assert jobs_to_show([]) == []


def test_the_next_step_follows_the_work() -> None:
    assert next_step([], [], 0).page == "prepare"
    assert next_step([OPEN], [], 0).page == "curate"
    assert next_step([CLOSED, OPEN], [], 3).page == "curate"
    assert next_step([CLOSED], [], 0).page == "evaluate"
    assert next_step([CLOSED], [], 1).page == "heatmaps"


def test_the_next_step_says_which_cell_is_nearest_its_quota() -> None:
    nearer = replace(OPEN, kept=100, checked=120)
    step = next_step([OPEN, nearer], [], 0)
    assert step.why == "105 of 200 samples done in negation, PPS 2."  # 100 kept + 5 relabelled
    assert step.action == "Curate negation, PPS 2"
    elsewhere = replace(OPEN, cell=replace(CELL, split="train"))
    assert next_step([elsewhere, nearer], [], 0).action == "Curate negation, PPS 2 (questions, test)"


def test_when_every_candidate_was_looked_at_more_are_needed() -> None:
    used_up = replace(OPEN, candidates=40)
    assert next_step([used_up], [], 0).action == "Prepare more candidates"


def test_a_job_under_way_is_what_to_look_at() -> None:
    assert next_step([], [job("candidates")], 0).page == "prepare"
    assert next_step([CLOSED], [job("evaluate")], 0).action == "See the progress"


@pytest.mark.slow
def test_the_set_up_is_looked_at_when_asked(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("start")
    app.button(key="check-setup").click().run(timeout=120)
    assert not app.error
    assert any(text.value.startswith("Python: ") for text in app.text)


def test_the_next_step_opens_the_cell_it_names() -> None:
    assert next_step([OPEN], [], 0).query == {"open": CELL.id}


def test_a_run_is_told_in_two_figures() -> None:
    best = Score("r", "CNN", "films", "accuracy", 0.617, 60)
    worst = replace(best, perturbation="word_deletion", severity=pps(4), metric="kappa", value=0.371)
    assert figures_in_words(Headline(best, worst)) == "accuracy 61.7 %, kappa 0.37"
    assert figures_in_words(Headline(None, None)) == ""

"""Prepare and Evaluate in a browser: one press for a paper, nothing lost on leaving, figures that are not stale."""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from data.jobs.jobs import create, end, jobs
from data.jobs.records import JobState
from tests.data.store.store_data import write_job
from tests.e2e.conftest import App, Tab, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.e2e
LONG = 30_000  # milliseconds: the first page of an app opens its workspace


@pytest.fixture
def prepare(app: App, tab: Tab) -> "Iterator[Page]":
    """The Prepare page, with a finished job of three candidates that nobody has decided on."""
    job = create(app.workspace, "candidates", "questions: negation", {})
    write_job(app.workspace, range(3), job=job)
    end(app.workspace.jobs / job, JobState.DONE)
    tab.page.goto(f"{app.url}/prepare")
    tab.page.get_by_role("button", name="Make candidates").wait_for(timeout=LONG)
    yield tab.page


def open_seed(page: "Page") -> "Locator":
    """The field of the seed, in its box."""
    page.get_by_text(re.compile("^Limit: ")).click()
    return page.get_by_role("spinbutton", name="Seed")


def settled(page: "Page") -> None:
    """Return once nothing runs on the page any more."""
    page.wait_for_timeout(300)
    page.wait_for_function("() => !document.querySelector('[data-testid=stStatusWidget]')", timeout=LONG)


def test_a_paper_is_one_press_and_the_form_is_there_on_coming_back(prepare: "Page") -> None:
    page = prepare
    page.get_by_role("radio", name="Zhang et al. 2022").or_(
        page.get_by_role("button", name="Zhang et al. 2022")
    ).first.click()
    page.get_by_text("8 cells: one for each perturbation and severity.").wait_for(timeout=LONG)
    open_seed(page).fill("7")
    page.keyboard.press("Enter")
    page.wait_for_url("**seed=7**")
    settled(page)
    before = page.url
    assert "shuffle_word.paper%400.05" in before
    page.get_by_role("link", name="Progress", exact=True).click()
    page.get_by_role("heading", name="Progress", exact=True).wait_for(timeout=LONG)
    page.get_by_role("link", name="Prepare", exact=True).click()
    page.get_by_text("8 cells: one for each perturbation and severity.").wait_for(timeout=LONG)
    assert open_seed(page).input_value() == "7"
    settled(page)
    assert page.url == before


def test_the_size_of_a_split_is_that_of_now(app: App, prepare: "Page") -> None:
    page = prepare
    card = app.workspace.datasets / "demo-questions" / "card.json"
    page.get_by_text("720 samples", exact=True).first.wait_for(timeout=LONG)
    held = json.loads(card.read_text())
    card.write_text(json.dumps(held | {"splits": held["splits"] | {"test": 719}}))
    open_seed(page).fill("1")
    page.keyboard.press("Enter")
    page.get_by_text("719 samples", exact=True).first.wait_for(timeout=LONG)
    settled(page)
    fields = [field.input_value() for field in page.locator("[data-testid=stSelectbox] input").all()]
    shown = " ".join([page.locator("[data-testid=stMain]").inner_text(), *fields])
    assert "720 samples" not in shown


def test_a_job_is_renamed_and_deleted_from_its_card(app: App, prepare: "Page") -> None:
    page = prepare
    settled(page)  # what the page still draws moves the card, and not the menu that was opened from it
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("Title").fill("First round")
    page.get_by_role("button", name="Rename", exact=True).click()
    page.get_by_text("First round", exact=True).first.wait_for(timeout=LONG)
    page.get_by_text("1 cell is deleted; nobody has decided on any candidate there.").wait_for(timeout=LONG)
    page.get_by_text("Yes, delete it. I know that this can't be undone.").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("are free again").wait_for(timeout=LONG)
    wait_until(lambda: jobs(app.workspace) == [], 10, "the job is still there")
    settled(page)
    assert page.get_by_role("button", name="Curate").count() == 0


def test_enter_after_a_typed_name_adds_that_one_alone(app: App, tab: Tab) -> None:
    page = tab.page
    page.goto(f"{app.url}/evaluate?models=cnn&steps=negation@1")
    page.locator(".st-key-evaluate-start button").wait_for(timeout=LONG)
    settled(page)
    for field, typed, added in (
        ("Models", "bilstm", "BiLSTM (trained from scratch)"),
        ("Models", "bert", "bert"),  # is none of those that are listed, which are like it
        ("Perturbations", "typos", "typos · Romero"),
    ):
        box = page.locator(".stMultiSelect").filter(has=page.get_by_role("combobox", name=field))
        chosen = box.locator("[data-tag]")
        before = chosen.all_inner_texts()
        box.get_by_role("combobox").click()
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        chosen.nth(len(before)).wait_for(timeout=LONG)
        page.keyboard.press("Escape")
        assert chosen.all_inner_texts() == [*before, added]

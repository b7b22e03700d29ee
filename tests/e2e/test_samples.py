"""Samples in a real browser: the next text by key, another by its row, those of a row of Flips by its name."""

import re

import pytest

from pages.ui.samples.grid import LINES
from pages.ui.shared.data_table import HEAD
from tests.e2e.conftest import App, Tab
from tests.e2e.test_accessibility import drawn
from tests.pages.heatmaps.finished_run import write_run

pytestmark = pytest.mark.e2e
BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "place", "place"]


def test_texts_are_gone_through_by_key_and_opened_by_their_rows(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    write_run(app.workspace, BEFORE, AFTER)
    page = tab.page
    page.goto(f"{app.url}/samples")
    page.get_by_text("Text 1 of 5").wait_for(timeout=60_000)
    original = page.locator(".fl-sample .fl-text").first
    first = original.inner_text()
    page.get_by_role("button", name="Next").wait_for()  # its key is heard from when it is drawn
    page.keyboard.press("n")
    page.get_by_text("Text 2 of 5").wait_for(timeout=30_000)
    expect(original).not_to_have_text(first)
    page.keyboard.press("p")
    page.get_by_text("Text 1 of 5").wait_for(timeout=30_000)
    box = page.get_by_test_id("stDataFrame").bounding_box()
    assert box
    page.mouse.click(box["x"] + 15, box["y"] + HEAD + 3.5 * LINES)  # the mark of the fourth row
    page.get_by_text("Text 4 of 5").wait_for(timeout=30_000)
    page.keyboard.press("n")
    page.get_by_text("Text 5 of 5").wait_for(timeout=30_000)
    expect(page).to_have_url(re.compile(r"/samples\?sample=sample-\d$"))


def test_the_name_of_a_row_of_flips_opens_its_samples(app: App, tab: Tab) -> None:
    write_run(app.workspace, BEFORE, AFTER)
    tab.page.goto(f"{app.url}/flips?by=kind")
    row = tab.page.get_by_role("link", name="word inserted")
    row.wait_for(timeout=60_000)
    drawn(tab.page, "light")
    assert "row=word+inserted" in (row.get_attribute("href") or "")  # a link to copy, and to open aside
    tab.page.evaluate("window.same = true")
    row.click()
    tab.page.get_by_text("Text 1 of 3, filtered from 5").wait_for(timeout=60_000)
    assert tab.page.evaluate("window.same")  # the page was not loaded anew
    assert "row=word+inserted" in tab.page.url
    tab.page.get_by_role("button", name="Flips: kind of edit, word inserted").click()
    tab.page.get_by_text("Text 1 of 5").wait_for(timeout=30_000)
    tab.page.wait_for_function("!location.search.includes('row=')")  # a reload brings no filter back

"""What was typed on a sample that went to somebody else is handed back, and goes nowhere it was not meant for."""

from typing import TYPE_CHECKING

import pytest

from core.records import Verdict
from tests.data.store.store_data import CELL, OTHER, candidate, write_job
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, ready, shown, stored, wait_stored

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.e2e
BOX = "[data-at=leftover]"


def begin(tab: Tab, app: App, text: str) -> None:
    """Ann types a note on the first sample of a cell; the other cell's first sample reads the same."""
    prepare(app.workspace, samples=20)
    write_job(app.workspace, range(20), OTHER, "job-other")
    tab.page.clock.install()
    tab.page.goto(f"{app.url}/curate?cell={CELL.id}")
    tab.page.get_by_label("Your name").fill("Ann")
    tab.page.keyboard.press("Enter")
    ready(tab)
    tab.page.keyboard.press("n")
    tab.page.locator("[data-at=note]").wait_for()
    tab.page.keyboard.type(text)


def overtake(chromium: "Browser", app: App, text: str) -> None:
    """Bob keeps the sample that reads the same, so that Ann need not judge hers."""
    page = chromium.new_page()
    page.goto(f"{app.url}/curate?cell={OTHER.id}")
    page.get_by_label("Your name").fill("Bob")
    page.keyboard.press("Enter")
    ready(Tab(page))
    assert shown(Tab(page)) == text
    page.wait_for_timeout(500)
    page.keyboard.press("k")
    wait_stored(app.workspace, 1)
    page.close()


def test_who_is_typing_types_on_and_sends_it_as_a_flag_on_that_sample(app: App, tab: Tab, chromium: "Browser") -> None:
    begin(tab, app, "half a")
    overtake(chromium, app, shown(tab))
    tab.page.clock.fast_forward("02:05")  # the desk lets the server hear of it
    tab.page.locator(BOX).wait_for(timeout=20_000)
    tab.page.keyboard.type(" thought, ok")  # k would keep the next sample
    assert tab.page.locator("[data-at=lefttext]").input_value() == "half a thought, ok"
    assert "Not sent: your text on “What is not thing 0?”" in tab.page.locator(BOX).inner_text()
    tab.page.keyboard.press("Enter")
    flag = wait_stored(app.workspace, 2)[-1]
    assert (flag.candidate_id, flag.annotator) == (candidate(0).id, "Ann")
    assert (flag.verdict, flag.note) == (Verdict.FLAG, "half a thought, ok")
    assert not tab.page.locator(BOX).is_visible()
    tab.page.keyboard.press("n")
    assert tab.page.locator("[data-at=note]").input_value() == ""


def test_it_is_found_by_a_page_loaded_anew_and_gone_when_let_go(app: App, tab: Tab, chromium: "Browser") -> None:
    begin(tab, app, "half a thought")
    overtake(chromium, app, shown(tab))
    tab.page.reload()
    ready(tab)
    tab.page.locator(BOX).wait_for(timeout=20_000)
    tab.page.get_by_role("button", name="Delete this text").click()
    tab.page.locator(BOX).wait_for(state="hidden")
    tab.page.reload()
    ready(tab)
    tab.page.clock.run_for(2000)
    assert not tab.page.locator(BOX).is_visible() and len(stored(app.workspace)) == 1

"""A desk that is left alone says that its samples went back, and decides nothing by the key that wakes it."""

import pytest

from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, saved, shown, sit_down, stored, wait_stored

pytestmark = pytest.mark.e2e
AWAY = "You were away for more than 10 minutes"


def leave(tab: Tab) -> None:
    """Let eleven minutes go by in the browser, in which nobody touches it."""
    tab.page.clock.fast_forward("11:00")
    tab.page.get_by_text(AWAY).wait_for(timeout=10_000)


def test_ten_minutes_alone_give_the_samples_back_and_say_so(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    tab.page.clock.install()
    sit_down(tab, app)
    tab.page.wait_for_timeout(500)
    tab.page.keyboard.press("k")
    saved(tab)
    leave(tab)
    before = shown(tab)
    tab.page.keyboard.press("k")
    tab.page.get_by_text(AWAY).wait_for(state="hidden")
    tab.page.wait_for_timeout(700)
    assert (shown(tab), len(stored(app.workspace))) == (before, 1)
    tab.page.keyboard.press("k")
    wait_stored(app.workspace, 2)
    assert shown(tab) != before


def test_who_closes_the_page_frees_its_last_sample_for_whoever_waits(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=1)
    first = tab.page.context.browser.new_context()  # type: ignore[union-attr]
    ann = Tab(first.new_page())
    sit_down(ann, app)
    only = shown(ann)
    tab.page.goto(f"{app.url}/curate")
    tab.page.get_by_label("Your name").fill("Bob")
    tab.page.keyboard.press("Enter")
    tab.page.get_by_text("No sample here is free at the moment").wait_for()
    ann.page.close()
    tab.page.locator("[data-at=card]").wait_for(timeout=40_000)
    assert shown(tab) == only
    first.close()


def test_a_click_that_wakes_the_desk_decides_nothing(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    tab.page.clock.install()
    sit_down(tab, app)
    tab.page.wait_for_timeout(500)
    leave(tab)
    before = shown(tab)
    tab.page.get_by_role("button", name="Keep the label").click()
    tab.page.get_by_text(AWAY).wait_for(state="hidden")
    tab.page.wait_for_timeout(700)
    assert (shown(tab), stored(app.workspace)) == (before, [])

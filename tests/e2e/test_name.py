"""The name is asked for once: the browser keeps it across F5 and across pages, until somebody else sits down."""

import pytest

from tests.e2e.conftest import App, Tab, wait_until

pytestmark = pytest.mark.e2e
NAME = "Zoë O'Brien; x=1"  # what a careless cookie would break


def decided_as(tab: Tab, name: str) -> None:
    tab.page.get_by_test_id("stSidebar").get_by_text(name, exact=True).wait_for()


def kept(tab: Tab) -> bool:
    """Whether the browser keeps the name; no script of a page can read it."""
    assert "flinch_" not in tab.page.evaluate("document.cookie")
    tab.page.wait_for_timeout(50)
    return any(cookie["name"] == "flinch_annotator" for cookie in tab.page.context.cookies())


def test_a_name_given_once_is_kept_until_someone_else_decides(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/curate")
    tab.page.get_by_label("Your name").fill(f"  {NAME} ")
    tab.page.keyboard.press("Enter")
    decided_as(tab, NAME)
    wait_until(lambda: kept(tab), 20, "the name was not kept")
    tab.page.reload()
    decided_as(tab, NAME)
    tab.page.goto(app.url)
    decided_as(tab, NAME)
    tab.page.get_by_role("button", name="Change name").click()
    wait_until(lambda: not kept(tab), 20, "the name was not forgotten")
    tab.page.goto(f"{app.url}/curate")
    tab.page.get_by_label("Your name").wait_for()
    assert tab.page.get_by_text(NAME, exact=True).count() == 0


def test_after_a_restart_of_the_app_the_browser_still_knows(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/curate")
    tab.page.get_by_label("Your name").fill(NAME)
    tab.page.keyboard.press("Enter")
    decided_as(tab, NAME)
    wait_until(lambda: kept(tab), 20, "the name was not kept")
    app.kill()
    app.start()
    tab.complaints.clear()  # the browser noticed that the app was gone
    tab.page.goto(app.url)
    decided_as(tab, NAME)
    assert tab.page.get_by_label("Your name").count() == 0
    tab.complaints.clear()

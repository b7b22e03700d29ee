"""Whoever types and goes on at once comes where they want to go, and finds what they typed: however busy the app is."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from data.jobs.jobs import jobs
from tests.e2e.conftest import App, Tab

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.e2e
TYPED = "How readable is it?"


@contextmanager
def held_up(app: App) -> Iterator[None]:
    """The app does nothing meanwhile; what it was sent then is there at once."""
    assert app.process
    app.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        app.process.send_signal(signal.SIGCONT)


def field(app: App, tab: Tab, label: str) -> "Locator":
    """A field of a new study, once all of the page is there."""
    tab.page.goto(f"{app.url}/studies")
    tab.page.get_by_role("button", name="Make the study").wait_for(timeout=60_000)
    return tab.page.get_by_label(label, exact=True).filter(visible=True)


def looked_elsewhere_and_back(tab: Tab, label: str) -> "Locator":
    """The field of this label, after another page was there meanwhile."""
    tab.page.get_by_role("heading", name="Samples").wait_for(timeout=30_000)
    tab.page.get_by_role("link", name="Studies").click()
    tab.page.get_by_role("heading", name="Studies").wait_for(timeout=30_000)
    return tab.page.get_by_label(label, exact=True).filter(visible=True)


@pytest.mark.parametrize(("label", "value"), [("Title", TYPED), ("Participants", "12")])
def test_what_was_typed_into_an_app_that_is_held_up_is_still_there(app: App, tab: Tab, label: str, value: str) -> None:
    from playwright.sync_api import expect

    title = field(app, tab, label)
    for typed in ("7", value):
        with held_up(app):
            title.fill(typed)
            title.press("Enter")
            tab.page.get_by_role("link", name="Samples").click(delay=100)
            tab.page.wait_for_timeout(200)
        expect(looked_elsewhere_and_back(tab, label)).to_have_value(typed, timeout=30_000)


@pytest.mark.parametrize(("label", "value"), [("Title", TYPED), ("Participants", "12")])
def test_a_tap_on_another_page_right_after_typing_leads_there_and_loses_nothing(
    app: App, tab: Tab, label: str, value: str
) -> None:
    from playwright.sync_api import expect

    field(app, tab, label).fill(value)
    tab.page.get_by_role("link", name="Samples").click()  # down and up at once, as fingers on glass do
    expect(looked_elsewhere_and_back(tab, label)).to_have_value(value, timeout=30_000)


def ready_to_make(app: App, tab: Tab) -> "Locator":
    """The button that makes candidates, once all of its page is there."""
    tab.page.goto(f"{app.url}/prepare")
    make = tab.page.get_by_role("button", name="Make candidates")
    make.and_(tab.page.locator(":enabled")).wait_for(timeout=60_000)
    tab.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
    return make


def test_a_button_pressed_right_before_another_page_is_asked_for_does_its_work(app: App, tab: Tab) -> None:
    make = ready_to_make(app, tab)
    with held_up(app):
        make.click()
        tab.page.get_by_role("link", name="Samples").click(delay=100)
        tab.page.wait_for_timeout(200)
    tab.page.get_by_role("heading", name="Samples").wait_for(timeout=30_000)
    assert [job.kind for job in jobs(app.workspace)] == ["candidates"]


def test_of_two_buttons_pressed_at_once_each_does_its_work_in_turn(app: App, tab: Tab) -> None:
    make = ready_to_make(app, tab)
    with held_up(app):
        make.click()
        tab.page.get_by_role("button", name="Clear", exact=True).first.click()
        tab.page.wait_for_timeout(200)
    tab.page.get_by_role("heading", name="Jobs").wait_for(timeout=30_000)
    tab.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
    form = tab.page.locator("details").filter(has_text="New candidates").first
    if form.get_attribute("open") is None:
        form.locator("summary").first.click()
    make.and_(tab.page.locator(":disabled")).wait_for(timeout=30_000)
    assert [job.kind for job in jobs(app.workspace)] == ["candidates"]


def test_a_button_whose_work_takes_longer_than_ten_seconds_does_all_of_it(app: App, tab: Tab) -> None:
    make = ready_to_make(app, tab)
    slow = app.workspace.root / "handling.json"  # is read before the button is come to
    os.mkfifo(slow)
    make.click()
    tab.page.get_by_role("link", name="Samples").click(delay=100)
    tab.page.wait_for_timeout(12_000)
    with slow.open("w") as file:
        slow.unlink()
        file.write("{}")
    tab.page.get_by_role("heading", name="Samples").wait_for(timeout=30_000)
    assert [job.kind for job in jobs(app.workspace)] == ["candidates"]

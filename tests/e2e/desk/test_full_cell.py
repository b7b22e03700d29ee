"""A cell that is full takes nothing more, and whoever sends something then hears what becomes of it."""

from contextlib import closing

import pytest

from data.store import Store
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, saved, sit_down, wait_stored

pytestmark = pytest.mark.e2e


def test_a_verdict_after_the_quota_is_kept_as_an_extra_judgement_and_said_so(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    with closing(Store.open(app.workspace)) as store:
        store.set_quota(1)
    sit_down(tab, app)
    tab.page.keyboard.press("x")
    wait_stored(app.workspace, 1)
    saved(tab)
    tab.page.wait_for_timeout(500)
    tab.page.keyboard.press("k")
    wait_stored(app.workspace, 2)
    saved(tab)
    tab.page.keyboard.press("p")
    tab.page.keyboard.press("ArrowDown")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_timeout(500)
    tab.page.keyboard.press("k")
    wait_stored(app.workspace, 4)
    tab.page.get_by_text("The decision is kept as an extra judgement").first.wait_for(timeout=10_000)
    assert str(tab.page.locator("[data-at=count]").get_attribute("title")).startswith("1 kept")

"""The desk tells whoever works there how much and how fast, in all cells of the day."""

from contextlib import closing

import pytest
from playwright.sync_api import expect

from data.store import Store
from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.desk_steps import OTHER, prepare, saved, sit_down, wait_stored

pytestmark = pytest.mark.e2e


def test_todays_count_goes_on_in_the_next_cell_and_there_is_a_pace(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=30, cells=(CELL, OTHER))
    sit_down(tab, app)
    today, here = tab.page.locator("[data-at=today]"), tab.page.locator("[data-at=decisions]")
    for key in "kx" + 20 * "k":
        tab.page.wait_for_timeout(60)
        tab.page.keyboard.press(key)
    saved(tab)
    wait_until(lambda: (today.inner_text(), here.inner_text()) == ("22", "22"), 10, "22 decisions are not counted")
    assert tab.page.locator("[data-at=pace]").inner_text().isdecimal()
    tab.page.locator("[data-at=cells]").select_option(OTHER.id)
    wait_until(lambda: (today.inner_text(), here.inner_text()) == ("22", "0"), 20, "the day did not go on")


def test_the_desk_says_how_many_texts_the_quota_needs_or_the_chance_to_reach_it(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=40)
    with closing(Store.open(app.workspace)) as store:
        store.set_quota(25)
    sit_down(tab, app)
    count = tab.page.locator("[data-at=count]")
    for n, key in enumerate("kx" * 10, 1):
        tab.page.keyboard.press(key)
        wait_stored(app.workspace, n)
    # 15 more at 10 of 20 kept take 30
    expect(count).to_have_text("10 of 25 · 20 candidates left: 7 % chance to reach 25")
    for n in range(21, 34):
        tab.page.keyboard.press("k")
        wait_stored(app.workspace, n)
    # 2 more at 23 of 33 kept take 2.9, and 7 are left: sure enough
    expect(count).to_have_text("23 of 25 · about 3 texts to judge")

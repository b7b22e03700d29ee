"""The desk tells whoever works there how much and how fast, in all cells of the day."""

import pytest

from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.desk_steps import OTHER, prepare, saved, sit_down

pytestmark = pytest.mark.e2e


def test_todays_count_goes_on_in_the_next_cell_and_there_is_a_pace(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20, cells=(CELL, OTHER))
    sit_down(tab, app)
    today, here = tab.page.locator("[data-at=today]"), tab.page.locator("[data-at=decisions]")
    for key in "kxkkkkk":
        tab.page.wait_for_timeout(60)
        tab.page.keyboard.press(key)
    saved(tab)
    wait_until(lambda: (today.inner_text(), here.inner_text()) == ("7", "7"), 10, "7 decisions are not counted")
    assert "a minute" in tab.page.locator("[data-at=pace]").inner_text()
    tab.page.locator("[data-at=cells]").select_option(OTHER.id)
    wait_until(lambda: (today.inner_text(), here.inner_text()) == ("7", "0"), 20, "the day did not go on")

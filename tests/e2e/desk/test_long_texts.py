"""Texts longer than the window: the way to what changed in them, and what scrolls can be scrolled by everybody."""

import pytest

from core.records import Cell, Task
from core.severity import pps
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import put, saved, sit_down, wait_stored
from tests.e2e.test_accessibility import drawn, findings

pytestmark = pytest.mark.e2e
LONG = "The lamp near the river looked old, and nobody knew whose it was. " * 60
JUMP = "[data-at=jump]"


@pytest.fixture
def desk(app: App, tab: Tab) -> Tab:
    put(app.workspace, "long", Task.CLASSIFICATION, ("good", "bad"), "good", [LONG])
    tab.page.set_viewport_size({"width": 360, "height": 740})
    sit_down(tab, app)
    return tab


def seen(tab: Tab) -> bool:
    """Whether the first change can be seen above the buttons."""
    mark = tab.page.locator(".changed .text ins").first.bounding_box()
    deck = tab.page.locator("[data-at=deck]").bounding_box()
    return bool(mark and deck and 0 < mark["y"] < deck["y"] - mark["height"])


def test_one_key_leads_to_what_changed_and_the_next_sample_begins_at_its_top(app: App, desk: Tab) -> None:
    desk.page.locator(JUMP).wait_for()
    assert not seen(desk)
    desk.page.keyboard.press("j")
    desk.page.locator(JUMP).wait_for(state="hidden")
    assert seen(desk)
    desk.page.keyboard.press("k")
    desk.page.locator(JUMP).wait_for()
    assert not seen(desk)
    desk.page.locator(JUMP).click()
    desk.page.locator(JUMP).wait_for(state="hidden")
    assert seen(desk)
    saved(desk)
    assert len(wait_stored(app.workspace, 1)) == 1


def test_a_long_note_and_a_long_flag_can_be_read_by_keyboard(desk: Tab) -> None:
    for key in "nf":
        desk.page.keyboard.press(key)
        desk.page.keyboard.insert_text("What is meant by this? " * 40)
        desk.page.keyboard.press("Enter")
    desk.page.locator("[data-at=myflag]").wait_for()
    drawn(desk.page, "light")
    assert findings(desk.page, {}) == []


def test_a_cell_without_long_texts_needs_no_way(app: App, tab: Tab) -> None:
    put(app.workspace, "short", Task.CLASSIFICATION, ("good", "bad"), "good", ["It was old."])
    sit_down(tab, app)
    assert Cell("short", "test", "negation", pps(1)).id in tab.page.url
    tab.page.wait_for_timeout(500)
    assert tab.page.locator(JUMP).is_hidden()

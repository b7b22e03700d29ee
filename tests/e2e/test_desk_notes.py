"""A note typed at the desk goes with the decision that follows, whatever way that comes."""

import pytest

from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, ready, saved, shown, sit_down, wait_stored

pytestmark = pytest.mark.e2e
BOX = "[data-at=note]"


def write(tab: Tab, text: str) -> None:
    """Open the note's box by its key and type."""
    tab.page.keyboard.press("n")
    tab.page.locator(BOX).wait_for()
    tab.page.keyboard.type(text)


def test_a_note_goes_with_the_decision_by_click_by_key_after_esc_and_after_a_reload(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    tab.page.wait_for_timeout(500)
    write(tab, "by click")
    tab.page.get_by_role("button", name="Keep the label").click()
    write(tab, "after Esc, k")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("k")
    write(tab, "half a thought")
    first = shown(tab)
    saved(tab)
    tab.page.reload()
    ready(tab)
    assert shown(tab) == first
    tab.page.keyboard.press("n")
    assert tab.page.locator(BOX).input_value() == "half a thought"
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("x")
    tab.page.keyboard.press("k")
    notes = [d.note for d in wait_stored(app.workspace, 4)]
    assert notes == ["by click", "after Esc, k", "half a thought", ""]


def test_on_a_telephone_the_box_is_in_sight_and_a_tap_decides_with_its_note(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=5)
    tab.page.set_viewport_size({"width": 360, "height": 740})
    sit_down(tab, app)
    tab.page.wait_for_timeout(500)
    tab.page.get_by_role("button", name="Note").click()
    box = tab.page.locator(BOX)
    place = box.bounding_box()
    assert place
    middle = [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2]
    seen = "([x, y]) => document.elementFromPoint(x, y).shadowRoot.elementFromPoint(x, y).dataset.at"
    assert tab.page.evaluate(seen, middle) == "note"
    box.press_sequentially("odd")
    tab.page.get_by_role("button", name="Keep the label").click()
    assert wait_stored(app.workspace, 1)[0].note == "odd"

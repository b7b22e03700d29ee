"""A similarity is set on a slider by mouse and by keyboard, kept while one thinks, and saved within its scale."""

import pytest

from core.records import Bounds, Task, Verdict
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import put, ready, saved, shown, sit_down, stored, verdicts, wait_stored

pytestmark = pytest.mark.e2e
SLIDER = "[data-slider]"


@pytest.fixture
def desk(app: App, tab: Tab) -> Tab:
    texts = ["A man sings in the street.", "A woman sings."]
    put(app.workspace, "pairs", Task.SIMILARITY, (), "2.5", texts, Bounds(0, 5))
    sit_down(tab, app)
    tab.page.wait_for_timeout(500)
    return tab


def press(tab: Tab, *keys: str) -> None:
    for key in keys:
        tab.page.keyboard.press(key)


def test_arrows_digits_and_the_slider_set_the_number_and_k_saves_it(app: App, desk: Tab) -> None:
    page, keep = desk.page, desk.page.locator("[data-do=keep]")
    assert page.get_by_text("Original · text0").is_visible()
    assert page.get_by_text("Original · text1").is_visible()
    assert page.locator(SLIDER).input_value() == "2.5"
    press(desk, "ArrowRight", "ArrowRight", "ArrowRight")
    assert "Save 2.8" in keep.inner_text()
    assert "2.8" in page.locator("[data-at=live]").inner_text()
    press(desk, "k")
    press(desk, *["ArrowRight"] * 30)  # no further than the scale
    assert "Save 5" in keep.inner_text()
    press(desk, "k", "4", ".", "2", "5", "Enter", "3", "ArrowUp", "Enter")
    page.locator(SLIDER).fill("1.2")
    page.wait_for_timeout(500)
    keep.click()
    press(desk, "ArrowLeft", "ArrowRight")  # back at the label
    assert "Keep the label" in keep.inner_text()
    press(desk, "k")
    decisions = wait_stored(app.workspace, 6)
    assert [d.label for d in decisions] == ["2.8", "5", "4.25", "3.1", "1.2", ""]
    assert verdicts(decisions[5:]) == [Verdict.KEEP]


def test_a_slider_moved_half_way_survives_a_reload_escape_leaves_it_and_undo_brings_it_back(
    app: App, desk: Tab
) -> None:
    page, keep = desk.page, desk.page.locator("[data-do=keep]")
    first = shown(desk)
    press(desk, *["ArrowLeft"] * 7)
    page.reload()
    ready(desk)
    assert (shown(desk), page.locator(SLIDER).input_value()) == (first, "1.8")
    assert "Save 1.8" in keep.inner_text()
    press(desk, "l", "Escape")
    assert "Keep the label" in keep.inner_text()
    press(desk, "l", "9")
    page.locator("[data-at=card]").click()
    press(desk, "k")  # what was typed is not passed over
    assert "from 0 to 5" in page.locator("[data-at=say]").inner_text()
    assert stored(app.workspace) == []
    press(desk, "4", "Enter", "u")
    assert shown(desk) == first
    assert "Save 4" in keep.inner_text()
    press(desk, "k")
    saved(desk)
    assert [d.label for d in wait_stored(app.workspace, 3)] == ["4", "", "4"]


def test_on_a_telephone_the_slider_is_in_sight(app: App, desk: Tab) -> None:
    desk.page.set_viewport_size({"width": 360, "height": 740})
    desk.page.get_by_role("button", name="Relabel").click()
    box = desk.page.locator(SLIDER).bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert box["height"] >= 44
    assert 0 < box["y"] < 740
    desk.page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    desk.page.get_by_role("button", name="Save 5").click()
    assert wait_stored(app.workspace, 1)[0].label == "5"

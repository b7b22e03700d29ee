"""The samples' text is made larger and smaller by key, the browser keeps its size, and a telephone bears it."""

import pytest

from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, ready, sit_down

pytestmark = pytest.mark.e2e
RIGHT = "all => Math.max(...all.map(one => one.getBoundingClientRect().right))"


def size(tab: Tab) -> float:
    """The height of the sample's letters, in pixels."""
    return float(tab.page.locator(".text").first.evaluate("text => parseFloat(getComputedStyle(text).fontSize)"))


def test_the_text_grows_is_kept_and_does_not_overflow_a_telephone(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=5)
    sit_down(tab, app)
    usual = size(tab)
    tab.page.keyboard.press("-")
    assert size(tab) < usual
    for _ in range(12):
        tab.page.keyboard.press("+")
    assert size(tab) == pytest.approx(2.5 * usual)
    assert "can't be larger" in tab.page.locator("[data-at=say]").inner_text()
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.page.reload()
    ready(tab)
    assert size(tab) > 2 * usual
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert tab.page.locator(".desk :is(button, p, ins, .card)").evaluate_all(RIGHT) <= 360
    tab.page.get_by_role("button", name="Smaller text").click()
    assert size(tab) == pytest.approx(2 * 20, abs=0.5)

"""What surrounds every page: the product's name beside its mark, and where the keyboard is."""

import pytest

from tests.e2e.conftest import App, Tab, wait_until

pytestmark = pytest.mark.e2e
NAMES = """logos => logos.map(logo => {
  const beside = getComputedStyle(logo.parentElement, "::after")
  return [beside.content, logo.parentElement.getBoundingClientRect().width > 2 * logo.getBoundingClientRect().width]
})"""


def names(tab: Tab, place: str) -> list[list[object]]:
    """The text beside each logo there, and whether there is room for it."""
    found: list[list[object]] = tab.page.get_by_test_id(place).evaluate_all(NAMES)
    return found


def test_the_name_stands_beside_the_mark_and_the_keyboard_is_seen_in_the_sidebar(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/playground")
    tab.page.get_by_role("heading", name="Playground").wait_for(timeout=60_000)
    assert tab.page.title() == "Playground · Flinch"
    assert names(tab, "stSidebarLogo") == [['"Flinch"', True]]
    for _ in range(3):  # past the link that skips the sidebar, and past the mark
        tab.page.keyboard.press("Tab")
    focused = tab.page.get_by_test_id("stSidebarNavLink").first
    assert focused.evaluate("link => link === document.activeElement")
    assert focused.evaluate("link => getComputedStyle(link).outlineStyle") == "solid"
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.page.reload()
    tab.page.get_by_role("heading", name="Playground").wait_for(timeout=60_000)
    wait_until(lambda: names(tab, "stHeaderLogo") == [['"Flinch"', True]], 20, "the name is not beside the mark")


@pytest.mark.parametrize("height", [860, 620])
def test_the_glossary_opens_within_the_window(app: App, tab: Tab, height: int) -> None:
    tab.page.set_viewport_size({"width": 1280, "height": height})
    tab.page.goto(app.url)
    tab.page.get_by_role("button", name="Glossary").click()
    tab.page.get_by_text("a small change to a text").wait_for(timeout=60_000)
    terms = tab.page.get_by_test_id("stPopoverBody")
    box = terms.bounding_box()
    assert box and box["y"] >= 0 and box["y"] + box["height"] <= height and box["height"] > 0.4 * height
    assert terms.evaluate("e => e.scrollHeight > e.clientHeight && getComputedStyle(e).overflowY === 'auto'")

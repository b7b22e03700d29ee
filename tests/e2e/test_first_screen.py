"""What a page is for is on its first screen, without scrolling."""

import pytest

from data.demo import ensure_demo
from tests.e2e.conftest import App, Tab
from tests.e2e.test_accessibility import drawn

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 800)])
def test_preparation_starts_from_the_first_screen(app: App, tab: Tab, width: int, height: int) -> None:
    from playwright.sync_api import expect

    ensure_demo(app.workspace)
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.page.goto(f"{app.url}/prepare")
    tab.page.locator(".fl-matrix td").first.wait_for(timeout=60_000)
    drawn(tab.page, "light")
    make = tab.page.get_by_role("button", name="Make candidates")
    expect(make).to_be_in_viewport(ratio=1)
    expect(tab.page.locator(".fl-matrix table").first).to_be_in_viewport(ratio=1)

"""A desk whose app has died: people go on by mouse too, and nothing of what they do is lost."""

import pytest

from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, saved, shown, sit_down, wait_stored

pytestmark = pytest.mark.e2e
DWELL = 700  # ms: a click sooner than about half of that was not meant


def test_the_mouse_goes_on_deciding_while_the_app_is_gone(app: App, tab: Tab) -> None:
    prepare(app.workspace)
    sit_down(tab, app)
    keep = tab.page.get_by_role("button", name="Keep the label")
    tab.page.wait_for_timeout(DWELL)
    keep.click()
    saved(tab)
    app.kill()
    tab.page.wait_for_timeout(8000)  # by then Streamlit has said that the connection is lost
    for _ in range(3):
        before = shown(tab)
        keep.click(timeout=5000)
        assert shown(tab) != before
        tab.page.wait_for_timeout(DWELL)
    tab.page.get_by_role("button", name="Try again").wait_for()
    assert not tab.page.get_by_role("button", name="Reload the page").is_visible()  # it would find nothing
    tab.complaints.clear()  # the browser says of each connection that it is refused
    app.start()
    wait_stored(app.workspace, 4, 60)
    saved(tab)
    assert not tab.page.get_by_role("button", name="Reload the page").is_visible()
    tab.complaints.clear()

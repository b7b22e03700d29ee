"""One person with two windows of the desk: what they decided in one, the other does not ask again."""

import pytest

from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, ready, saved, shown, sit_down, stored, wait_stored

pytestmark = pytest.mark.e2e


def test_what_was_decided_in_one_window_is_not_asked_in_the_other(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    other = tab.page.context.new_page()
    other.goto(f"{app.url}/curate")
    ready(Tab(other))
    assert shown(Tab(other)) == shown(tab)
    for key in "kkk":
        tab.page.keyboard.press(key)
    saved(tab)
    decided = {d.candidate_id for d in wait_stored(app.workspace, 3)}
    other.wait_for_timeout(3100)  # so long a desk thinks that it knows
    other.evaluate("dispatchEvent(new Event('focus'))")
    other.locator("[data-at=say]").get_by_text("already decided this sample in another window").wait_for(timeout=20_000)
    assert shown(Tab(other)) == shown(tab)
    other.wait_for_timeout(700)
    other.keyboard.press("k")
    saved(Tab(other))
    wait_stored(app.workspace, 4)
    assert len({d.candidate_id for d in stored(app.workspace)}) == len(decided) + 1

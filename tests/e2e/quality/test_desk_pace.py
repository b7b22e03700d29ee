"""Whoever decides faster than people read is told so once, in a friendly sentence, and everything is stored."""

import pytest

from core.records import Task
from curation.quality.streaks import FAST_RUN, TOLD
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import put, saved, sit_down, wait_stored

pytestmark = pytest.mark.e2e
LONG = " ".join(f"word{n}" for n in range(40))  # four seconds at 600 words a minute


def test_ten_keys_faster_than_anybody_reads_are_told_once_and_stored(app: App, tab: Tab) -> None:
    put(app.workspace, "long", Task.CLASSIFICATION, ("thing", "place"), "thing", [LONG])
    sit_down(tab, app)
    told = tab.page.get_by_text(TOLD)
    for n in range(FAST_RUN + 3):
        tab.page.wait_for_timeout(500)
        assert n >= FAST_RUN or not told.count()
        tab.page.keyboard.press("k")
    told.wait_for(timeout=10_000)
    saved(tab)
    assert told.count() == 1
    assert len(wait_stored(app.workspace, FAST_RUN + 3)) == FAST_RUN + 3
    tab.page.reload()
    tab.page.locator("[data-at=card]").wait_for(timeout=30_000)
    tab.page.wait_for_timeout(1500)
    assert not told.count()  # of what was decided before one is not told again

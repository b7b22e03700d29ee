"""What the desk is made of comes to a browser once; what was kept runs only if it is what the server names."""

import pytest

from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, ready, sit_down

pytestmark = pytest.mark.e2e


def test_a_second_visit_gets_only_what_is_new_and_a_forged_part_is_not_run(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=5)
    sizes: list[int] = []  # of the messages that the page gets, in bytes
    tab.page.on("websocket", lambda line: line.on("framereceived", lambda payload: sizes.append(len(payload))))
    sit_down(tab, app)
    whole = max(sizes)
    sizes.clear()
    tab.page.reload()
    ready(tab)
    assert 0 < max(sizes) < whole / 3
    forge = """localStorage["flinch-desk"] = localStorage["flinch-desk"].replace('"js":"', '"js":"forged = 1;')"""
    tab.page.evaluate(forge)
    tab.page.reload()
    ready(tab)
    assert not tab.page.evaluate("window.forged ?? 0")
    assert max(sizes) > whole / 2  # it was asked for again
    tab.page.evaluate("localStorage.removeItem('flinch-desk')")
    tab.page.reload()
    ready(tab)

"""At the desk in a real browser: what reads the same is asked once, and can still be judged by itself."""

from dataclasses import replace

import pytest

from core.records import Decision
from core.severity import pps
from data.append_log import AppendLog
from tests.data.store.store_data import CELL, candidate, write_job
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, ready, saved, shown, sit_down, wait_stored

pytestmark = pytest.mark.e2e
THIRD = replace(CELL, severity=pps(3))


def test_a_text_seen_at_one_severity_is_not_asked_again_at_another(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=6)
    write_job(app.workspace, range(4), THIRD, job="third")
    sit_down(tab, app)
    reach = tab.page.locator("[data-at=reach]")
    todo = "lower the quota or choose another split."
    assert reach.inner_text() == f"The quota of 200 can't be reached: there are only 6 candidates; {todo}"
    for n, key in enumerate("kkx", 1):
        tab.page.keyboard.press(key)
        wait_stored(app.workspace, n)
    saved(tab)
    tab.page.locator("[data-at=recent] .what", has_text="keep ×2").first.wait_for()

    tab.page.get_by_label("Cell: perturbation and severity").select_option(THIRD.id)
    tab.page.get_by_title("3 checked, 3 of them carried over").wait_for()
    assert shown(tab) == "What is thing 3?"
    carried = tab.page.locator("[data-at=carried] li")
    assert [row.inner_text().split("\n")[-1] for row in carried.all()] == [
        "no sense · judged at PPS 2",
        "keep · judged at PPS 2",
        "keep · judged at PPS 2",
    ]
    tab.page.wait_for_timeout(400)  # a click sooner was not meant for what has just appeared
    carried.first.get_by_role("button").click()
    assert shown(tab) == "What is thing 2?"
    earlier = tab.page.locator("p[data-at=earlier]").inner_text()
    assert earlier.startswith("Your earlier decision: discarded: no sense, ")
    tab.page.wait_for_timeout(400)
    tab.page.keyboard.press("k")  # by itself it makes sense
    saved(tab)
    tab.page.get_by_title("3 kept + 0 relabelled of 200 · 3 checked, 2 of them carried over").wait_for()
    assert [d.candidate_id for d in AppendLog(app.workspace.journal, Decision).read()][-1] == candidate(2, THIRD).id
    assert shown(tab) == "What is thing 3?"
    ready(tab)

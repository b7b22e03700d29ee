"""Decisions go to the server without a run of the page; what happens where nothing, or something else, answers."""

import pytest

from core.records import Verdict
from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab, still
from tests.e2e.desk_steps import OTHER, prepare, ready, saved, shown, sit_down, stored, verdicts, wait_stored

pytestmark = pytest.mark.e2e
SIDES = ("x", "width"), ("y", "height")
ADDRESS = "**/flinch/answers"


def covered(tab: Tab, name: str) -> bool:
    """Whether what is told lies over this part of the desk."""
    told = tab.page.locator("[data-at=telling]").bounding_box()
    part = tab.page.locator(f"[data-at={name}]").bounding_box()
    assert told and part
    apart = (told[side] >= part[side] + part[size] or part[side] >= told[side] + told[size] for side, size in SIDES)
    return not any(apart)


def test_a_decision_costs_the_page_no_message(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    frames: list[object] = []
    tab.page.on("websocket", lambda line: line.on("framesent", lambda frame: frames.append(frame)))
    sit_down(tab, app)
    tab.page.wait_for_timeout(1000)
    frames.clear()
    for n in range(3):
        first = shown(tab)
        tab.page.keyboard.press("k")
        assert shown(tab) != first
        assert len(wait_stored(app.workspace, n + 1)) == n + 1
        saved(tab)
    assert frames == []


@pytest.mark.parametrize(
    ("status", "said"), [(404, ""), (500, ""), (200, "<html>Sign in to the proxy</html>"), (0, "")]
)
def test_where_something_else_answers_decisions_wait_and_are_saved_in_order_later(
    app: App, tab: Tab, status: int, said: str
) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    tab.page.route(ADDRESS, lambda route: route.fulfill(status=status, body=said) if status else route.abort())
    for key in "kk2u":
        tab.page.keyboard.press(key)
    tab.page.get_by_text("not saved yet").wait_for(timeout=20_000)
    assert stored(app.workspace) == []
    tab.page.unroute(ADDRESS)
    saved(tab)
    made = wait_stored(app.workspace, 4)
    assert verdicts(made) == [Verdict.KEEP, Verdict.KEEP, Verdict.RELABEL, Verdict.UNDO]
    assert made[3].undoes == made[2].id
    tab.complaints.clear()  # the browser notes that status


def test_an_answer_that_never_comes_is_asked_for_again(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    held: list[object] = []
    tab.page.route(ADDRESS, lambda route: route.continue_() if held else held.append(route))
    tab.page.keyboard.press("k")
    saved(tab)  # after some seconds
    assert len(wait_stored(app.workspace, 1)) == len(held) == 1


def test_a_sign_of_life_that_is_lost_is_given_again(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    tab.page.wait_for_timeout(3500)
    asked: list[object] = []
    tab.page.route(ADDRESS, lambda route: (asked.append(route), route.continue_() if asked[1:] else route.abort()))
    tab.page.evaluate("dispatchEvent(new Event('focus'))")  # nothing is waiting to be saved
    with tab.page.expect_response(ADDRESS, timeout=20_000) as answer:
        pass
    assert (answer.value.status, len(asked)) == (200, 2)
    tab.complaints.clear()  # the browser notes what did not arrive


def test_after_a_restart_another_cell_is_opened_without_a_reload(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20, cells=(CELL, OTHER))
    sit_down(tab, app)
    tab.page.keyboard.press("k")
    saved(tab)
    app.kill()
    app.start()
    cells = tab.page.locator("[data-at=cells]")
    here = cells.input_value()
    tab.page.wait_for_timeout(15_000)  # Streamlit finds the server again, on a busy machine too
    cells.select_option(index=1 - [o.get_attribute("value") for o in cells.locator("option").all()].index(here))
    tab.page.wait_for_url(lambda url: f"cell={here}" not in url, timeout=20_000)
    ready(tab)
    tab.page.keyboard.press("k")
    saved(tab)
    assert len({decision.candidate_id for decision in wait_stored(app.workspace, 2)}) == 2
    tab.complaints.clear()  # the browser notes that the server was gone


def test_who_decides_faster_than_people_read_is_told_so_once(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=60)
    sit_down(tab, app)
    for _ in range(12):
        tab.page.keyboard.press("k")
        tab.page.wait_for_timeout(60)
    told = tab.page.locator("[data-at=told]").get_by_text("decisions faster than most people can read")
    told.wait_for(timeout=20_000)
    for width in (1280, 800, 390):
        tab.page.set_viewport_size({"width": width, "height": 860})
        still(tab.page.locator("[data-at=telling]"))
        assert [name for name in ("count", "bar", "reach", "cells", "acts") if covered(tab, name)] == []
    for _ in range(12):
        tab.page.keyboard.press("k")
        tab.page.wait_for_timeout(60)
    assert len(wait_stored(app.workspace, 24)) == 24
    saved(tab)
    tab.page.get_by_role("button", name="Close", exact=True).first.click()
    tab.page.keyboard.press("k")
    wait_stored(app.workspace, 25)
    saved(tab)
    assert not tab.page.locator("[data-at=telling]").is_visible()  # once a streak

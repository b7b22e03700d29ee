"""The review desk in a real browser: nothing lost, nothing doubled, nothing decided unseen."""

import re
import time

import pytest

from core.records import Verdict
from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab, still, wait_until
from tests.e2e.desk_steps import OTHER, prepare, ready, saved, shown, sit_down, stored, verdicts, wait_stored

pytestmark = pytest.mark.e2e
BANNER = "[data-at=banner]"


@pytest.fixture
def desk(app: App, tab: Tab) -> Tab:
    """A tab with the first of 300 samples on the screen."""
    prepare(app.workspace)
    sit_down(tab, app)
    return tab


def burst(tab: Tab, keys: str, apart: float = 0.06) -> None:
    """Press the keys so many seconds apart, whatever each press takes."""
    due = time.monotonic()
    for key in keys:
        time.sleep(max(0.0, due - time.monotonic()))
        tab.page.keyboard.press(key)
        due += apart


def test_a_burst_of_60_keys_stores_60_different_samples(app: App, desk: Tab) -> None:
    burst(desk, "k" * 60)
    saved(desk)
    decisions = wait_stored(app.workspace, 60)
    assert len(decisions) == len({d.candidate_id for d in decisions}) == 60
    assert set(verdicts(decisions)) == {Verdict.KEEP}
    count = desk.page.locator("[data-at=count]")
    assert count.inner_text().startswith("60 of 200 · ")
    assert str(count.get_attribute("title")).startswith("60 kept + 0 relabelled of 200 · 60 checked")


def test_a_double_click_decides_one_sample(app: App, desk: Tab) -> None:
    for _ in range(10):
        time.sleep(0.7)
        desk.page.get_by_role("button", name="Keep the label").dblclick()
    saved(desk)
    time.sleep(1)
    assert len({d.candidate_id for d in stored(app.workspace)}) == len(stored(app.workspace)) == 10


def test_a_key_held_down_decides_once(app: App, desk: Tab) -> None:
    for _ in range(8):
        desk.page.keyboard.down("k")  # without a key-up between them the browser calls these repeats
    desk.page.keyboard.up("k")
    saved(desk)
    time.sleep(0.5)
    assert len(stored(app.workspace)) == 1


def test_a_reload_in_the_middle_loses_nothing_and_undo_still_works(app: App, desk: Tab) -> None:
    texts = []
    for key in "kkk":
        texts.append(shown(desk))
        desk.page.keyboard.press(key)
    desk.page.reload()
    ready(desk)
    wait_stored(app.workspace, 3)
    saved_rows = desk.page.locator("[data-at=recent] li button")
    wait_until(lambda: saved_rows.count() == 3, 10, "the last decisions are not shown after a reload")
    desk.page.keyboard.press("u")
    assert shown(desk) == texts[2]
    decisions = wait_stored(app.workspace, 4)
    assert decisions[3].undoes == decisions[2].id


def test_undo_brings_each_sample_back_at_once_and_it_can_be_decided_anew(app: App, desk: Tab) -> None:
    first = shown(desk)
    desk.page.keyboard.press("k")
    second = shown(desk)
    assert second != first
    desk.page.keyboard.press("x")
    desk.page.keyboard.press("u")
    assert shown(desk) == second
    desk.page.keyboard.press("u")
    assert shown(desk) == first
    desk.page.keyboard.press("2")
    saved(desk)
    decisions = wait_stored(app.workspace, 5)
    assert verdicts(decisions) == [Verdict.KEEP, Verdict.DISCARD, Verdict.UNDO, Verdict.UNDO, Verdict.RELABEL]
    assert decisions[4].candidate_id == decisions[0].candidate_id
    assert decisions[4].label == "place"


def test_going_back_to_a_decision_in_the_list_takes_that_one_back(app: App, desk: Tab) -> None:
    first = shown(desk)
    desk.page.keyboard.press("k")
    desk.page.keyboard.press("k")
    saved(desk)
    wait_stored(app.workspace, 2)
    earlier = desk.page.locator("[data-at=recent] button").nth(1)
    still(earlier)  # a row comes in above while decisions are sent
    earlier.click()
    assert shown(desk) == first
    decisions = wait_stored(app.workspace, 3)
    assert decisions[2].undoes == decisions[0].id


def test_every_key_stores_what_its_button_says(app: App, desk: Tab) -> None:
    desk.page.keyboard.press("1")  # "thing" is the label already
    assert "press K to keep it" in desk.page.locator("[data-at=live]").inner_text()
    burst(desk, "xcvbos3", 0.1)
    desk.page.keyboard.press("h")
    desk.page.keyboard.press("k")
    saved(desk)
    decisions = wait_stored(app.workspace, 8)
    reasons = [d.reason for d in decisions[:5]]
    assert reasons == ["no sense", "no label fits", "unclear", "broken text", "other"]
    assert verdicts(decisions[5:]) == [Verdict.SKIP, Verdict.RELABEL, Verdict.KEEP]
    assert decisions[6].label == "person"
    assert [d.hints_visible for d in decisions] == [True, False, True, False, True, False, True, False]  # every second
    burst(desk, "hkk", 0.1)  # has one, and the hints were hidden for the one before
    assert [d.hints_visible for d in wait_stored(app.workspace, 10)[8:]] == [True, False]
    assert all(d.milliseconds < 20_000 for d in decisions)


def test_a_note_is_typed_in_peace_and_goes_with_the_decision(app: App, desk: Tab) -> None:
    first = shown(desk)
    desk.page.keyboard.press("n")
    desk.page.keyboard.type("kxu 1 looks odd?")
    desk.page.keyboard.press("Enter")
    assert shown(desk) == first
    desk.page.keyboard.press("k")
    desk.page.keyboard.press("k")
    decisions = wait_stored(app.workspace, 2)
    assert [d.note for d in decisions] == ["kxu 1 looks odd?", ""]


def test_the_panels_open_and_close_by_key_and_hold_focusable_buttons(desk: Tab) -> None:
    desk.page.keyboard.press("g")
    assert desk.page.get_by_role("heading", name="Guidelines").is_visible()
    desk.page.keyboard.press("?")
    assert desk.page.get_by_role("heading", name="Keys").is_visible()
    desk.page.keyboard.press("Escape")
    assert not desk.page.get_by_role("heading", name="Keys").is_visible()
    keep = desk.page.get_by_role("button", name="Keep the label")
    keep.focus()
    assert keep.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"
    first = shown(desk)
    desk.page.keyboard.press("Enter")
    assert shown(desk) != first


def test_a_killed_app_loses_nothing_that_was_acknowledged_and_the_rest_is_sent_again(app: App, desk: Tab) -> None:
    burst(desk, "k" * 20)
    assert app.process
    app.process.kill()
    burst(desk, "k" * 10)  # the samples at hand can still be decided
    app.kill()
    acknowledged = len(stored(app.workspace))
    desk.page.locator(BANNER).wait_for(timeout=15_000)
    assert "not saved yet" in desk.page.locator(BANNER).inner_text()
    app.start()
    desk.page.reload()
    ready(desk)
    saved(desk)
    decisions = wait_stored(app.workspace, 30)
    assert acknowledged <= 30
    assert len(decisions) == len({d.candidate_id for d in decisions}) == 30
    assert not desk.page.locator(BANNER).is_visible()
    desk.complaints.clear()  # the browser says, rightly, that the app was gone


LATE = """() => {
  const { fetch } = window
  let gone = true
  window.fetch = async (address, what) => {
    if (what?.method !== "POST") return fetch(address, what)
    if (gone) throw ((gone = false), new TypeError("Failed to fetch"))
    await new Promise(done => setTimeout(done, 2500))
    return fetch(address, what)
  }
}"""


def test_a_server_that_is_back_and_answers_late_is_waited_for(app: App, desk: Tab) -> None:
    desk.page.evaluate(LATE)
    desk.page.keyboard.press("k")
    saved(desk)
    assert len(stored(app.workspace)) == 1


def test_the_cell_closes_at_its_quota_and_enter_goes_to_the_next(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=205, cells=(CELL, OTHER))
    sit_down(tab, app)
    for _ in range(10):  # a browser holds 24 samples: keys that come faster than any person fall into nothing
        burst(tab, "k" * 20, 0.03)
        saved(tab)
    burst(tab, "k" * 4, 0.03)
    tab.page.get_by_text("This cell is complete").wait_for(timeout=20_000)
    saved(tab)
    assert len(wait_stored(app.workspace, 200)) == 200
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url(re.compile(f"cell={OTHER.id}"))
    ready(tab)
    assert tab.page.locator("[data-at=count]").inner_text().startswith("0 of")


def test_on_a_telephone_what_is_rare_and_the_labels_are_not_open_at_once(app: App, tab: Tab) -> None:
    prepare(app.workspace)
    tab.page.set_viewport_size({"width": 360, "height": 740})
    sit_down(tab, app)
    labels, rare = tab.page.locator("[data-at=relabel] .choices"), tab.page.locator("[data-do=hints]")
    tab.page.locator("[data-at=relabel] .head").click()
    assert (labels.is_visible(), rare.is_visible()) == (True, False)
    tab.page.get_by_role("button", name="More").click()
    assert (labels.is_visible(), rare.is_visible()) == (False, True)
    tab.page.locator("[data-at=relabel] .head").click()
    assert (labels.is_visible(), rare.is_visible()) == (True, False)


def test_at_360_pixels_nothing_overflows_and_everything_is_in_reach(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    tab.page.set_viewport_size({"width": 360, "height": 740})
    sit_down(tab, app)
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360
    widths = "all => Math.max(...all.map(one => one.getBoundingClientRect().right))"
    assert tab.page.locator(".desk :is(button, p, select, .card)").evaluate_all(widths) <= 360
    time.sleep(0.4)
    tab.page.get_by_role("button", name="Discard").first.click()
    tab.page.get_by_role("button", name="unclear").click()
    assert wait_stored(app.workspace, 1)[0].reason == "unclear"


def test_the_hints_stand_above_the_buttons_on_a_small_laptop(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    tab.page.set_viewport_size({"width": 1024, "height": 768})
    sit_down(tab, app)
    hints = tab.page.locator("[data-at=messages]").bounding_box()
    buttons = tab.page.locator("[data-at=deck]").bounding_box()
    assert hints and buttons and hints["height"] and hints["y"] + hints["height"] <= buttons["y"] + 1

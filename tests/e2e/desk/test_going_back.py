"""Undo, redo and going back to any earlier decision, by keyboard, and what a screen reader hears of it."""

import re

import pytest

from core.records import Verdict
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.desk_steps import prepare, ready, saved, shown, sit_down, stored, verdicts, wait_stored

pytestmark = pytest.mark.e2e
FOCUSED = """() => {
    let at = document.activeElement
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at.innerText
}"""
CLASS = FOCUSED.replace("innerText", "className")


@pytest.fixture
def desk(app: App, tab: Tab) -> Tab:
    prepare(app.workspace, samples=60)
    sit_down(tab, app)
    return tab


def heard(tab: Tab) -> str:
    """What a screen reader was last told."""
    return tab.page.locator("[data-at=live]").inner_text()


def earlier(tab: Tab) -> str:
    """What the sample says of one's own verdict before."""
    return tab.page.locator("p[data-at=earlier]").inner_text()


def press(tab: Tab, keys: str) -> None:
    for key in keys:
        tab.page.keyboard.press(key)


def stop_the_clock(tab: Tab) -> None:
    """The page's time stands still a second from now, so that what is soon does not hang on the machine's speed."""
    tab.page.clock.pause_at(tab.page.evaluate("Date.now()") / 1000 + 1)


def down(tab: Tab) -> str:
    """Go one down the list, which grows as one goes; what has the focus then."""
    tab.page.keyboard.press("ArrowDown")
    return str(tab.page.evaluate(FOCUSED))


def test_redo_decides_again_what_undo_took_back_even_after_a_reload(app: App, desk: Tab) -> None:
    first = shown(desk)
    press(desk, "r")
    assert "nothing to redo" in heard(desk)
    press(desk, "2")
    second = shown(desk)
    desk.page.keyboard.press("n")
    desk.page.keyboard.type("odd")
    desk.page.keyboard.press("Enter")
    press(desk, "xkuu")
    assert re.fullmatch(r"Your earlier decision: discarded: .+, \d\d:\d\d", earlier(desk))
    press(desk, "u")
    assert shown(desk) == first
    assert re.fullmatch(r"Your earlier decision: relabelled → place, \d\d:\d\d", earlier(desk))
    assert heard(desk).startswith("Undone: → place.")
    press(desk, "r")
    assert heard(desk).startswith("Decided again: → place.")
    assert earlier(desk).startswith("Your earlier decision: discarded")
    assert shown(desk) == second
    saved(desk)
    desk.page.reload()
    ready(desk)
    assert shown(desk) == second
    assert earlier(desk).startswith("Your earlier decision: discarded")  # after a reload, too
    press(desk, "r")
    assert earlier(desk).startswith("Your earlier decision: kept")
    press(desk, "r")
    assert not desk.page.locator("p[data-at=earlier]").is_visible()
    decisions = wait_stored(app.workspace, 9)
    again = [Verdict.RELABEL, Verdict.DISCARD]
    assert verdicts(decisions) == [*again, Verdict.KEEP, *[Verdict.UNDO] * 3, *again, Verdict.KEEP]
    for old, new in zip(decisions[:2], decisions[6:8], strict=True):
        assert (new.candidate_id, new.label, new.reason) == (old.candidate_id, old.label, old.reason)
        assert (new.note, new.milliseconds, new.hints_visible) == (old.note, old.milliseconds, old.hints_visible)
    assert decisions[7].note == "odd"
    press(desk, "kr")  # a new decision leaves nothing to be done again
    assert "nothing to redo" in heard(desk)


def test_twenty_are_undone_and_redone_as_fast_as_the_keys_come(app: App, desk: Tab) -> None:
    press(desk, "k" * 20)
    after = shown(desk)
    press(desk, "u" * 20)
    assert "There is nothing" not in heard(desk)
    press(desk, "r" * 20)
    assert shown(desk) == after
    decisions = wait_stored(app.workspace, 60)
    made, undone, redone = decisions[:20], decisions[20:40], decisions[40:]
    assert [d.undoes for d in undone] == [d.id for d in reversed(made)]
    assert [d.candidate_id for d in redone] == [d.candidate_id for d in made]
    wait_until(lambda: "20 of" in desk.page.locator("[data-at=count]").inner_text(), 10, "20 are not kept")


def test_any_earlier_decision_is_reached_by_arrows_and_changed(app: App, desk: Tab) -> None:
    first = shown(desk)
    for done in (20, 40):  # a browser holds 24 samples: keys that come faster than any person fall into nothing
        press(desk, "k" * 20)
        wait_stored(app.workspace, done)
        saved(desk)
    assert desk.page.get_by_role("button", name="Show earlier decisions").is_visible()
    press(desk, "p")
    assert "arrow keys" in heard(desk)
    wait_until(lambda: down(desk).startswith("What is not thing 0?"), 60, "the list did not grow to its end")
    desk.page.keyboard.press("Enter")
    assert shown(desk) == first
    assert "Undone: keep" in heard(desk)
    assert "Shown again: What is not thing 0?" in heard(desk)
    press(desk, "3")
    decisions = wait_stored(app.workspace, 42)
    assert decisions[41].candidate_id == decisions[0].candidate_id
    assert (decisions[40].undoes, decisions[41].label) == (decisions[0].id, "person")


@pytest.mark.parametrize("leaving", ["Escape", "k", "2", "x", "s", "u"])
def test_who_left_the_list_of_the_past_takes_nothing_back_by_enter(app: App, desk: Tab, leaving: str) -> None:
    press(desk, "kk")
    wait_stored(app.workspace, 2)
    saved(desk)
    press(desk, "p")
    down(desk)
    desk.page.keyboard.press(leaving)
    now = shown(desk)
    desk.page.keyboard.press("Enter")
    assert (shown(desk), desk.page.evaluate(CLASS)) == (now, "card")
    decided = [] if leaving == "Escape" else [leaving]
    wait_stored(app.workspace, 2 + len(decided))
    desk.page.wait_for_timeout(300)  # nothing more comes
    assert len(stored(app.workspace)) == 2 + len(decided)


def test_what_came_too_soon_is_said(app: App, tab: Tab) -> None:
    tab.page.clock.install()
    prepare(app.workspace, samples=60)
    sit_down(tab, app)
    said, keep = tab.page.locator("[data-at=say]"), tab.page.get_by_role("button", name="Keep the label")
    stop_the_clock(tab)
    keep.dblclick()
    assert said.inner_text() == "Only the first click of a double click counts: this sample is not decided yet."
    press(tab, "k")
    keep.click()
    assert "came too soon" in said.inner_text()
    tab.page.clock.resume()
    tab.page.keyboard.down("k")
    tab.page.keyboard.down("k")  # without a key-up between them the browser calls it a repeat
    tab.page.keyboard.up("k")
    assert "held down" in said.inner_text()
    saved(tab)
    assert verdicts(wait_stored(app.workspace, 3)) == [Verdict.KEEP] * 3

"""A flag is put by key with a note, decides nothing, is kept while it is typed, and is settled on Progress."""

import pytest

from core.records import Verdict
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, ready, saved, shown, sit_down, stored, verdicts, wait_stored

pytestmark = pytest.mark.e2e
MINE = "[data-at=myflag]"


def flag(tab: Tab, words: str) -> None:
    tab.page.keyboard.press("f")
    tab.page.locator("[data-at=flagnote]").wait_for()
    tab.page.keyboard.type(words)


def test_a_flag_stays_with_the_sample_is_changed_taken_back_and_settled(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    page = tab.page
    first = shown(tab)
    flag(tab, "is this <b>one</b>?")
    page.keyboard.press("Enter")
    assert shown(tab) == first  # it decides nothing
    assert "Flagged for discussion" in page.locator("[data-at=live]").inner_text()
    assert page.locator(MINE).inner_text() == "⚑ Flagged for discussion: is this <b>one</b>?"
    flag(tab, " Or two")
    page.keyboard.press("Enter")
    assert "Or two" in page.locator(MINE).inner_text()
    page.keyboard.press("k")
    assert shown(tab) != first
    assert "⚑" in page.locator("[data-at=recent] li").first.inner_text()
    saved(tab)
    page.keyboard.press("u")  # undoes the decision, not the flag
    assert shown(tab) == first
    assert page.locator(MINE).is_visible()
    page.keyboard.press("f")
    page.get_by_role("button", name="Remove the flag").click()
    saved(tab)  # what was said before the change does not come back with the server's answer
    assert not page.locator(MINE).is_visible()
    assert shown(tab) == first
    flag(tab, "once more")
    page.get_by_role("button", name="Flag", exact=True).click()
    events = wait_stored(app.workspace, 6)
    flagged, undo = Verdict.FLAG, Verdict.UNDO
    assert verdicts(events) == [flagged, flagged, Verdict.KEEP, undo, undo, flagged]
    assert events[4].undoes == events[1].id
    saved(tab)
    page.goto(f"{app.url}/progress?view=decisions")
    page.get_by_role("heading", name="Flagged for discussion").wait_for(timeout=30_000)
    page.get_by_text("Show and settle").click()
    page.get_by_text("once more").first.wait_for(timeout=30_000)
    page.wait_for_timeout(500)  # while it unfolds what lies in it moves away from under a press
    page.get_by_role("button", name="Settle", exact=True).click()
    page.get_by_role("heading", name="Flagged for discussion").wait_for(state="hidden", timeout=30_000)
    assert stored(app.workspace)[-1].settles


def test_what_is_typed_survives_a_reload_and_goes_with_the_decision(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    tab.page.wait_for_timeout(500)
    flag(tab, "half a thou")
    tab.page.reload()
    ready(tab)
    assert "half a thou" in tab.page.locator(MINE).inner_text()
    flag(tab, "ght")
    tab.page.keyboard.press("Escape")
    assert stored(app.workspace) == []
    tab.page.keyboard.press("2")
    events = wait_stored(app.workspace, 2)
    assert verdicts(events) == [Verdict.FLAG, Verdict.RELABEL]
    assert [event.note for event in events] == ["half a thought", ""]
    assert events[0].candidate_id == events[1].candidate_id


def test_a_draft_kept_by_esc_can_be_dropped(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    page = tab.page
    for key, drop in (("f", "Delete this flag"), ("n", "Delete this note")):
        page.keyboard.press(key)
        page.keyboard.type("not this")
        page.keyboard.press("Escape")
        page.get_by_text("not this").first.wait_for()
        page.get_by_role("button", name=drop).click()
        assert not page.get_by_role("button", name=drop).is_visible()
    page.keyboard.press("k")
    assert [(event.verdict, event.note) for event in wait_stored(app.workspace, 1)] == [(Verdict.KEEP, "")]


def test_a_flagged_sample_opens_at_the_desk_by_one_key(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    page = tab.page
    page.keyboard.press("k")
    page.wait_for_timeout(500)
    wanted = shown(tab)
    flag(tab, "and this?")
    page.keyboard.press("Enter")
    page.keyboard.press("k")
    wait_stored(app.workspace, 3)
    page.goto(f"{app.url}/progress?view=decisions")
    page.get_by_role("button", name="Reopen 1 flagged sample in Curate").wait_for(timeout=60_000)
    page.keyboard.press("f")
    ready(tab)
    assert shown(tab) == wanted
    assert "and this?" in page.locator(MINE).inner_text()
    page.wait_for_timeout(500)
    page.keyboard.press("2")  # decided anew, though it was kept before
    events = wait_stored(app.workspace, 4)
    assert events[3].candidate_id == events[1].candidate_id and events[3].verdict is Verdict.RELABEL
    assert not events[3].second
    saved(tab)
    assert shown(tab) != wanted  # and the desk goes on with what waits


def test_a_lost_connection_delays_a_flag_and_loses_nothing(app: App, tab: Tab) -> None:
    prepare(app.workspace, samples=20)
    sit_down(tab, app)
    assert app.process
    app.kill()
    flag(tab, "nobody hears")
    tab.page.keyboard.press("Enter")
    tab.page.keyboard.press("k")
    app.start()
    tab.page.reload()
    ready(tab)
    events = wait_stored(app.workspace, 2)
    assert verdicts(events) == [Verdict.FLAG, Verdict.KEEP]
    tab.complaints.clear()  # the browser says, rightly, that the app was gone

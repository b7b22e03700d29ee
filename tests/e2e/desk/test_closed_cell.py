"""A cell that is complete, or whose campaign is paused: what one takes back there can be decided anew."""

import pytest

from core.records import Verdict
from curation.campaigns.campaigns import Campaign, CampaignState
from data.store import Store
from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare, ready, saved, shown, sit_down, verdicts, wait_stored

pytestmark = pytest.mark.e2e
CLEARED = "[data-at=cleared]"


@pytest.fixture
def desk(app: App, tab: Tab) -> Tab:
    """The desk of a cell with a quota of two."""
    prepare(app.workspace, samples=20)
    opened = Store.open(app.workspace)
    opened.ingest(app.workspace.jobs / f"job-{CELL.perturbation}")
    opened.set_campaign(Campaign("Round", (CELL.id,), quota=2, state=CampaignState.RUNNING))
    opened.close()
    sit_down(tab, app)
    return tab


def test_a_discard_of_a_complete_cell_can_be_taken_back_and_decided_anew(app: App, desk: Tab) -> None:
    discarded = shown(desk)
    for key in "xkk":
        ready(desk)
        desk.page.keyboard.press(key)
        saved(desk)
    desk.page.locator(CLEARED).get_by_text("This cell is complete").wait_for()
    desk.page.wait_for_timeout(500)  # a click sooner after the last sample went would not be meant
    desk.page.locator("[data-at=recent] button").nth(2).click()
    wait_stored(app.workspace, 4)
    saved(desk)
    desk.page.wait_for_timeout(1000)  # by then the server has said that nothing is left to do
    assert shown(desk) == discarded
    desk.page.keyboard.press("2")
    stored = wait_stored(app.workspace, 5)
    assert verdicts(stored)[3:] == [Verdict.UNDO, Verdict.RELABEL]
    assert stored[4].candidate_id == stored[0].candidate_id
    desk.page.locator(CLEARED).get_by_text("This cell is complete").wait_for()


def test_a_complete_cell_names_what_one_skipped_and_flagged_and_leads_to_progress(app: App, desk: Tab) -> None:
    for key in ("s", "f", "k", "k"):
        ready(desk)
        desk.page.keyboard.press(key)
        if key == "f":
            desk.page.keyboard.type("is this English?")
            desk.page.keyboard.press("Enter")
        saved(desk)
    desk.page.locator(CLEARED).get_by_text("This cell is complete").wait_for()
    desk.page.get_by_text("You skipped 1 and flagged 1.").wait_for()
    bar = desk.page.locator(".sub button:visible").all_inner_texts()
    assert [text.split()[0] for text in bar] == ["Undo", "Redo", "Guidelines", "?"]
    desk.page.get_by_role("link", name="Progress of all cells").click()
    desk.page.get_by_role("heading", name="Progress", exact=True).wait_for(timeout=60_000)


def test_while_a_campaign_is_paused_what_was_taken_back_stays_to_be_decided(app: App, desk: Tab) -> None:
    first = shown(desk)
    desk.page.keyboard.press("x")
    saved(desk)
    app.kill()
    opened = Store.open(app.workspace)
    opened.set_campaign(Campaign("Round", (CELL.id,), quota=2, state=CampaignState.PAUSED))
    opened.close()
    app.start()
    desk.page.reload()
    desk.page.locator(CLEARED).get_by_text("is paused").wait_for(timeout=60_000)
    desk.page.keyboard.press("u")
    wait_stored(app.workspace, 2)
    saved(desk)
    desk.page.wait_for_timeout(1000)
    assert shown(desk) == first
    desk.page.keyboard.press("k")
    assert verdicts(wait_stored(app.workspace, 3)) == [Verdict.DISCARD, Verdict.UNDO, Verdict.KEEP]
    desk.page.locator(CLEARED).get_by_text("is paused").wait_for()
    desk.complaints.clear()  # the browser says, rightly, that the app was gone

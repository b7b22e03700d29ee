"""What a researcher's browser sent is worth nothing from an annotator's, nor from whoever is signed out meanwhile."""

import pytest
from playwright.sync_api import Page, Request

from curation.roles import TeamRole
from data.accounts.accounts import Accounts
from data.store.settings.settings_log import QUOTA, SettingsLog
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.desk_steps import prepare, stored

pytestmark = pytest.mark.e2e
SECRET = "correct horse battery"
KEEP_SOCKETS = """
const Plain = window.WebSocket
window.sockets = []
window.WebSocket = class extends Plain { constructor(...given) { super(...given); window.sockets.push(this) } }
"""
SEND = "bytes => window.sockets.filter(s => s.readyState === 1).at(-1).send(new Uint8Array(bytes))"


@pytest.fixture
def team(app: App, monkeypatch: pytest.MonkeyPatch) -> App:
    """The app of a team: Ada is its researcher, Bob an annotator."""
    app.kill()
    prepare(app.workspace.prepare(), samples=10)
    accounts = Accounts(app.workspace.root)
    accounts.join(accounts.set_up(), "Ada", SECRET)
    accounts.join(accounts.invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    monkeypatch.setenv("FLINCH_TEAM", "1")
    return app.start()


def sign_in(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("Name").fill(name)
    page.get_by_role("textbox", name="Password").fill(SECRET)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("Sign out", exact=True).wait_for(timeout=30_000)


def quota(team: App) -> str:
    return SettingsLog(team.workspace.root).values.get(QUOTA, "")


def set_quota(page: Page, wanted: int) -> None:
    page.get_by_label("Curated samples per cell").fill(str(wanted))
    page.get_by_role("button", name="Set the quota").click()


def test_a_message_of_a_researcher_does_nothing_in_an_annotators_session(team: App, tab: Tab) -> None:
    page, sent = tab.page, list[bytes]()
    page.add_init_script(KEEP_SOCKETS)
    note = lambda data: sent.append(data if isinstance(data, bytes) else b"")  # noqa: E731
    page.on("websocket", lambda socket: socket.on("framesent", note))
    sign_in(page, f"{team.url}/progress", "Ada")
    page.get_by_role("heading", name="Quota", exact=True).wait_for(timeout=30_000)
    sent.clear()
    set_quota(page, 3)
    wait_until(lambda: quota(team) == "3", 20, "the quota was not set")
    messages = [message for message in sent if message]
    set_quota(page, 7)
    wait_until(lambda: quota(team) == "7", 20, "the quota was not set")
    for message in messages:  # in her own session it does what it did
        page.evaluate(SEND, list(message))
    wait_until(lambda: quota(team) == "3", 20, "the message does nothing at all")
    set_quota(page, 7)
    wait_until(lambda: quota(team) == "7", 20, "the quota was not set")

    context = page.context.browser.new_context()  # type: ignore[union-attr]
    try:
        other = context.new_page()
        other.add_init_script(KEEP_SOCKETS)
        sign_in(other, f"{team.url}/curate", "Bob")
        other.locator("[data-at=card]").wait_for(timeout=30_000)
        for message in messages:
            other.evaluate(SEND, list(message))
            other.wait_for_timeout(2000)
        assert quota(team) == "7"
        other.get_by_text("This page is for researchers.").wait_for(timeout=20_000)
        for address in ("progress?quota=3&new-quota=3", "team?role=researcher", "?page=progress&user=Ada"):
            other.goto(f"{team.url}/{address}")
            other.get_by_text("Sign out", exact=True).wait_for(timeout=30_000)
            other.wait_for_timeout(1000)
            assert other.get_by_role("button", name="Set the quota").count() == 0
            assert other.get_by_role("button", name="Make a link").count() == 0
    finally:
        context.close()
    assert stored(team.workspace) == []


def test_who_was_signed_out_elsewhere_changes_nothing_with_what_is_still_on_the_screen(team: App, tab: Tab) -> None:
    page = tab.page
    sign_in(page, f"{team.url}/progress", "Ada")
    page.get_by_role("heading", name="Quota", exact=True).wait_for(timeout=30_000)
    elsewhere = page.context.new_page()
    elsewhere.goto(f"{team.url}/team")
    elsewhere.get_by_role("combobox", name="Person").click()
    elsewhere.get_by_role("option", name="Ada").click()
    elsewhere.get_by_role("button", name="Sign out everywhere").click()
    elsewhere.get_by_role("heading", name="Sign in").wait_for(timeout=30_000)
    set_quota(page, 3)
    refused = page.get_by_text("You are signed out")
    page.get_by_role("heading", name="Sign in").or_(refused).first.wait_for(timeout=30_000)
    page.wait_for_timeout(1000)
    assert quota(team) == ""


def test_who_was_signed_out_elsewhere_decides_nothing_at_a_desk_that_is_still_open(team: App, tab: Tab) -> None:
    page, asked = tab.page, list[Request]()
    page.on("request", lambda request: asked.append(request) if request.url.endswith("flinch/answers") else None)
    sign_in(page, f"{team.url}/curate", "Bob")
    page.locator("[data-at=card]").wait_for(timeout=30_000)
    page.keyboard.press("k")
    page.get_by_text("✓ saved").wait_for(timeout=20_000)
    assert len(stored(team.workspace)) == 1
    elsewhere = page.context.new_page()
    elsewhere.goto(f"{team.url}/curate")
    elsewhere.get_by_role("button", name="Sign out").click()
    elsewhere.get_by_role("heading", name="Sign in").wait_for(timeout=30_000)
    page.keyboard.press("k")
    page.get_by_text("You are signed out").wait_for(timeout=30_000)
    recorded = asked[0]  # and one that was taken then is not taken now
    again = page.context.request.post(recorded.url, data=recorded.post_data, headers=recorded.headers)
    assert again.status == 403
    assert len(stored(team.workspace)) == 1
    tab.complaints.clear()  # the browser notes that status

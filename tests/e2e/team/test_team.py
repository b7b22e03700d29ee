"""A team's workspace in a real browser: the door, the links, what each role sees, and what lasts."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from data.accounts.accounts import Accounts
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.desk_steps import prepare, ready, wait_stored

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.e2e
SECRET, SET, OWN = "correct horse battery", "another horse battery", "a horse of my own"
PAGES = ("", "datasets", "prepare", "curate", "progress", "evaluate", "heatmaps", "flips", "studies", "team")


@pytest.fixture
def team(app: App, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """The app, started so that people must sign in."""
    app.kill()
    monkeypatch.setenv("FLINCH_TEAM", "1")
    yield app.start()


def link(team: App) -> str:
    """The link that the app printed for the first researcher."""
    log = Path(team.workspace.root.parent / "server.log")

    def printed() -> list[str]:
        return [word for word in log.read_text().split() if "?join=" in word]

    return printed()[-1]


def join(tab: Tab, where: str, name: str) -> None:
    tab.page.goto(where)
    tab.page.get_by_label("Your name, as others see it").fill(name)
    tab.page.get_by_label("A password of at least").fill(SECRET)
    tab.page.get_by_role("button", name="Join", exact=True).click()
    tab.page.get_by_text("Sign out", exact=True).wait_for(timeout=20_000)


def door(tab: Tab) -> None:
    """Wait for the form to sign in, with nothing beside it once what was on the page before is gone."""
    tab.page.get_by_role("heading", name="Sign in").wait_for(timeout=20_000)
    headings = tab.page.get_by_role("heading")
    wait_until(lambda: headings.all_inner_texts() == ["Flinch", "Sign in"], 20, "something stands beside the form")


def test_a_team_from_the_first_link_to_an_annotators_decision(team: App, tab: Tab) -> None:
    prepare(team.workspace, samples=10)
    wait_until(lambda: "?join=" in (team.workspace.root.parent / "server.log").read_text(), 20, "no link was printed")
    for page in PAGES:
        tab.page.goto(f"{team.url}/{page}")
        door(tab)
    join(tab, link(team), "Ada")
    tab.page.get_by_role("link", name="Team").click()
    tab.page.get_by_role("button", name="Make a link").click()
    invited = tab.page.locator("code").inner_text()
    assert invited.startswith(f"{team.url}/?join=")
    tab.page.get_by_role("button", name="Sign out", exact=True).click()
    door(tab)

    join(tab, invited, "Bob")
    ready(tab)
    assert tab.page.get_by_role("link", name="Team").count() == 0
    tab.page.keyboard.press("k")
    assert wait_stored(team.workspace, 1)[0].annotator == "Bob"
    tab.page.context.add_cookies([{"name": "flinch_annotator", "value": "Ada", "url": team.url}])
    tab.page.reload()
    ready(tab)  # signed in still
    tab.page.keyboard.press("k")
    assert [d.annotator for d in wait_stored(team.workspace, 2)] == ["Bob", "Bob"]
    for page in ("datasets", "prepare", "progress", "evaluate", "heatmaps", "flips", "samples", "studies", "team"):
        tab.page.goto(f"{team.url}/{page}")
        tab.page.get_by_text("This page is for researchers.").wait_for(timeout=20_000)
        assert tab.page.get_by_role("heading").count() == 0
    tab.page.get_by_role("button", name="Sign out", exact=True).click()
    door(tab)
    tab.page.goto(f"{team.url}/curate")
    door(tab)
    tab.page.get_by_label("Name").fill("bob")
    tab.page.get_by_role("textbox", name="Password").fill("wrong horse battery")
    tab.page.get_by_role("button", name="Sign in").click()
    tab.page.get_by_text("do not match").wait_for()
    tab.page.get_by_role("textbox", name="Password").fill(SECRET)
    tab.page.get_by_role("button", name="Sign in").click()
    ready(tab)


def test_a_forgotten_password_is_set_anew_and_changed_by_its_owner(team: App, tab: Tab) -> None:
    people = Accounts(team.workspace.prepare().root)
    people.join(people.set_up(), "Ada", SECRET)
    people.set_password("Ada", SET)  # as `python cli.py password Ada` does beside the app
    tab.page.goto(team.url)
    door(tab)
    tab.page.get_by_label("Name").fill("Ada")
    tab.page.get_by_label("Password", exact=True).fill(SET)
    tab.page.get_by_role("button", name="Sign in", exact=True).click()
    for old, said in ((SECRET, "do not match"), (SET, "signed out everywhere else")):
        tab.page.get_by_role("button", name="Change password").click()
        tab.page.get_by_label("Current password").fill(old)
        tab.page.get_by_label("New password").fill(OWN)
        tab.page.get_by_role("button", name="Change it").click()
        tab.page.get_by_text(said).wait_for(timeout=20_000)
        tab.page.keyboard.press("Escape")
    tab.page.reload()
    tab.page.get_by_text("Sign out", exact=True).wait_for(timeout=20_000)
    assert people.sign_in("Ada", OWN)


def test_nothing_is_asked_before_the_browser_holds_the_session(team: App, tab: Tab) -> None:
    prepare(team.workspace, samples=10)
    people = Accounts(team.workspace.root)
    people.join(people.set_up(), "Ada", SECRET)
    held: list[Route] = []
    asked: list[int] = []
    tab.page.route("**/flinch/kept", lambda route: held.append(route))
    tab.page.on("response", lambda answer: asked.append(answer.status) if "flinch/answers" in answer.url else None)
    tab.page.goto(f"{team.url}/curate")
    door(tab)
    tab.page.get_by_label("Name").fill("Ada")
    tab.page.get_by_label("Password", exact=True).fill(SECRET)
    tab.page.get_by_role("button", name="Sign in", exact=True).click()
    tab.page.get_by_text("Signing you in").wait_for(timeout=20_000)
    tab.page.wait_for_timeout(1_000)
    assert asked == []
    held.pop().continue_()
    ready(tab)
    assert set(asked) == {200}

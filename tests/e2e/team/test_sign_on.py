"""Signing in with a provider: who was invited comes in, nobody else, and the password stays."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from joserfc.jwk import RSAKey
from playwright.sync_api import Error

from curation.roles import TeamRole
from data.accounts.accounts import Accounts
from tests.e2e.conftest import App, Tab
from tests.e2e.team.provider import CLIENT, SECRET, Provider

pytestmark = pytest.mark.e2e
BUTTON = "Sign in with your organisation"


@pytest.fixture
def provider() -> Iterator[Provider]:
    started = Provider()
    yield started
    started.stop()


@pytest.fixture
def team(app: App, provider: Provider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> App:
    """The app of a team whose secrets name the provider; Ada is its researcher, bob@example.org is invited."""
    app.kill()
    accounts = Accounts(app.workspace.prepare().root)
    accounts.join(accounts.set_up(), "Ada", "correct horse battery")
    accounts.set_email("Ada", "ada@example.org")
    accounts.invite(TeamRole.ANNOTATOR, "Ada", "bob@example.org")
    secrets = tmp_path / "secrets.toml"
    secrets.write_text(
        f'[auth]\nredirect_uri = "{app.url}/oauth2callback"\ncookie_secret = "0123456789abcdef0123456789abcdef"\n'
        f'client_id = "{CLIENT}"\nclient_secret = "{SECRET}"\n'
        f'server_metadata_url = "{provider.url}/.well-known/openid-configuration"\n'
    )
    monkeypatch.setenv("FLINCH_TEAM", "1")
    monkeypatch.setenv("STREAMLIT_SECRETS_FILES", str(secrets))
    return app.start()


def sign_on(tab: Tab, team: App, provider: Provider, **person: object) -> None:
    provider.person = person
    tab.page.wait_for_load_state("networkidle")  # who is refused is signed out by a page of its own
    try:
        tab.page.goto(team.url)
    except Error as error:  # on a slow machine that page comes only now, and takes the place of this one
        if "ERR_ABORTED" not in error.message:
            raise
        tab.page.wait_for_load_state("networkidle")
        tab.page.goto(team.url)
    tab.page.get_by_role("button", name=BUTTON).click()


def test_who_was_invited_comes_in_in_their_role_and_out_again(team: App, provider: Provider, tab: Tab) -> None:
    tab.page.goto(team.url)
    tab.page.get_by_label("Name").wait_for(timeout=30_000)  # the password is asked for as ever
    sign_on(tab, team, provider, email="Bob@example.org", email_verified=True, name="Bob")
    tab.page.get_by_text("Signed in, annotator").wait_for(timeout=30_000)
    assert tab.page.get_by_role("link", name="Team").count() == 0
    tab.page.reload()
    tab.page.get_by_text("Signed in, annotator").wait_for(timeout=30_000)
    tab.page.get_by_role("button", name="Sign out", exact=True).click()
    tab.page.get_by_role("button", name=BUTTON).wait_for(timeout=30_000)
    tab.page.reload()
    tab.page.get_by_role("button", name=BUTTON).wait_for(timeout=30_000)  # still out
    tab.page.wait_for_timeout(1500)
    assert tab.page.get_by_text("Signed in").count() == 0
    sign_on(tab, team, provider, email="ada@example.org", email_verified=True, name="Somebody")
    tab.page.get_by_text("Signed in, researcher").wait_for(timeout=30_000)
    tab.page.goto(f"{team.url}/team")
    tab.page.get_by_label("E-mail address (for sign-in with a provider)").wait_for(timeout=30_000)


def test_nobody_else_comes_in(team: App, provider: Provider, tab: Tab) -> None:
    unverified = "does not say that your e-mail address is verified"
    bob = {"email": "bob@example.org", "name": "Bob"}
    for person, said in (
        ({"email": "eve@example.org", "email_verified": True}, "is not invited here"),
        (bob | {"email_verified": False}, unverified),
        (bob, unverified),
        ({}, unverified),
    ):
        sign_on(tab, team, provider, **person)
        tab.page.get_by_text(said).wait_for(timeout=30_000)
    provider.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})  # signed by somebody else
    tab.page.context.clear_cookies()
    sign_on(tab, team, provider, **bob, email_verified=True)
    tab.page.get_by_role("button", name=BUTTON).wait_for(timeout=30_000)
    tab.page.wait_for_timeout(1000)
    assert tab.page.get_by_text("Signed in").count() == 0
    assert [account.name for account in Accounts(team.workspace.root).all()] == ["Ada"]

"""Where nobody signs in, whoever has the address that was printed at the start comes in, and nobody else."""

from pathlib import Path

import pytest

from tests.e2e.conftest import App, Tab, free_port, wait_until
from tests.e2e.desk_steps import prepare, ready, wait_stored

pytestmark = pytest.mark.e2e


def test_the_printed_address_opens_the_app_for_good_and_the_plain_one_does_not(app: App, tab: Tab) -> None:
    app.kill()
    own = App(app.workspace, free_port(), arguments=()).start()
    try:
        prepare(own.workspace, samples=5)
        tab.page.goto(f"{own.url}/curate")
        tab.page.get_by_text("the token that the app printed").wait_for()
        tab.page.get_by_label("Token").fill("guess")
        tab.page.keyboard.press("Enter")
        tab.page.get_by_text("the token that the app printed").wait_for()
        tab.complaints.clear()  # of the status 403
        log = Path(own.workspace.root.parent / "server.log")
        printed = next(word for word in reversed(log.read_text().split()) if "?token=" in word)
        tab.page.goto(printed)
        tab.page.get_by_role("link", name="Curate").first.wait_for(timeout=30_000)
        assert "token" not in tab.page.url
        tab.page.goto(f"{own.url}/curate")
        tab.page.get_by_label("Your name").fill("Ann")
        tab.page.keyboard.press("Enter")
        ready(tab)
        tab.page.keyboard.press("k")
        wait_stored(own.workspace, 1)
        own.kill()
        own.start()
        tab.complaints.clear()  # the server was gone
        tab.page.keyboard.press("k")
        wait_until(lambda: len(wait_stored(own.workspace, 2)) == 2, 60, "the page is not heard after a restart")
        tab.page.goto("about:blank")
        tab.complaints.clear()
    finally:
        own.kill()

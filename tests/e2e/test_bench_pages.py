"""The bench of the app waits for what each page draws."""

import pytest

from tests.e2e.conftest import App, Tab
from tools.bench.app import PAGES

pytestmark = pytest.mark.e2e


def test_what_the_bench_waits_for_is_drawn(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    for path, drawn in PAGES:
        tab.page.goto(f"{app.url}/{path}")
        expect(tab.page.locator(drawn).first, path or "start").to_be_attached(timeout=60_000)

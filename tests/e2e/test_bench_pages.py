"""The bench of the app waits for what each page draws."""

import pytest

from tests.e2e.conftest import App, Tab
from tools.bench.app import PAGES

pytestmark = pytest.mark.e2e


def test_what_the_bench_waits_for_is_drawn(app: App, tab: Tab) -> None:
    for path, drawn in PAGES:
        tab.page.goto(f"{app.url}/{path}")
        tab.page.locator(drawn).first.wait_for(state="attached", timeout=60_000)

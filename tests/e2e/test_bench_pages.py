"""What the benches of the app do in its pages can be done."""

import pytest

from tests.e2e.conftest import App, Tab
from tools.bench.app import PAGES
from tools.bench.browser import sign_in
from tools.bench.jobs import JOBS, done, end_work, fill

pytestmark = pytest.mark.e2e


def test_what_the_bench_waits_for_is_drawn(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    for path, drawn in PAGES:
        tab.page.goto(f"{app.url}/{path}")
        expect(tab.page.locator(drawn).first, path or "start").to_be_attached(timeout=60_000)


def test_no_job_takes_more_clicks_and_keys_than_in_another_tool(app: App, tab: Tab) -> None:
    fill(app.workspace)
    sign_in(tab.page, app.url)
    for job in JOBS:
        actions, _ = done(job, tab.page, app.url)
        end_work(app.workspace)
        assert actions <= (int(job.peer.split()[-1]) if job.peer else 3), job.title

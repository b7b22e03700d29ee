"""What a button of a part of Progress changes shows on the whole page at once."""

from contextlib import closing
from pathlib import Path

import pytest

from data.store import Store
from tests.data.store.store_data import as_line, candidate, decision
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import prepare

pytestmark = pytest.mark.e2e


def test_who_decided_what_is_drawn_anew_after_an_import(app: App, tab: Tab, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    prepare(app.workspace, samples=4)
    file = tmp_path / "theirs.jsonl"
    file.write_text(as_line(decision(candidate(1).id, annotator="cem")))
    tab.page.goto(f"{app.url}/progress?view=export")
    tab.page.get_by_text("Import decisions").click(timeout=60_000)
    tab.page.locator("input[type=file]").set_input_files(file)
    tab.page.get_by_role("button", name="Import 1 decision").click(timeout=30_000)
    tab.page.get_by_text("1 decision imported").wait_for(timeout=30_000)
    tab.page.get_by_test_id("stButtonGroup").get_by_text("Decisions").click()
    expect(tab.page.get_by_role("rowheader", name="cem")).to_have_count(1, timeout=30_000)


def test_a_set_that_is_being_made_is_followed(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    prepare(app.workspace, samples=4)
    with closing(Store.open(app.workspace)) as store:
        store.ingest(next(app.workspace.jobs.iterdir()))
        store.record([decision(candidate(1).id)])
    tab.page.goto(f"{app.url}/progress?view=export")
    tab.page.get_by_role("button", name="Export 1 sample").click(timeout=60_000)
    expect(tab.page.get_by_role("heading", name="Exported sets")).to_be_visible(timeout=10_000)

"""The ways from page to page, in a real browser: a link opens what it names, whatever was open before."""

import re

import pytest

from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import OTHER, prepare, ready, sit_down

pytestmark = pytest.mark.e2e


def go_to(tab: Tab, name: str) -> None:
    tab.page.get_by_test_id("stSidebarNav").get_by_role("link", name=name, exact=True).click()


def test_links_open_the_cell_and_the_data_set_they_name(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    prepare(app.workspace, 3, [CELL, OTHER])
    sit_down(tab, app)
    opened = re.search("cell=([0-9a-f]+)", tab.page.url)
    other = next(cell for cell in (CELL, OTHER) if opened and cell.id != opened[1])
    name = f"{other.perturbation.replace('_', ' ')}, PPS {other.severity.value}"
    go_to(tab, "Progress")
    tab.page.get_by_role("link", name=name).click(timeout=30_000)
    ready(tab)
    expect(tab.page).to_have_url(re.compile(rf"/curate\?cell={other.id}$"))

    tab.page.set_viewport_size({"width": 1280, "height": 500})
    go_to(tab, "Start")
    tab.page.get_by_test_id("stMain").get_by_role("link", name="questions", exact=True).click(timeout=30_000)
    rows = tab.page.get_by_role("heading", name="Rows")
    expect(rows).to_be_in_viewport(timeout=30_000)
    expect(tab.page.locator(".st-key-dataset-chosen input").first).to_have_value("questions", timeout=30_000)
    expect(tab.page).to_have_url(re.compile(r"/datasets$"))

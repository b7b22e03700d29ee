"""The ways from page to page, in a real browser: a link opens what it names, whatever was open before."""

import re

import pytest

from tests.data.store.store_data import CELL
from tests.e2e.conftest import App, Tab
from tests.e2e.desk_steps import OTHER, prepare, ready, sit_down
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run

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


def test_back_leads_to_the_page_before_and_takes_back_a_choice(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    write_run(app.workspace, ["thing", "thing", "place"], ["thing", "place", "thing"], four_severities("negation"))
    tab.page.goto(app.url)
    asked = {"Prepare": "dataset=", "Heatmaps": "view=Heatmap", "Flips": f"run={RUN}", "Samples": "sample="}
    for name, query in asked.items():
        go_to(tab, name)
        expect(tab.page).to_have_url(re.compile(rf"/{name.lower()}\?.*{query}"), timeout=30_000)
    for name, query in reversed(list(asked.items())[:-1]):
        tab.page.go_back()
        expect(tab.page.get_by_role("heading", name=name, level=1)).to_be_visible(timeout=30_000)
        expect(tab.page).to_have_url(re.compile(rf"/{name.lower()}\?.*{query}"))
    go_to(tab, "Flips")
    tab.page.get_by_text("Gold label", exact=True).click()
    expect(tab.page).to_have_url(re.compile("by=label"), timeout=30_000)
    tab.page.go_back()
    expect(tab.page.get_by_role("radio", name="Part of speech")).to_be_checked(timeout=30_000)


def test_an_address_that_comes_before_its_page_has_its_path_is_no_step_of_its_own(app: App, tab: Tab) -> None:
    tab.page.goto(f"{app.url}/heatmaps")
    tab.page.wait_for_function("() => window.flinchHistory", timeout=30_000)
    lengths = tab.page.evaluate(
        """() => {
            const lengths = [history.length]
            const go = url => { history.pushState({}, "", url); lengths.push(history.length) }
            go("/heatmaps?of=mine")
            dispatchEvent(new KeyboardEvent("keydown"))
            for (const url of ["/heatmaps?of=mine&run=2", "/heatmaps?run=1", "/flips?run=1", "/flips?run=1&by=word"])
                go(url)
            dispatchEvent(new KeyboardEvent("keydown"))
            go("/flips?run=1")
            return lengths.map(length => length - lengths[0])
        }"""
    )
    assert lengths == [0, 0, 1, 2, 2, 2, 3]

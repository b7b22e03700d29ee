"""What AppTest can't see of the heatmaps: a click on a cell, the keyboard, files, a telephone, and the app's weight."""

import csv
import io
from pathlib import Path

import psutil
import pytest

from pages.ui.navigation import PAGES
from tests.e2e.conftest import App, Tab
from tests.pages.run_data import four_severities, write_run

pytestmark = pytest.mark.e2e

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]
MEBIBYTE = 2**20


def open_view(tab: Tab, app: App, view: str = "") -> None:
    tab.page.goto(f"{app.url}/heatmaps{f'?view={view}' if view else ''}")
    tab.page.wait_for_selector(".bars .point", timeout=30_000)


def click_cell(tab: Tab, number: int) -> None:
    """Click a cell of the figure near its left edge."""
    cell = tab.page.locator(".trace.bars").last.locator(".point path").nth(number)
    size = cell.bounding_box()
    assert size
    cell.click(position={"x": 5, "y": size["height"] / 2}, force=True)


def test_an_address_below_the_app_opens_inside_it_even_when_it_is_the_first(app: App, tab: Tab) -> None:
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url))
    open_view(tab, app)
    tab.page.get_by_role("link", name="Start").wait_for()
    assert tab.page.title() == "Heatmaps · Flinch"
    elsewhere = [url for url in asked if not url.startswith((app.url, "data:", "blob:", app.url.replace("http", "ws")))]
    assert elsewhere == []


def test_a_click_anywhere_in_a_cell_lists_its_flips(app: App, tab: Tab) -> None:
    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))
    open_view(tab, app, "Mine")
    click_cell(tab, 3)  # second row, second model
    tab.page.get_by_text("2 of 2 flipped samples").wait_for()
    assert tab.page.get_by_role("combobox", name="Perturbation").input_value() == "Negation PPS 2"
    assert tab.page.get_by_role("combobox", name="Model").input_value() == "CNN"
    assert tab.page.locator("article ins").first.inner_text().strip() == "not"


def test_the_keyboard_opens_the_same_cell(app: App, tab: Tab) -> None:
    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))
    open_view(tab, app, "Mine")
    for name, wanted in (("Perturbation", "Negation PPS 2"), ("Model", "CNN")):
        tab.page.get_by_role("combobox", name=name).focus()
        tab.page.keyboard.type(wanted)
        tab.page.keyboard.press("Enter")
    tab.page.get_by_text("2 of 2 flipped samples").wait_for()
    assert tab.page.get_by_role("combobox", name="Model").input_value() == "CNN"


def test_the_figure_can_be_taken_away(app: App, tab: Tab, tmp_path: Path) -> None:
    open_view(tab, app)
    files = {}
    for name in ("CSV", "HTML", "PNG", "SVG"):
        with tab.page.expect_download() as download:
            tab.page.get_by_role("button", name=name, exact=True).click()
        path = tmp_path / name
        download.value.save_as(path)
        files[name] = path.read_bytes()
    rows = list(csv.DictReader(io.StringIO(files["CSV"].decode())))
    assert (rows[0]["perturbation"], rows[0]["model"], rows[0]["value"]) == ("Keyboard", "DistilBERT", "0.41")
    assert len(rows) == 104  # 26 rows of 4 models
    assert files["PNG"].startswith(b"\x89PNG")
    assert b"<svg" in files["SVG"][:200]
    assert b"Grammatical acceptability" in files["SVG"]
    assert b"Plotly.newPlot" in files["HTML"]


def test_a_telephone_scrolls_down_and_never_sideways(app: App, tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 360, "height": 740})
    open_view(tab, app)
    main = tab.page.locator("[data-testid=stMain]")
    assert main.evaluate("e => e.scrollWidth <= e.clientWidth")
    widths = (
        tab.page.locator(".trace.bars")
        .last.locator(".point path")
        .evaluate_all("paths => paths.map(p => p.getBoundingClientRect().width)")
    )
    assert min(widths) >= 44  # wide enough for a finger


def test_the_app_stays_below_300_mebibytes_with_every_page_open(app: App, tab: Tab) -> None:
    for name, _ in PAGES:
        tab.page.goto(f"{app.url}/{'' if name == 'start' else name}")
        tab.page.wait_for_selector("h1, [data-testid=stForm], [data-testid=stAlert]", timeout=30_000)
        tab.page.wait_for_timeout(500)
    assert app.process
    assert psutil.Process(app.process.pid).memory_info().rss < 300 * MEBIBYTE

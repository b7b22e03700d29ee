"""What AppTest can't see of the Data sets page: a dropped file, a double click, a telephone, the app's weight."""

import json
from pathlib import Path

import psutil
import pytest

from data.datasets.stored import dataset_card, dataset_cards
from data.workspace import Workspace
from tests.e2e.conftest import App, Tab, still

pytestmark = pytest.mark.e2e

MEBIBYTE = 2**20


def drop(tab: Tab, app: App, path: Path) -> None:
    tab.page.goto(f"{app.url}/datasets")
    tab.page.get_by_role("tab", name="Import a file").click(timeout=30_000)
    tab.page.locator("input[type=file]").set_input_files(path)


def change(tab: Tab, name: str, button: str = "change") -> None:
    tab.page.locator(f".st-key-{button}-{name} button").click(timeout=30_000)
    tab.page.get_by_text("Nothing uses this data set.").wait_for(timeout=30_000)


def test_a_dropped_file_is_stored_once_however_often_the_button_is_pressed(app: App, tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "films.train.tsv"
    path.write_text("text\tlabel\n" + "".join(f"Film {i} is fine.\t{i % 2}\n" for i in range(3000)))
    drop(tab, app, path)
    tab.page.get_by_role("button", name="Import 3,000 samples").dblclick(timeout=30_000)
    tab.page.get_by_text("3,000 samples are stored as films, train.").wait_for(timeout=30_000)
    assert tab.page.locator(".stAlert").count() == 1  # the sentence above, and no complaint that films is there already
    assert dataset_card(app.workspace, "films").splits == {"train": 3000}
    assert not list((app.workspace.root / "uploads").glob("*"))


def test_who_corrects_an_import_stays_where_it_is_made(app: App, tab: Tab, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    path = tmp_path / "films.train.tsv"
    path.write_text("text\tlabel\nIt is fine.\ta\nIt is not.\tb\n")
    here = tab.page.get_by_role("tab", name="Import a file")
    for _ in range(2):
        drop(tab, app, path)
        tab.page.get_by_role("button", name="Import 2 samples").click(timeout=30_000)
        tab.page.locator(".stAlert").wait_for(timeout=30_000)
    refused = tab.page.get_by_text("already has a split 'train'")
    expect(refused).to_be_in_viewport()
    expect(here).to_have_attribute("aria-selected", "true")
    tab.page.get_by_text("Replace the split if it exists").click()
    refused.wait_for(state="detached", timeout=30_000)
    expect(here).to_have_attribute("aria-selected", "true")
    tab.page.get_by_role("button", name="Import 2 samples").click()
    tab.page.get_by_text("2 samples are stored as films, train.").wait_for(timeout=30_000)
    expect(here).to_have_attribute("aria-selected", "true")


def test_markup_in_a_text_is_shown_as_it_stands(app: App, tab: Tab, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    text = '<img src=x onerror="document.title=1"> **not bold** :red[not red]'
    path = tmp_path / "odd.jsonl"
    path.write_text("".join(json.dumps({"text": text, "label": label}) + "\n" for label in "ab"))
    drop(tab, app, path)
    tab.page.get_by_role("button", name="Import 2 samples").click(timeout=30_000)
    tab.page.get_by_role("button", name="Import another file").wait_for(timeout=30_000)
    tab.page.get_by_role("tab", name="In this workspace").click()
    tab.page.set_viewport_size({"width": 360, "height": 500})
    rows = tab.page.get_by_role("heading", name="Rows")
    expect(rows).not_to_be_in_viewport()
    tab.page.locator(".st-key-look-odd button").click()
    expect(tab.page.get_by_text("1–20 of 2,040", exact=True)).to_be_hidden()
    expect(tab.page.get_by_role("button", name="Next", exact=True)).to_be_hidden()  # both rows are on one page
    expect(rows).to_be_in_viewport()  # one is taken there, and so is the keyboard
    expect(rows).to_be_focused()
    tab.page.set_viewport_size({"width": 1280, "height": 860})
    table = tab.page.get_by_test_id("stDataFrame").first
    still(table)
    table.click(position={"x": 16, "y": 54}, force=True)
    tab.page.get_by_test_id("stText").filter(has_text=text).wait_for(timeout=30_000)
    assert tab.page.title() == "Data sets · Flinch"
    change(tab, "odd")
    tab.page.get_by_role("textbox", name="Name", exact=True).fill("odder")
    tab.page.get_by_role("button", name="Save").click()
    change(tab, "odder", "remove")
    tab.page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    tab.page.locator(".st-key-change-odder").wait_for(state="detached", timeout=30_000)
    assert {card.name for card in dataset_cards(app.workspace)} == {"demo-questions", "demo-sentiment"}


def test_the_page_fits_a_telephone(app: App, tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 360, "height": 740})
    tab.page.goto(f"{app.url}/datasets")
    for name in ("In this workspace", "Import a file", "Catalogue"):
        tab.page.get_by_role("tab", name=name).click(timeout=30_000)
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_hundred_thousand_samples_are_imported_and_browsed_within_the_app_s_memory(
    app: App, tab: Tab, tmp_path: Path
) -> None:
    path = tmp_path / "big.test.tsv"
    with path.open("w") as file:
        file.write("text\tlabel\n")
        for i in range(100_000):
            file.write(f"Sentence number {i} is neither long nor short, and it says that nothing is new.\t{i % 3}\n")
    drop(tab, app, path)
    tab.page.get_by_role("button", name="Import 100,000 samples").click(timeout=60_000)
    tab.page.get_by_text("100,000 samples are stored").wait_for(timeout=60_000)
    tab.page.get_by_role("tab", name="In this workspace").click()
    tab.page.get_by_role("button", name="Show rows").first.click()
    tab.page.get_by_text("1–20 of 100,000").wait_for(timeout=30_000)
    assert app.process
    assert psutil.Process(app.process.pid).memory_info().rss < 300 * MEBIBYTE


def test_the_real_files_are_read_by_guesses_alone(app: App, tab: Tab, shared: Path) -> None:
    for file, samples in (("sst2/stsa.binary.test", "1,821"), ("stsb/sts-dev.csv", "1,500")):
        drop(tab, app, shared / "datasets" / file)
        tab.page.get_by_role("button", name=f"Import {samples} samples").click(timeout=30_000)
        tab.page.get_by_text(f"{samples} samples are stored").wait_for(timeout=30_000)
    assert len(dataset_cards(Workspace(app.workspace.root))) == 4

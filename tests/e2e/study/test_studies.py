"""The researcher's side of a study in a real browser: invitations, what a participant then sees, live progress."""

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from curation.study.records import ParticipantState
from data.jobs.job import Job, work
from data.jobs.jobs import create
from data.study.toml_form import design_as_toml
from tests.data.study.study_data import save_toy, small_design
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.study.steps import SCREEN, agree, paper

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.e2e


def invitations(tab: Tab, folder: Path) -> list[dict[str, str]]:
    """The links made just now, as the file that is downloaded says."""
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Download as CSV").click()
    kept = folder / "invitations.csv"
    download.value.save_as(kept)
    return list(csv.DictReader(kept.read_text(encoding="utf-8").splitlines()))


def test_a_link_made_here_opens_the_study_there_and_progress_follows(
    app: App, tab: Tab, chromium: "Browser", tmp_path: Path
) -> None:
    study = paper(app.workspace)
    tab.page.goto(f"{app.url}/studies")
    tab.page.get_by_label("Number of links", exact=True).fill("2", timeout=60_000)  # nobody is invited yet
    tab.page.keyboard.press("Tab")
    tab.page.get_by_role("button", name="Make links").click()
    tab.page.get_by_text("Save these links now").wait_for()
    people = invitations(tab, tmp_path)
    assert [one["participant"] for one in people] == ["P01", "P02"]
    tab.page.get_by_role("button", name="I saved the links").click()
    tab.page.get_by_text("0 of 2 places are free").wait_for()
    tab.page.get_by_text("Save these links now").wait_for(state="detached")

    other = Tab(chromium.new_context().new_page())
    other.page.goto(people[0]["link"])
    other.page.locator(SCREEN).locator("*").first.wait_for(timeout=60_000)
    assert study.participants()[0].state is ParticipantState.INVITED
    agree(other)
    tab.page.get_by_role("tab", name="Participants").click()
    working = tab.page.get_by_test_id("stMetric").filter(has_text="Working")
    wait_until(lambda: working.inner_text().split() == ["Working", "1"], 20, "the page did not follow")
    other.page.context.close()


def test_a_preview_is_the_participants_page_and_leaves_nothing(app: App, tab: Tab) -> None:
    study = paper(app.workspace)
    before = {path: path.stat().st_mtime_ns for path in study.folder.rglob("*")}
    tab.page.goto(f"{app.url}/studies")
    tab.page.get_by_role("tab", name="Preview").click(timeout=60_000)
    tab.page.get_by_role("button", name="Begin", exact=True).click()
    seen = tab.page.frame_locator("iframe[src*=preview]")

    def press(*names: str) -> None:
        for name in names:
            seen.get_by_role("button", name=name).click(timeout=30_000)

    def text() -> str:
        return str(seen.locator(SCREEN).inner_text())

    press("I agree, begin")
    seen.get_by_role("heading", name="About you").wait_for(timeout=30_000)
    assert {path: path.stat().st_mtime_ns for path in study.folder.rglob("*")} == before
    room = "page => [page.offsetHeight, page.ownerDocument.defaultView.innerHeight]"
    needed, given = seen.locator("html").evaluate(room)
    assert abs(needed - given) < 2  # pixels: nothing is empty below, and nothing is cut off
    assert not seen.get_by_text("All answers saved").is_visible()  # there is none yet
    for group in seen.locator(f"{SCREEN} fieldset").all():
        group.get_by_role("radio").first.check(force=True)
    press("Next", "Go on", "Start")
    seen.get_by_text("All answers saved").wait_for()
    sample = text()
    tab.page.get_by_role("tab", name="Participants").click()
    tab.page.wait_for_timeout(500)
    tab.page.keyboard.press("1")  # meant for what is seen now
    tab.page.get_by_role("tab", name="Preview").click()
    tab.page.wait_for_timeout(500)
    assert text() == sample
    seen.locator(SCREEN).press("1")  # here a digit answers as it does on the real page
    wait_until(lambda: text() != sample, 5, "the digit did not answer")
    tab.page.get_by_role("button", name="Begin again").click()
    seen.get_by_role("button", name="I agree, begin").wait_for()
    tab.page.get_by_role("button", name="End preview").click()
    tab.page.locator("iframe[src*=preview]").wait_for(state="detached")
    assert tab.page.get_by_role("link", name="Samples").count() == 1  # it is still the researcher's app


def test_a_study_that_was_made_is_opened_by_its_button(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    save_toy(app.workspace)
    design = small_design()
    job = create(app.workspace, "study", design.title, {"design": design_as_toml(design)})
    work(Job(app.workspace.jobs / job))
    tab.page.goto(f"{app.url}/studies?study=new")
    tab.page.get_by_role("button", name="Open the study").click(timeout=60_000)
    expect(tab.page.get_by_role("button", name="Make links")).to_be_visible(timeout=10_000)


def test_what_is_typed_into_a_new_study_outlasts_a_look_elsewhere(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    tab.page.goto(f"{app.url}/studies")
    title = tab.page.get_by_label("Title", exact=True).filter(visible=True)  # parts have titles too, folded away
    title.fill("How readable is it?", timeout=60_000)
    title.press("Enter")
    tab.page.get_by_role("link", name="Samples").click()
    tab.page.get_by_role("heading", name="Samples").wait_for()
    tab.page.get_by_role("link", name="Studies").click()
    tab.page.get_by_role("heading", name="Studies").wait_for()
    expect(title).to_have_value("How readable is it?", timeout=10_000)

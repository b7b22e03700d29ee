"""axe-core looks at every page and state in light and in dark: nothing serious, and headings in order."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from core.records import Cell, DatasetCard, Sample, Task, TextField
from core.severity import pps
from data.datasets.stored import save_dataset
from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.workspace import Workspace
from tests.data.store.store_data import CELL, hint, write_job
from tests.data.study.study_data import new_study
from tests.e2e.conftest import App, Tab
from tests.pages.heatmaps.finished_run import four_severities, write_run

pytestmark = pytest.mark.e2e
Act = Callable[[Page], object]
HEADINGS = {"heading-order", "page-has-heading-one", "empty-heading"}
SERIOUS = {"serious", "critical"}
ALSO = {"label-content-name-mismatch": {"enabled": True}}  # off by itself, being new
STANDS_STILL = """scheme => {
  const app = document.querySelector("[data-testid=stApp]")
  const still =
    app?.dataset.testScriptState === "notRunning" &&
    getComputedStyle(app).colorScheme === scheme &&
    !document.querySelector("[data-testid=stElementContainer][data-stale=true]") &&
    !document.getAnimations().some(one => one instanceof CSSTransition)
  if (!still) window.stillSince = undefined
  else window.stillSince ??= performance.now()
  return still && performance.now() - window.stillSince >= 500
}"""
MANY = Cell("topics", "test", "negation", pps(1))
LABELS = {CELL.dataset: ("thing", "place", "person"), MANY.dataset: tuple(f"topic {n}" for n in range(12))}


def filled(workspace: Workspace) -> None:
    """Candidates with hints in a cell of three labels and in one of twelve, a finished run, a job that failed."""
    for cell in (CELL, MANY):
        labels = LABELS[cell.dataset]
        made = (Sample(cell.dataset, "test", (TextField("text", f"What is thing {n}?"),), labels[0]) for n in range(3))
        save_dataset(workspace, DatasetCard(cell.dataset, Task.CLASSIFICATION, labels, ("text",), {}), made)
        write_job(workspace, range(20), cell, f"job-{cell.dataset}", [hint(n, 0.5, cell) for n in range(20)])
    write_run(workspace, ["thing", "place"] * 2, ["place", "place", "thing", ""], four_severities("negation"))
    new_study(workspace)
    failed = create(workspace, "evaluate", "questions: CNN", {})
    end(workspace.jobs / failed, JobState.FAILED, "The disk is full; free some space.")


def nothing(page: Page) -> None:
    """The page as it opens."""


def give_a_name(page: Page) -> None:
    page.get_by_label("Your name").fill("Ann")
    page.keyboard.press("Enter")
    page.locator("[data-at=card]").wait_for(timeout=60_000)


def ask_to_delete(page: Page) -> None:
    page.get_by_role("button", name="Delete").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").wait_for()


def invite(page: Page) -> None:
    page.get_by_role("tab", name="Invite").click()
    page.get_by_role("button", name="Make links").click()
    page.get_by_text("Save these links now").wait_for()


def open_the_parts(page: Page) -> None:
    for box in page.locator("details summary").all():
        box.click()


def press(key: str) -> Act:
    return lambda page: page.keyboard.press(key)


def pick_a_text(page: Page) -> None:
    page.get_by_role("button", name="Choose a text").click()
    page.get_by_test_id("stPopoverBody").wait_for()


def change_a_data_set(page: Page) -> None:
    page.get_by_role("button", name="Edit details").first.click()
    page.get_by_role("dialog").wait_for()


def select_a_cell(page: Page) -> None:
    for name, wanted in (("Perturbation", "Negation PPS 2"), ("Model", "CNN")):
        page.get_by_role("combobox", name=name).focus()
        page.keyboard.type(wanted)
        page.keyboard.press("Enter")
    page.locator(".fl-flip").first.wait_for()


def see_the_plan(page: Page) -> None:
    page.get_by_text("Not available, left out").wait_for()
    page.get_by_role("button", name="Load cola").wait_for()


EMPTY: tuple[tuple[str, Act], ...] = tuple(
    (path, nothing) for path in ("", "perturbations", "prepare", "curate", "progress", "evaluate")
)
IN_USE: tuple[tuple[str, Act], ...] = (
    ("", nothing),
    ("datasets", nothing),
    ("datasets", ask_to_delete),
    ("playground", pick_a_text),
    ("prepare", nothing),
    ("curate", give_a_name),
    ("curate", press("k")),
    ("curate", press("n")),
    ("curate", press("?")),
    (f"curate?cell={MANY.id}", press("l")),
    ("progress", nothing),
    ("progress?view=decisions", nothing),
    ("progress?view=export", nothing),
    ("evaluate", nothing),
    ("evaluate?paper=romero&models=minilm", see_the_plan),
    ("heatmaps?view=Heatmap&of=mine", select_a_cell),
    ("heatmaps?view=Compare", nothing),
    ("heatmaps?view=Heatmap&several=1", nothing),
    ("flips", nothing),
    ("samples", nothing),
    ("studies", nothing),
    ("studies", invite),
    ("studies?study=new", open_the_parts),
)


def test_nobody_is_kept_out_of_any_page(app: App, tab: Tab) -> None:
    found = looked_at(tab.page, app, EMPTY)
    filled(app.workspace)
    found += looked_at(tab.page, app, IN_USE)
    assert not found, "\n".join(found)


def looked_at(page: Page, app: App, states: tuple[tuple[str, Act], ...]) -> list[str]:
    """What axe-core finds in each state in light, and the contrast in dark."""
    found = []
    for path, act in states:
        page.emulate_media(color_scheme="light")
        page.goto(f"{app.url}/{path}")
        page.locator("h1").first.wait_for(timeout=60_000)
        drawn(page, "light")
        act(page)
        drawn(page, "light")
        found += [f"{path}, {act.__name__}, light: {one}" for one in findings(page, {"rules": ALSO})]
        page.emulate_media(color_scheme="dark")
        drawn(page, "dark")
        found += [f"{path}, {act.__name__}, dark: {one}" for one in findings(page, {"runOnly": ["color-contrast"]})]
    return found


def drawn(page: Page, scheme: str) -> None:
    """Wait until the script has run and the page has stood still in this colour scheme for half a second.

    A click or a new scheme can begin a run only after one has looked; what such a run has not drawn yet fades.
    """
    page.evaluate("window.stillSince = undefined")
    page.wait_for_function(STANDS_STILL, arg=scheme, timeout=60_000)


def findings(page: Page, options: dict[str, object]) -> list[str]:
    """What axe-core calls serious or critical, and what it says of headings, with where it is and why."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs requirements-dev.txt").Axe()
    found = axe.run(page, options=options | {"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{one['id']}: {node['html'][:200]} {' '.join(node['failureSummary'].split())[:300]}"
        for one in found
        if one["impact"] in SERIOUS or one["id"] in HEADINGS
        for node in one["nodes"]
    ]

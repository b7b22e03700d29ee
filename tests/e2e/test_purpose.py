"""The whole purpose in a real browser, on an empty workspace: from published heatmaps to one's own beside them."""

import csv
import re
from pathlib import Path

import pytest

from core.records import Decision, Verdict
from data.append_log import AppendLog
from data.datasets.stored import dataset_card
from data.demo import demo_samples
from data.runs.scores import runs
from tests.e2e.conftest import App, Tab, wait_until
from tests.e2e.desk_steps import ready, saved

pytestmark = pytest.mark.e2e
QUOTA = 3
DATASET = "questions"
SIZES = {"train": 150, "test": 40}
A_JOB = 300_000  # milliseconds that a job may take on a small machine


def test_from_published_heatmaps_to_ones_own(app: App, tab: Tab, tmp_path: Path) -> None:
    see_published_kappas(tab, app)
    set_the_quota(tab)
    for split in SIZES:
        load_a_data_set(tab, questions(tmp_path, split))
    assert dataset_card(app.workspace, DATASET).splits == SIZES
    prepare_candidates(tab)
    review_until_the_quota(tab, app)
    see_the_quota_filled(tab)
    evaluate(tab, app)
    see_ones_own_beside_the_published(tab)


def questions(folder: Path, split: str) -> Path:
    """A file of our own questions, as people bring theirs."""
    chosen = [s for s in demo_samples("demo-questions") if s.split == split][: SIZES[split]]
    path = folder / f"{DATASET}.{split}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("text", "label"), *((s.text, s.label) for s in chosen)])
    return path


def go_to(tab: Tab, name: str) -> None:
    tab.page.get_by_test_id("stSidebarNav").get_by_role("link", name=name, exact=True).click()
    tab.page.wait_for_url(re.compile(rf"/{name.replace(' ', '').lower()}"))


def choose(tab: Tab, label: str, wanted: str) -> None:
    """Choose one thing in a list."""
    tab.page.get_by_role("combobox", name=re.compile(label)).click()
    tab.page.get_by_role("option", name=wanted, exact=True).click()
    drawn(tab)


def drawn(tab: Tab) -> None:
    """Wait until what was chosen has been drawn: what the next choice is made of may be replaced until then."""
    tab.page.wait_for_timeout(300)  # the choice is on its way
    tab.page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)


def leave_only(tab: Tab, label: str, wanted: str) -> None:
    """Empty a list of several choices and choose one."""
    field = tab.page.get_by_test_id("stMultiSelect").filter(has_text=label)
    field.get_by_role("button", name="Clear").or_(field.get_by_label("Clear")).first.click()
    field.get_by_role("combobox").fill(wanted)
    tab.page.get_by_role("option", name=wanted).first.click()
    tab.page.keyboard.press("Escape")
    drawn(tab)


def leave_only_pps_1(tab: Tab) -> None:
    for step in "234":
        chosen = tab.page.get_by_role("toolbar").get_by_role("button", name=step, exact=True, pressed=True)
        chosen.click()
        chosen.wait_for(state="detached")
        drawn(tab)


def see_published_kappas(tab: Tab, app: App) -> None:
    tab.page.goto(app.url)
    go_to(tab, "Heatmaps")
    tab.page.locator(".bars .point").first.wait_for(state="attached", timeout=30_000)
    assert tab.page.get_by_text("Published: Romero 2023").count()


def set_the_quota(tab: Tab) -> None:
    go_to(tab, "Progress")
    tab.page.get_by_label("Curated samples per cell").fill(str(QUOTA))
    tab.page.keyboard.press("Tab")
    tab.page.get_by_role("button", name="Set the quota").click()
    tab.page.get_by_text(f"The quota is now {QUOTA}.").wait_for(timeout=30_000)


def load_a_data_set(tab: Tab, path: Path) -> None:
    go_to(tab, "Data sets")
    tab.page.get_by_role("tab", name="Import a file").click()
    another = tab.page.get_by_role("button", name="Import another file")
    if another.count():
        another.click()
    tab.page.locator("input[type=file]").set_input_files(path)
    split = path.name.split(".")[1]
    tab.page.get_by_role("button", name=f"Import {SIZES[split]} samples").click(timeout=30_000)
    tab.page.get_by_text(f"{SIZES[split]} samples are stored as {DATASET}, {split}.").wait_for(timeout=30_000)


def prepare_candidates(tab: Tab) -> None:
    go_to(tab, "Prepare")
    choose(tab, "Data set", DATASET)
    leave_only(tab, "Perturbations", "word deletion")
    leave_only_pps_1(tab)
    tab.page.get_by_role("button", name="Make candidates").click()
    tab.page.get_by_text(re.compile(r"done", re.IGNORECASE)).first.wait_for(timeout=A_JOB)


def review_until_the_quota(tab: Tab, app: App) -> None:
    """Discard one, keep one, relabel one with a note, undo the first keep and keep it again: one key each."""
    go_to(tab, "Curate")
    tab.page.get_by_label("Your name").fill("Ann")
    tab.page.keyboard.press("Enter")
    ready(tab)
    tab.page.get_by_text("Similarity").first.wait_for()
    for key in ("x", "k", "u", "k", "k"):
        tab.page.keyboard.press(key)
        saved(tab)
    tab.page.keyboard.press("k")
    wait_until(
        lambda: len(list(AppendLog(app.workspace.journal, Decision).read())) >= 6, 30, "six events were not stored"
    )
    verdicts = [d.verdict for d in AppendLog(app.workspace.journal, Decision).read()]
    assert verdicts.count(Verdict.KEEP) - verdicts.count(Verdict.UNDO) == QUOTA
    assert verdicts.count(Verdict.DISCARD) == 1


def see_the_quota_filled(tab: Tab) -> None:
    go_to(tab, "Progress")
    tab.page.get_by_text("1 of 1 cell complete").wait_for(timeout=30_000)


def evaluate(tab: Tab, app: App) -> None:
    go_to(tab, "Evaluate")
    choose(tab, "Data set", DATASET)
    leave_only(tab, "Perturbations", "word deletion")
    leave_only_pps_1(tab)
    tab.page.get_by_text("Training, device and limits").click()
    tab.page.get_by_label("Epochs").fill("1")
    tab.page.keyboard.press("Tab")
    tab.page.locator(".st-key-evaluate-start button").click()
    go_to(tab, "Progress")  # leave the page: the work goes on without it
    go_to(tab, "Evaluate")
    tab.page.get_by_role("button", name="Heatmap").wait_for(timeout=A_JOB)
    assert [model.name for model in runs(app.workspace)[0].models] == ["MiniLM", "CNN"]


def see_ones_own_beside_the_published(tab: Tab) -> None:
    tab.page.get_by_role("button", name="Heatmap").click()
    tab.page.get_by_test_id("stButtonGroup").get_by_text("Compare").click()
    tab.page.get_by_test_id("stButtonGroup").get_by_text("Published figures").click()
    choose(tab, "Task", "Grammatical acceptability (CoLA)")  # no table is on a data set of this name
    tab.page.locator(".js-plotly-plot").first.wait_for(timeout=30_000)
    tab.page.get_by_text("Rows that only one of them has").wait_for()  # the table has no word deletion
    tab.page.get_by_test_id("stButtonGroup").get_by_text("Heatmap").click()
    tab.page.locator(".bars .point").first.wait_for(state="attached", timeout=30_000)
    tab.page.get_by_text("Word deletion", exact=False).filter(visible=True).first.wait_for()

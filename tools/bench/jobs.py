"""Ten jobs in the app: the clicks, keys and typed texts that each takes, and how long the app makes one wait.

What stands beside them was counted in the documentation of the best other tool that we know of (of Potato, in use).
"""

import re
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from core.design import Condition, Design
from core.models.registry import usual_spec
from core.severity import pps
from curation.study.presets import moradi2021
from data.candidates.request import CandidatesRequest
from data.demo import ensure_demo
from data.jobs.job import run_inline
from data.jobs.jobs import cancel, jobs
from data.runs.evaluation import Evaluation
from data.study.studies import Studies
from data.workspace import Workspace
from pages.ui.shared.data_table import HEAD, ROW
from tools.bench.browser import TABLE, VIEWPORT, chromium, running_app, sign_in
from tools.bench.output import Out
from tools.candidates import decide

DESIGN = Design(
    "demo-questions", "test", tuple(Condition(name, pps(n)) for name in ("negation", "word_deletion") for n in (1, 2))
)
TEXTS = 80  # of them
DECIDED = 12  # of a cell
TYPED = "What is the oldest bridge of the town ?"
BOX = 20  # pixels in a table to the middle of a row's box
FRAME = "[data-testid=stDataFrame]"


@dataclass
class Actions:
    """Does on a page what a person does there, and counts it. Texts that are typed and files that are chosen count once
    each, whatever their length."""

    page: Any
    count: int = 0

    def click(self, what: Any) -> None:
        what.first.click(timeout=30_000)
        self.count += 1

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=re.compile(name)))

    def text(self, name: str) -> None:
        self.click(self.page.get_by_test_id("stMain").get_by_text(name, exact=True))

    def tick(self, row: int) -> None:
        """Select a row of the page's first table."""
        place = {"x": BOX, "y": HEAD + ROW * row + ROW // 2}
        self.at(self.page.locator(f"{FRAME} canvas").first, place)

    def at(self, what: Any, place: Mapping[str, float] | None = None) -> None:
        """Click where this is, whatever lies over it there: at a place of it in pixels, else in its middle."""
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        x, y = (place["x"], place["y"]) if place else (box["width"] / 2, box["height"] / 2)
        self.page.mouse.click(box["x"] + x, box["y"] + y)
        self.count += 1

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.count += 1

    def type(self, label: str, text: str) -> None:
        """Into a field that is clicked first; Tab leaves it."""
        field = self.page.get_by_label(label)
        self.click(field)
        field.first.fill(text)
        self.press("Tab")
        self.count += 1

    def see(self, what: Any) -> None:
        what.first.wait_for(timeout=60_000)

    def read(self, words: str) -> None:
        """Wait until the page says this, a pattern."""
        self.see(self.page.get_by_text(re.compile(words)))


class Job(NamedTuple):
    """What is done, on which page, what shows that the page is there, the doing, which ends when it shows, and the
    actions of the best other tool, where one does the job."""

    title: str
    path: str
    ready: str
    do: Callable[[Actions], None]
    peer: str = ""


def judge(do: Actions) -> None:
    do.press("x")
    do.read("✓ saved")


def judge_again(do: Actions) -> None:
    do.press("u")
    do.press("k")
    do.read("✓ saved")


def import_file(do: Actions) -> None:
    do.click(do.page.get_by_role("tab", name="Import a file"))
    with do.page.expect_file_chooser() as chosen:
        do.button("^Upload$")
    chosen.value.set_files(TABLE)
    do.count += 1
    do.button("^Import 40 samples")
    do.read("40 samples are stored")


def try_text(do: Actions) -> None:
    do.type("Text", TYPED)
    do.see(do.page.locator(".fl-play", has_text="bridge"))


def make_candidates(do: Actions) -> None:
    do.button("^Make candidates")
    do.see(do.page.get_by_role("button", name="Cancel"))


def find_discarded(do: Actions) -> None:
    do.text("Decisions")
    do.click(do.page.get_by_role("combobox", name="Verdict"))
    do.click(do.page.get_by_role("option", name="discard"))
    do.read("Download [0-9]+ of [0-9]+ decisions")


def start_run(do: Actions) -> None:
    do.text("New run")
    do.click(do.page.locator(".st-key-evaluate-start button"))
    do.see(do.page.get_by_role("button", name="Cancel"))


def open_flips(do: Actions) -> None:
    do.at(do.page.locator(".trace.bars").last.locator(".point path").first)
    do.read("flipped samples, 1 to")


def compare_runs(do: Actions) -> None:
    for row in range(2):
        do.tick(row)
    do.click(do.page.locator(".st-key-runs-open", has_text="Compare").get_by_role("button"))
    do.see(do.page.locator(".js-plotly-plot"))


def export(do: Actions) -> None:
    do.text("Export")
    do.button("^Export [0-9]+ samples")
    do.read("samples in")


JOBS = (
    Job("judge a text", "curate", "[data-at=card]", judge, "Potato 1"),
    Job("take a decision back and make another", "curate", "[data-at=card]", judge_again, "Prodigy 2"),
    Job("try seven perturbations on a sentence of one's own", "playground", ".fl-play", try_text),
    Job("make candidates of a paper's perturbations", "prepare", "[data-testid=stExpander]", make_candidates),
    Job("find what was discarded", "progress", "h2", find_discarded, "Label Studio 6"),
    Job("compare two runs", "evaluate", FRAME, compare_runs, "W&B 4"),
    Job("fine-tune two models and evaluate them", "evaluate", FRAME, start_run),
    Job("see the texts of a cell whose prediction flipped", "heatmaps", ".bars .point", open_flips),
    Job("export the curated set", "progress", "h2", export, "Label Studio 3"),
    Job("import a file of texts and labels", "datasets", FRAME, import_file, "Label Studio 4"),
)


def run(out: Out = print) -> None:
    """Do each job in a page that is open already, one after another."""
    out(f"  {'job':52} clicks, keys, texts   the app's time   another tool")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        workspace = Workspace(Path(folder)).prepare()
        with redirect_stdout(StringIO()):  # what the jobs say that fill it
            fill(workspace)
        with running_app(workspace) as app, chromium() as browser:
            page = browser.new_page(viewport=VIEWPORT)
            sign_in(page, app.url)
            for job in JOBS:
                actions, seconds = done(job, page, app.url)
                end_work(workspace)
                out(f"  {job.title:52} {actions:19} {seconds:12.1f} s     {job.peer or '–'}")


def done(job: Job, page: Any, url: str) -> tuple[int, float]:
    """How many actions the job takes, and the seconds from the first to what it ends with."""
    page.goto(f"{url}/{job.path}")
    page.locator(job.ready).first.wait_for(timeout=60_000)
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=60_000)
    page.wait_for_timeout(1_500)  # a decision sooner than that is held to be a slip
    actions, began = Actions(page), time.perf_counter()
    job.do(actions)
    return actions.count, time.perf_counter() - began


def end_work(workspace: Workspace) -> None:
    """Cancel what a job of the list started in the background: the next one has the machine to itself."""
    for started in jobs(workspace):
        if not started.ended:
            cancel(workspace, started.id)
    while not all(started.ended for started in jobs(workspace)):
        time.sleep(0.1)


def fill(workspace: Workspace) -> None:
    """Demo data, candidates of four cells, some of them judged, two runs of a small model, and a study."""
    ensure_demo(workspace)
    some = replace(DESIGN, limit=TEXTS)
    run_inline(workspace, "candidates", some.title, CandidatesRequest(some).arguments)
    for seed in range(2):
        model = replace(usual_spec("cnn"), train_limit=TEXTS, epochs=1, seed=seed)
        run_inline(workspace, "evaluate", f"CNN, seed {seed}", Evaluation(some, (model,)).arguments())
    decide(workspace, DECIDED, 2)
    Studies(workspace).create(replace(moradi2021(["demo-questions/test"]), participants=4))

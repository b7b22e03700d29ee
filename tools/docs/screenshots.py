"""Take the README's pictures from the running app: `python -m tools.docs.screenshots [NAME …]`.

An app of its own is started on a workspace of its own, filled through the same calls as the pages make; a headless
Chromium sits down at it, decides a few samples, starts an evaluation, and takes the pictures.
"""

import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from data.workspace import PROJECT, Workspace
from tools.bench.browser import TABLE, VIEWPORT, chromium, running_app, sign_in

IMAGES = PROJECT / "docs" / "images"
DECISIONS = "kkxkk2kkkvkk"  # keep, discard, relabel: what the last decisions and the bar show
WIDER = {"width": 1440, "height": 900}  # five tasks side by side
MOVED = "[...document.querySelectorAll('[role=progressbar]')].some(bar => bar.ariaValueNow > 15)"  # a bar on the page
NARROW = {"width": 360, "height": 740}
SMALL = {"width": 960, "height": 620}  # steps of the README
DECIDED = 60  # of each cell


def fill(workspace: Workspace) -> None:
    """Demo data, candidates with hints, a finished run, and a study that is open."""
    from core.design import Condition, Design
    from core.models.registry import usual_spec
    from core.severity import pps
    from curation.study.presets import moradi2021
    from data.candidates.request import CandidatesRequest
    from data.demo import ensure_demo
    from data.jobs.job import run_inline
    from data.runs.evaluation import Evaluation
    from data.study.studies import Studies
    from tools.candidates import decide

    ensure_demo(workspace)
    names = ("negation", "synonym_replacement", "word_deletion")
    conditions = tuple(Condition(name, pps(n)) for name in names for n in range(1, 5))
    some = Design("demo-questions", "test", conditions, limit=300)
    run_inline(workspace, "candidates", some.title, CandidatesRequest(some).arguments)
    models = tuple(replace(usual_spec(name), train_limit=600) for name in ("minilm", "cnn"))
    evaluation = Evaluation(Design("demo-questions", "test", conditions, limit=300), models)
    run_inline(workspace, "evaluate", "demo-questions: MiniLM, CNN", evaluation.arguments())
    decide(workspace, DECIDED, 3)
    usual = moradi2021(["demo-questions/test"])
    parts = tuple(replace(part, training=(), per_participant=4, checks=0, gold=0) for part in usual.parts)
    Studies(workspace).create(replace(usual, parts=parts, opening=(), participants=4))


def datasets(page: Any, url: str) -> None:
    """A file that was read and not imported yet."""
    page.goto(f"{url}/datasets")
    page.get_by_role("tab", name="Import a file").click()
    page.locator("input[type=file]").first.set_input_files(TABLE)
    page.get_by_role("button", name=re.compile("^Import ")).first.wait_for(timeout=30_000)
    take_picture(page, "datasets", SMALL)


def prepare(page: Any, url: str) -> None:
    """Perturbations chosen, before candidates are made of them."""
    page.goto(f"{url}/prepare")
    page.locator(".fl-matrix td").first.wait_for(timeout=30_000)
    take_picture(page, "prepare")


def kept(page: Any, url: str) -> None:
    """The run's kappas over the samples that people kept."""
    page.goto(f"{url}/heatmaps?of=mine&samples=kept")
    figure = page.locator(".js-plotly-plot").first
    figure.wait_for(timeout=60_000)
    figure.scroll_into_view_if_needed()
    take_picture(page, "kept")


def curate(page: Any, url: str) -> None:
    """Some decisions, then the desk."""
    sign_in(page, url)
    for key in DECISIONS:
        page.locator("[data-at=card]").wait_for(timeout=30_000)
        page.wait_for_timeout(2_500)  # as somebody who reads
        page.keyboard.press(key)
    page.get_by_text("✓ saved").wait_for(timeout=20_000)
    take_picture(page, "curate")


def telephone(browser: Any, url: str) -> None:
    """The desk on a telephone, in the dark."""
    page = browser.new_page(viewport=NARROW, color_scheme="dark", has_touch=True, device_scale_factor=2)
    sign_in(page, url)
    take_picture(page, "telephone")
    page.close()


def playground(page: Any, url: str) -> None:
    """One text under a handful of perturbations, and what two models say of each."""
    page.goto(f"{url}/playground")
    page.get_by_role("combobox", name="Models").click(timeout=30_000)
    for name in ("MiniLM", "CNN"):
        page.get_by_role("option", name=re.compile(f"^{name} · demo-questions")).click()
    page.keyboard.press("Escape")
    page.locator(".fl-who", has_text="CNN").first.wait_for(timeout=60_000)
    take_picture(page, "playground")


def flips(page: Any, url: str) -> None:
    """Which edits flip predictions."""
    page.goto(f"{url}/flips")
    page.locator("[data-testid=stMain] table").first.wait_for(timeout=60_000)
    take_picture(page, "flips")


def study(page: Any, url: str) -> None:
    """A participant's first text, as the preview shows it."""
    page.goto(f"{url}/studies")
    page.get_by_role("tab", name="Preview").click(timeout=30_000)
    page.get_by_role("button", name="Begin").click()
    participant = page.frame_locator("iframe")
    for name in ("I agree, begin", "Go on", "Start"):
        participant.get_by_role("button", name=name).click(timeout=30_000)
    participant.get_by_role("button", name="Yes").wait_for(timeout=30_000)
    page.locator("iframe").scroll_into_view_if_needed()
    take_picture(page, "study")


def heatmaps(page: Any, url: str) -> None:
    """The published kappas of all tasks."""
    page.set_viewport_size(WIDER)
    page.goto(f"{url}/heatmaps?view=Heatmap&several=1&of=published")
    page.locator(".js-plotly-plot").first.wait_for(timeout=30_000)
    take_picture(page, "heatmaps")
    page.set_viewport_size(VIEWPORT)


def evaluate(page: Any, url: str) -> None:
    """An evaluation at work."""
    page.goto(f"{url}/evaluate?dataset=demo-questions")
    page.locator(".st-key-evaluate-start button").click()
    page.get_by_text(re.compile("Training")).first.wait_for(timeout=120_000)
    page.wait_for_function(MOVED, timeout=600_000)
    page.get_by_role("button", name="Cancel").first.scroll_into_view_if_needed()
    take_picture(page, "evaluate")
    page.get_by_role("button", name="Cancel").first.click()


def take_picture(page: Any, name: str, size: Mapping[str, int] | None = None) -> None:
    """Save what is on the screen, in a window of this size where one is given."""
    before = page.viewport_size
    if size:
        page.set_viewport_size(size)
    page.wait_for_timeout(2_500)
    page.screenshot(path=IMAGES / f"{name}.png")
    page.set_viewport_size(before)
    print(f"{name}.png")


PICTURES = (datasets, prepare, playground, curate, kept, flips, study, heatmaps, evaluate)


def main(names: Sequence[str] = ()) -> None:
    """All pictures, or those of these names, one after another."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        workspace = Workspace(Path(folder)).prepare()
        fill(workspace)
        with running_app(workspace) as app, chromium() as browser:
            page = browser.new_page(viewport=VIEWPORT, color_scheme="light")
            for picture in PICTURES:
                if not names or picture.__name__ in names:
                    picture(page, app.url)
            if not names or telephone.__name__ in names:
                telephone(browser, app.url)


if __name__ == "__main__":
    main(sys.argv[1:])

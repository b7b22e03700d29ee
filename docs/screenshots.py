"""Take the README's pictures from the running app: `python -m docs.screenshots`.

An app of its own is started on a workspace of its own, filled through the same calls as the pages make; a headless
Chromium sits down at it, decides a few samples, starts an evaluation, and takes the pictures.
"""

import re
import tempfile
from pathlib import Path
from typing import Any

from data.bench_browser import chromium, running_app
from data.workspace import Workspace

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
DECISIONS = "kkxkk2kkkvkk"  # keep, discard, relabel: what the last decisions and the bar show
WIDE = {"width": 1280, "height": 800}


def fill(workspace: Workspace) -> None:
    """Demo data, candidates with hints for three cells, and a finished run."""
    from core.models.spec import default_spec
    from core.severity import pps
    from data.candidates import Plan
    from data.demo import ensure_demo
    from data.evaluation import Evaluation
    from data.job import run_inline

    ensure_demo(workspace)
    names = ("negation", "synonym_replacement", "word_deletion")
    plan = Plan("demo-questions", "test", names, (pps(1),), limit=200)
    run_inline(workspace, "candidates", plan.title, plan.arguments)
    models = (default_spec("minilm", train_limit=600), default_spec("cnn", train_limit=600))
    asked = Evaluation("demo-questions", "test", models, names, tuple(map(pps, range(1, 5))), limit=300)
    run_inline(workspace, "evaluate", "demo-questions: MiniLM, CNN", asked.arguments())


def curate(page: Any, url: str) -> None:
    """Some decisions, then the desk."""
    page.goto(f"{url}/curate")
    page.get_by_label("Your name").fill("Ann")
    page.keyboard.press("Enter")
    for key in DECISIONS:
        page.locator("[data-at=card]").wait_for(timeout=30_000)
        page.wait_for_timeout(700)
        page.keyboard.press(key)
    page.get_by_text("✓ saved").wait_for(timeout=20_000)
    taken(page, "curate")


def playground(page: Any, url: str) -> None:
    """One text under a handful of perturbations."""
    page.goto(f"{url}/playground")
    page.get_by_text("changed the text").wait_for(timeout=30_000)
    taken(page, "playground")


def heatmaps(page: Any, url: str) -> None:
    """One's own run beside the published kappas."""
    page.goto(f"{url}/heatmaps?view=Side+by+side")
    page.wait_for_function("document.querySelectorAll('.js-plotly-plot').length >= 2", timeout=30_000)
    taken(page, "heatmaps")


def evaluate(page: Any, url: str) -> None:
    """An evaluation at work."""
    page.goto(f"{url}/evaluate")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text(re.compile("Training")).first.wait_for(timeout=120_000)
    page.wait_for_timeout(20_000)
    page.locator("[class*=st-key-job-]").first.scroll_into_view_if_needed()
    taken(page, "evaluate")
    page.get_by_role("button", name="Cancel").first.click()


def taken(page: Any, name: str) -> None:
    """Save what is on the screen."""
    page.wait_for_timeout(2_500)
    page.screenshot(path=IMAGES / f"{name}.png")
    print(f"{name}.png")


def main() -> None:
    """All pictures, one after another."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        workspace = Workspace(Path(folder)).prepare()
        fill(workspace)
        with running_app(workspace) as app, chromium() as browser:
            page = browser.new_page(viewport=WIDE, color_scheme="light")
            for picture in (playground, curate, heatmaps, evaluate):
                picture(page, app.url)


if __name__ == "__main__":
    main()

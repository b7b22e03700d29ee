"""The page of the real runs: every figure read off the runs, every picture drawn from them."""

import io
import os
import platform
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import isnan
from pathlib import Path
from typing import Any

import psutil
from PIL import Image

from core.design import Condition
from core.errors import BadInput
from core.records import Score
from data.jobs.jobs import status
from data.runs.files import RunCard
from data.runs.headline import in_words, main_metric
from data.runs.scores import runs, scores
from data.workspace import Workspace
from pages.ui.heatmaps.metrics import metrics_of
from pages.ui.heatmaps.run_heatmaps import run_heatmap
from pages.ui.runs.heatmap.figure import plotly_figure
from pages.ui.runs.heatmap.heatmap import Heatmap
from pages.ui.runs.heatmap.layout import picture
from pages.ui.runs.ink import LIGHT
from pages.ui.shared.perturbation_words import condition_in_words
from tools.bench.browser import chromium

UNSCORED = "none could be scored: one label for all"
INTRO = """# Real runs

After this page you know how robust small models on real data are to each perturbation.

**Our own figures**: none comes from a paper. `python -m tools.docs.real_runs FOLDER` imports the data sets from their
files in a folder, trains the models on this machine, evaluates them on original text and on text perturbed by our
rules, and writes this page and its pictures. Nothing here is typed by hand. Brackets hold 95 % intervals.

Machine: {machine}.
"""


def write_page(workspace: Workspace, plan: str, page: Path, names: Sequence[str]) -> None:
    """Write the page of all runs of this plan that are there, the data sets in this order, and draw its pictures."""
    cards = {name: [card for card in runs(workspace) if (card.plan, card.dataset) == (plan, name)] for name in names}
    parts = [INTRO.format(machine=machine())]
    with chromium() as browser:
        for name, held in cards.items():
            if held:
                parts.append("\n".join(_section(workspace, name, held, page, browser)))
    page.write_text("\n".join(parts), encoding="utf-8")


def machine() -> str:
    """Its processor, cores, memory and system."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    processor = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    memory = psutil.virtual_memory().total / 2**30
    cores = os.cpu_count() or 1
    return f"{processor or platform.machine()}, {cores} cores, {memory:.0f} GiB of memory, {platform.system()}"


def _section(workspace: Workspace, name: str, cards: Sequence[RunCard], page: Path, browser: Any) -> Iterator[str]:
    first = cards[0]
    cards = [card for card in cards if (card.samples, card.cells) == (first.samples, first.cells)]
    all_scores = scored(workspace, cards)
    yield f"## {name}\n"
    within = f"in {len(cards)} runs" if cards[1:] else "for all models"
    trained = ", ".join(f"{n:,}" for n in sorted({m.trained_on for card in cards for m in card.models if m.trained_on}))
    yield (
        f"{first.samples:,} samples of split {first.split}; models trained on {trained} of split {first.train_split}; "
        f"{len(first.cells)} cells; {first.device}; {sum(card.seconds for card in cards) / 60:,.1f} minutes {within}; "
        f"{', '.join(f'{key} {value}' for key, value in first.versions.items())}."
    )
    yield from (unfinished(workspace, card) for card in cards if not card.finished)
    heatmap = heatmap_of(first, all_scores)
    file = page.parent / "images" / f"real-{name}.png"
    draw(heatmap, file, browser)
    yield f"\n![{heatmap.title}: {name}]({file.parent.name}/{file.name})\n"
    yield from table(first, all_scores)
    yield ""


def unfinished(workspace: Workspace, card: RunCard) -> str:
    """What kept a run from its end, as its job said."""
    with suppress(BadInput):  # the job may be gone
        if error := status(workspace, card.id).error:
            return f"Not finished. {error}"
    return "Not finished: some models or cells are missing."


def scored(workspace: Workspace, cards: Sequence[RunCard]) -> list[Score]:
    """The scores of all models of these runs, the newest first; of a model that is in several, the newest."""
    by_model = dict[str, list[Score]]()
    for card in cards:
        of_run = scores(workspace, card.id)
        for model in dict.fromkeys(score.model for score in of_run):
            by_model.setdefault(model, [score for score in of_run if score.model == model])
    return [score for of_model in by_model.values() for score in of_model]


def heatmap_of(card: RunCard, all_scores: Sequence[Score]) -> Heatmap:
    """How much each model agrees with itself in each cell, labelled as ours."""
    main = main_metric(card.dataset, card.task)
    return run_heatmap(f"{card.dataset}, our own run", all_scores, metrics_of(card)[0], main=main)


def table(card: RunCard, all_scores: Sequence[Score]) -> Iterator[str]:
    """A line of Markdown for each model: its score on original text, and its lowest agreement."""
    main, agreement = main_metric(card.dataset, card.task), metrics_of(card)[0].name
    yield f"| model | {in_words(main)} on original text | n | lowest {in_words(agreement)} | under |"
    yield "|---|---|---|---|---|"
    for model in dict.fromkeys(score.model for score in all_scores):
        own = [score for score in all_scores if score.model == model and not isnan(score.value)]
        before = next((score for score in own if score.metric == main and not score.perturbation), None)
        cells = [score for score in own if score.metric == agreement and score.perturbation]
        worst = min(cells, key=lambda score: score.value, default=None)
        under = condition_in_words(Condition(worst.perturbation, worst.severity)) if worst and worst.severity else ""
        lowest = _figure(worst) if worst else UNSCORED
        yield f"| {model} | {_figure(before)} | {before.n if before else 0:,} | {lowest} | {under} |"


def _figure(score: Score | None) -> str:
    if score is None:
        return "-"
    return f"{score.value:.3f}" + (f" ({score.low:.3f} to {score.high:.3f})" if score.low <= score.high else "")


def draw(heatmap: Heatmap, file: Path, browser: Any) -> None:
    """The heatmap as a PNG of its drawing alone, light."""
    figure = plotly_figure(heatmap).update_layout(**picture(heatmap, LIGHT))
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        html = Path(folder) / "figure.html"
        html.write_text(figure.to_html(include_plotlyjs=True, config={"displayModeBar": False}), encoding="utf-8")
        size = {"width": int(figure.layout.width or 900), "height": int(figure.layout.height or 900)}
        page = browser.new_page(viewport=size, color_scheme="light")
        page.goto(html.as_uri())
        page.locator(".js-plotly-plot .main-svg").first.wait_for()
        taken = page.locator(".js-plotly-plot").screenshot()
        page.close()
    Image.open(io.BytesIO(taken)).convert("RGB").save(file, optimize=True)  # all colours: fewer spoil the scale's

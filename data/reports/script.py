"""What a script takes away of a run: its card, its heatmap."""

from math import isnan
from pathlib import Path

from core.errors import BadInput
from data.durable import write_named
from data.reports.card_file import card_format
from data.reports.facts import facts
from data.reports.page import Html, heatmap_html
from data.runs.counts import Curated
from data.runs.measures.registry import FOLLOWING, metrics
from data.workspace import Workspace


def card(workspace: Workspace, run: str, path: Path | str | None, curated: Curated | None, examples: int) -> str:
    """The card as Markdown, or as a page where `path` ends in .html; written there. Raises BadInput for others."""
    form = card_format(Path("card.md" if path is None else path))
    text = form(facts(workspace, run, examples=examples, curated=curated))
    if path is not None:
        write_named(Path(path), text)
    return text


def heatmap(workspace: Workspace, run: str, path: Path | str | None, curated: Curated | None, metric: str) -> Html:
    """The heatmap, of the agreement or another metric; `path`, which must end in .html, gets it as a page.

    Raises BadInput for another ending, and for a metric without values on perturbed texts.
    """
    if path is not None and Path(path).suffix != ".html":
        raise BadInput(f"{Path(path).name!r} has an unknown ending; use .html for a heatmap.")
    run_facts = facts(workspace, run, examples=0, curated=curated)
    scored = {score.metric for score in run_facts.scores if score.perturbation and not isnan(score.value)}
    there = [name for name in (*metrics(), *(entry.name for entry in FOLLOWING)) if name in scored]
    if metric and metric not in there:
        raise BadInput(f"The run {run} has no {metric!r} on perturbed texts; its metrics are {', '.join(there)}.")
    html = heatmap_html(run_facts, metric)
    if path is not None:
        write_named(Path(path), html.page(f"Heatmap of {run}"))
    return html

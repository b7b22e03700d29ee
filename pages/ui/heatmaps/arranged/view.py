"""Tasks side by side: the papers' figures on all their data sets, or several of one's own runs, in one figure."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from re import findall

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.so_many import so_many
from core.whole_papers import scored_on_changed
from data.runs.files import RunCard
from data.runs.headline import main_metric
from data.runs.measures.registry import RunMetric
from pages.ui.heatmaps.arranged.facets import side_by_side
from pages.ui.heatmaps.choices import choose_arrangement, choose_collection
from pages.ui.heatmaps.metrics import METRICS, metrics_of
from pages.ui.heatmaps.own_run import (
    OPENED,
    OwnRun,
    choose_intervals,
    choose_metric,
    choose_samples,
    draw_opened,
    own_run,
)
from pages.ui.heatmaps.published_heatmaps import published_heatmap, tasks
from pages.ui.heatmaps.run_heatmaps import Samples, read_together
from pages.ui.heatmaps.trainings import choose_trainings
from pages.ui.runs.controls import controls_row
from pages.ui.runs.heatmap.chart import choose_cell, draw
from pages.ui.runs.heatmap.heatmap import Heatmap
from pages.ui.runs.names import distinct, scored_runs
from pages.ui.runs.nothing_to_show import say_no_runs, say_nothing_kept
from pages.ui.runs.run_choice import choose_runs
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.literal import literally

KEY = "tasks"
OTHER_SAMPLES = "The runs have different samples (n). For two runs on shared samples, choose Compare, Another run."
MOST_AT_FIRST = 12  # runs of one data set that are chosen at first


def draw_all_tasks() -> None:
    """The papers' figures on all their data sets."""
    collection = choose_collection(st.selectbox, "tasks-published")
    parts = {_short(name): published_heatmap(collection, task) for task, name in tasks(collection).items()}
    first = next(iter(parts.values()))
    explained = first.subtitle.partition(". ")[2]
    sources = dict.fromkeys(part.source for part in parts.values())
    whole = side_by_side(parts, first.title, f"{len(parts)} tasks. {explained}", _tables(list(sources)))
    heatmap = choose_arrangement(whole, KEY)
    if heatmap.cells:
        draw(heatmap, f"{KEY}-chart")


def draw_several_runs() -> None:
    """Several of the user's runs, and the flips of a chosen cell."""
    runs = scored_runs()
    if not runs:
        say_no_runs("This page then shows several runs side by side.")
        return
    left, right = st.columns([3, 2])
    chosen = [runs[id_] for id_ in _choose_runs(runs, left)]
    if not chosen:
        st.info("Choose at least one run.")
        return
    measured = [metric for metric in METRICS.values() if any(metric in metrics_of(run) for run in chosen)]
    metric = choose_metric(right, measured, "tasks-metric")
    controls = controls_row("tasks")
    with controls:
        of_paper = all(scored_on_changed(run.plan) for run in chosen)
        samples, intervals = choose_samples(chosen[0].plan if of_paper else ""), choose_intervals()
        each = choose_trainings(chosen)
    parts = _parts(chosen, metric, samples, each)
    if not parts:
        return
    first = next(iter(parts.values()))
    maps = [own.heatmap for own in parts.values()]
    mains = [main_metric(own.run.dataset, own.run.task) for own in parts.values() if own.heatmap.heads]
    explained = read_together(maps, metric, mains)
    whole = side_by_side(
        {title: own.heatmap for title, own in parts.items()},
        first.heatmap.title,
        f"{so_many(len(parts), 'run')}. {explained}",
        first.heatmap.source,
    )
    heatmap = choose_arrangement(whole, KEY, controls)
    if heatmap.cells:
        under_title = draw(heatmap, KEY, opens=heatmap, intervals=intervals)
        _draw_opened(heatmap, parts, under_title)


def _parts(chosen: Sequence[RunCard], metric: RunMetric, samples: Samples, each: bool) -> dict[str, OwnRun]:
    """The runs that have something to show, by their titles; what is left out, and what to know of each, is said."""
    fitting = [run for run in chosen if metric in metrics_of(run)]
    if other := [run.title for run in chosen if run not in fitting]:
        these = "this run" if len(other) == 1 else "these runs"
        st.caption(f"Not shown: {', '.join(map(literally, other))}. The task of {these} has no {metric}.")
    parts = {title: own_run(run, metric, samples, each=each) for title, run in _titles(fitting).items()}
    if nothing := [title for title, own in parts.items() if own.nothing_kept]:
        say_nothing_kept(", ".join(nothing))
    parts = {title: own for title, own in parts.items() if not own.nothing_kept}
    if len({(run.dataset, run.samples) for run in fitting}) > len({run.dataset for run in fitting}):
        st.caption(OTHER_SAMPLES)
    for title, own in parts.items():
        if own.left_out:
            st.caption(f"{literally(title)}: {own.left_out}")
        warn_of_unlearned(own.run, of=title)
    if bare := [title for title, own in parts.items() if not own.run.labelled and metric.needs_gold]:
        titles = ", ".join(map(literally, bare))
        st.info(f"{titles}: the split has no gold labels, so Flinch can't compute this metric; choose kappa.")
    return parts


def _draw_opened(heatmap: Heatmap, parts: dict[str, OwnRun], under_title: DeltaGenerator) -> None:
    st.header("Flipped predictions", anchor=OPENED)
    if cell := choose_cell(heatmap, KEY):
        facet = heatmap.facets[cell.column]
        draw_opened(parts[facet.title], cell.row, facet.label, under_title)
    else:
        st.caption("Select a cell in the figure, or choose it here.")


def _choose_runs(runs: dict[str, RunCard], place: DeltaGenerator) -> list[str]:
    """At first the newest run of each data set, of one plan where the newest is of a plan, or where that is one data
    set all its runs; each link names them."""
    first = next(iter(runs.values()))
    finished = {id_: card for id_, card in runs.items() if card.finished and card.plan == first.plan}
    newest = {card.dataset: id_ for id_, card in reversed(finished.items())} or {first.dataset: first.id}
    if len(newest) == 1 and not first.plan:
        same = [id_ for id_, card in finished.items() if card.dataset in newest]
        newest = {id_: id_ for id_ in same[:MOST_AT_FIRST]} or newest
    return choose_runs(place.multiselect, "Runs, in order", "tasks-runs", runs, list(newest.values()))


def _titles(chosen: Sequence[RunCard]) -> dict[str, RunCard]:
    """A short title for each run: its data set; where several are of one, when they began and their samples, after the
    data set if there are others."""
    of, titles = Counter(run.dataset for run in chosen), dict[str, str]()
    for run in chosen:
        name = f"{run.dataset}, ours" if run.ours else run.dataset
        began = f"{datetime.fromisoformat(run.started):%d %b %H:%M}, n = {run.samples:,}"
        titles[run.id] = name if of[run.dataset] == 1 else began if len(of) == 1 else f"{name}, {began}"
    return dict(zip(distinct(titles).values(), chosen, strict=True))


def _short(task: str) -> str:
    """ "CoLA" for "Grammatical acceptability (CoLA)"."""
    return task.rpartition("(")[2].rstrip(")")


def _tables(sources: Sequence[str]) -> str:
    """One line for all the tables that the parts come from: from first to last where none is left out."""
    paper = sources[0].partition(", Table")[0]
    numbers = sorted({int(number) for source in sources for number in findall(r"\d+", source.partition(", Table")[2])})
    if (first := numbers[0]) + len(numbers) - 1 == (last := numbers[-1]) and len(numbers) > 2:
        return f"{paper}, Tables {first}-{last}."
    return f"{paper}, Table{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}."

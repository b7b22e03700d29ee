"""The view *Compare*: a run beside published figures, less them, or beside another run."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.models.tasks import LABELLING
from core.papers import MORADI, ROMERO
from data.runs.files import RunCard
from data.runs.measures.registry import RunMetric
from pages.ui.heatmaps.choices import choose_task
from pages.ui.heatmaps.comparison import (
    COMPARABLE,
    NONE_SHARED,
    by_our_rules,
    difference,
    fitting_task,
    in_one_figure,
    namesake,
    published_on,
    shared_first,
    sharing,
    why_not,
    without_counterpart,
)
from pages.ui.heatmaps.metrics import metrics_of
from pages.ui.heatmaps.own_run import OwnRun, choose_run, draw_cell, draw_run
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap, tasks
from pages.ui.heatmaps.rows import rows_at
from pages.ui.heatmaps.run_heatmaps import Samples, unexplained
from pages.ui.heatmaps.two_runs.choice import others_of
from pages.ui.heatmaps.two_runs.view import draw_two_runs
from pages.ui.runs.address import wished
from pages.ui.runs.controls import choose, choose_button, switch
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.figures_table import draw_figures
from pages.ui.runs.heatmap.heatmap import ORIGINAL, Heatmap
from pages.ui.runs.names import scored_runs
from pages.ui.runs.run_choice import RUN
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded

PUBLISHED, OTHER = "Published figures", "Another run"
METRIC_KEY = "own-metric-published"  # apart from that of the other views, which offer metrics that no table has
OF_MORADI = (Collection.SCORE, Collection.LOST, Collection.LOST_BY_PPS)
LABELS = {  # how many labels the published models chose between
    ROMERO: {"GC": 2, "HSOL": 3, "NLI": 3, "SA": 2, "SS": 2},
    MORADI: {"TC": 50, "SA": 5, "QA": 2},
}
FAIRLY = (
    "For deletion, negation and synonyms, Moradi & Samwald use 200 samples per cell, all kept by people. "
    'Their other figures use changed samples only. Choose "Kept by people" or "Only changed" for a fair comparison.'
)


def draw_compared(beside_views: DeltaGenerator) -> None:
    """What the run is compared with, and how, and the figures."""
    spelled = {"published": PUBLISHED, "run": OTHER}
    with beside_views:
        other = choose_button("Compare with", "with", "compare-with", spelled, _usual(), always=True)
        subtracting = other != OTHER and switch("Difference", "difference", "compare-difference")
    if other == OTHER:
        draw_two_runs()
    else:
        (_subtracted if subtracting else _side_by_side)()


def _usual() -> str:
    """What the run that is looked at can be compared with: another run where no table is comparable."""
    cards = {id_: card for id_, card in scored_runs().items() if card.task in LABELLING}
    requested = wished("run") or st.session_state.get(RUN, "")
    looked_at = cards.get(requested) if requested else next(iter(cards.values()), None)
    if looked_at is None or not others_of(looked_at, cards):
        return PUBLISHED
    fitting = {collection: fitting_task(collection, looked_at.dataset) for collection in COMPARABLE.values()}
    comparable = any(task and not unlike(collection, task, looked_at) for collection, task in fitting.items())
    return PUBLISHED if comparable else OTHER


def _side_by_side() -> None:
    """The user's own run on the left, the published figures that fit it on the right, on the same rows and scale."""
    own, task = _choose()
    if own is None or not task:
        return
    _say_unlike(own, task)
    theirs = shared_first(published_heatmap(COMPARABLE[own.metric], task), own.heatmap)
    whole, mine_alone, theirs_alone = in_one_figure(own.heatmap, theirs)
    under_title = draw_run(own, whole if any(row != ORIGINAL for row in whole.rows) else None)
    _caveats(own, theirs, named=False)
    if alone := [heatmap for heatmap in (mine_alone, theirs_alone) if heatmap.cells]:
        with st.expander("Rows that only one of them has"):
            st.caption(literally(without_counterpart(own.heatmap, theirs)))
            for rest in alone:
                st.caption(literally(f"{rest.of} {rest.source}"))
                draw_figures(rest)
    draw_cell(own, under_title)


def _subtracted() -> None:
    """The run's figures minus a published model's, where both measured the same thing."""
    own, task = _choose()
    if own is None or not task:
        return
    _say_unlike(own, task)
    warn_of_unlearned(own.run)
    collection = COMPARABLE[own.metric]
    if collection in OF_MORADI:
        st.caption(FAIRLY)
    if reason := why_not(collection, task, own.metric.name) or other_samples(collection, own.samples):
        st.info(reason)
        return
    theirs = published_heatmap(collection, task)
    usual, key = namesake(own.heatmap.columns[0], theirs.columns), f"difference-model-{own.run.id}"
    model = choose(st.selectbox, "Published model", "minus", key, theirs.columns, usual)
    comparable = not unlike(collection, task, own.run)
    heatmap = difference(unexplained(own.heatmap, own.metric), theirs, model, comparable)
    if not heatmap.cells:
        st.info("The paper's tables have no perturbation and severity of this run; evaluate a pair from these tables.")
        return
    draw(heatmap, "difference-chart", intervals=own.intervals)
    _caveats(own, theirs)


def _say_unlike(own: OwnRun, task: str) -> None:
    for apart in unlike(COMPARABLE[own.metric], task, own.run):
        st.caption(f":material/warning: {literally(apart)}")


def _choose() -> tuple[OwnRun | None, str]:
    """The run, by a metric that published tables have, and the task of the table; "" where none is chosen yet."""
    own = choose_run(tuple(COMPARABLE), key=METRIC_KEY, first=_published_first)
    return own, _fitting(own) if own else ""


def _published_first(run: RunCard, metrics: list[RunMetric]) -> list[RunMetric]:
    """The metrics with those first by which a published table on the run's data set has a row of it, or a table."""
    rows = rows_at((cell.condition.perturbation, cell.condition.severity) for cell in map(run.cell, run.cells))
    shared, (_, published) = sharing(rows, run.dataset, metrics), published_on(run.dataset, metrics)
    return sorted(metrics, key=lambda metric: (metric not in shared, metric not in published))


def _caveats(own: OwnRun, theirs: Heatmap, named: bool = True) -> None:
    """Which rows have no counterpart, if they are to be `named`, and by what other metric they would; whose rules the
    texts follow."""
    missing = without_counterpart(own.heatmap, theirs)
    others = sharing(own.heatmap.rows, own.run.dataset, metrics_of(own.run))
    if missing == NONE_SHARED and others:
        _offer(f"{missing} Choose a metric whose published table has some of these rows:", others)
    elif missing and (named or missing == NONE_SHARED):
        st.caption(missing)
    if caveat := by_our_rules(own.heatmap, theirs):
        st.caption(caveat)


def _offer(why: str, metrics: Sequence[RunMetric]) -> None:
    """Why there is nothing to compare, and a button for each metric by which there is."""
    st.info(why)
    with st.container(horizontal=True):
        for metric in metrics:
            st.button(metric.title, key=f"published-{metric.name}", on_click=_take, args=(metric,))


def _fitting(own: OwnRun) -> str:
    """The published task that fits the run, or the one people chose; "" where none has the metric or is chosen."""
    collection = COMPARABLE[own.metric]
    fitting = fitting_task(collection, own.run.dataset)
    task, published = ("", []) if fitting else published_on(own.run.dataset, metrics_of(own.run))
    if published:
        _offer(f"No published table on {task} has {own.metric}. Metrics published for this task:", published)
        return ""
    apart = unlike(collection, fitting, own.run) if fitting else []
    if not fitting:
        st.caption(f"No published table covers {literally(own.run.dataset)}; choose the closest task.")
    task = choose_task(collection, fitting, st.container(width=380), begun=bool(fitting) and not apart)
    if not task and apart:
        st.caption(
            f"{tasks(collection)[fitting]}: {literally(apart[0])} Choose a task to see its figures all the same."
        )
    return task


@guarded
def _take(metric: RunMetric) -> None:
    st.session_state[METRIC_KEY] = metric


def other_samples(collection: Collection, samples: Samples) -> str:
    """Why figures over these samples can't be subtracted, in a sentence; "" where they can."""
    if collection in (Collection.KAPPA, Collection.ROBUSTNESS) and samples is not Samples.ALL:
        return f'{ROMERO.short} also counts unchanged samples: choose "{Samples.ALL}" to subtract its figures.'
    return ""


def unlike(collection: Collection, task: str, run: RunCard) -> list[str]:
    """What sets the run apart from what was published on this task, a sentence each."""
    reasons = []
    printed = tasks(collection)[task].rpartition("(")[2].rstrip(")")
    if fitting_task(collection, run.dataset) != task:
        reasons.append(f"the published figures are for {printed}, but this run is for {run.dataset}")
    labels = LABELS[MORADI if collection in OF_MORADI else ROMERO].get(task, 0)
    if labels and run.labels and len(run.labels) != labels:
        reasons.append(
            f"the published models choose between {labels} labels, but the models of this run choose "
            f"between {len(run.labels)}"
        )
    return [f"Not comparable: {reason}." for reason in reasons]

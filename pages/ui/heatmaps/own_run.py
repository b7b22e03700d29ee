"""The user's own run: which one, by what metric, on all perturbed samples or on those people kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.design import Condition
from core.models.tasks import LABELLING
from core.records import Score, Task
from core.severity import Severity
from core.so_many import so_many
from core.whole_papers import scored_on_changed
from data.runs.counts import Curated, flips_by_label
from data.runs.files import NO_LABELS, RunCard, newest_file
from data.runs.headline import main_metric
from data.runs.measures.kept import kept_of_run
from data.runs.measures.registry import RunMetric
from data.runs.measures.repeated import averaged
from data.runs.scores import changed_pairs, flips, has_scores, labels_at, runs, scores
from data.workspace import Workspace
from pages.ui.heatmaps.choices import choose_arrangement
from pages.ui.heatmaps.metrics import METRICS, metrics_of
from pages.ui.heatmaps.opened.breakdown import draw_breakdown
from pages.ui.heatmaps.opened.flips import draw_directions, draw_flips
from pages.ui.heatmaps.opened.unfinished import how_far
from pages.ui.heatmaps.phone import CHOSEN
from pages.ui.heatmaps.run_heatmaps import Samples, rests_on, run_heatmap
from pages.ui.heatmaps.slopes import draw_slopes
from pages.ui.heatmaps.trainings import choose_training, choose_trainings, trainings_in_words
from pages.ui.runs.controls import choose, controls_row, switch
from pages.ui.runs.heatmap.chart import choose_cell, draw
from pages.ui.runs.heatmap.heatmap import Heatmap, HeatmapRow, Origin
from pages.ui.runs.nothing_to_show import say_no_runs, say_nothing_kept
from pages.ui.runs.run_choice import choose_card
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.literal import literally
from pages.ui.shell.session import store, workspace

KEY, OPENED = "own", "flipped"


@dataclass(frozen=True, slots=True)
class OwnRun:
    """What was chosen. `curated` is None when every perturbed sample counts; `intervals` are to stand in the cells;
    `left_out` says what people kept and is not counted."""

    run: RunCard
    metric: RunMetric
    curated: Curated | None
    heatmap: Heatmap
    intervals: bool
    scores: Sequence[Score] = ()
    left_out: str = ""
    samples: Samples = Samples.ALL

    @property
    def nothing_kept(self) -> bool:
        """Whether only what people kept counts, and that is nothing so far."""
        return self.samples is Samples.KEPT and not self.curated and not self.left_out

    @property
    def shown_scores(self) -> list[Score]:
        """The scores behind the cells that are shown; of several trainings the mean, where that is what is shown."""
        places, columns = {(*cell.row.key, cell.column) for cell in self.heatmap.cells}, set(self.heatmap.columns)
        means = averaged(self.run, self.scores)
        all_scores = means if columns <= {score.model for score in means} else self.scores
        return [s for s in all_scores if (s.perturbation, s.severity.key if s.severity else "", s.model) in places]


def choose_run(
    metrics: Sequence[RunMetric] = tuple(METRICS.values()),
    in_cells: bool = True,
    key: str = "own-metric",
    first: Callable[[RunCard, list[RunMetric]], list[RunMetric]] = lambda _, fitting: fitting,
) -> OwnRun | None:
    """The run people ask for, by one of these metrics; None, with a word on why, while there is nothing to show.

    Without `in_cells` it is to be drawn as a figure without cells, which intervals could stand in. `first` orders the
    metrics of the run: the first is chosen to begin with, and the choice is kept under `key`.
    """
    cards = {run.id: run for run in runs(workspace())}
    if not cards:
        say_no_runs("This page then shows your own figures, also beside the published figures.")
        return None
    row = controls_row(KEY)
    run = choose_card(cards, row, [card for card in cards.values() if has_scores(workspace(), card)])
    metric = choose_metric(row, first(run, metrics_of(run, metrics)), key, run, width=160)
    with row:
        samples = choose_samples(run.plan)
        more = st.popover("More", icon=":material/tune:", key=f"{KEY}-more")
    with more:
        intervals = in_cells and choose_intervals()
    if missing := how_far(workspace(), run):
        st.info(missing)
    if not run.labelled and metric.needs_gold:
        st.info(f"{NO_LABELS}. Choose {metrics_of(run)[0].spoken}.")
    if not has_scores(workspace(), run):
        return None
    with more:
        each = choose_trainings([run])
    own = own_run(run, metric, samples, intervals, each)
    if own.left_out:
        st.caption(own.left_out)
    if own.nothing_kept:
        say_nothing_kept()
        return None
    if apart := trainings_in_words(run, own.scores, main_metric(run.dataset, run.task)):
        st.caption(literally(apart))
    heatmap = choose_arrangement(own.heatmap, KEY, more, folded=True)
    return replace(own, heatmap=heatmap) if heatmap.cells else None


def own_run(run: RunCard, metric: RunMetric, samples: Samples, intervals: bool = False, each: bool = False) -> OwnRun:
    """The run's scores by this metric, over these samples, and their heatmap: the means of a model's trainings, or
    each of them.
    """
    kept = kept_of_run(store(), workspace(), run) if samples is Samples.KEPT else None
    curated = kept.samples if kept else None
    main = main_metric(run.dataset, run.task)
    all_scores = run_scores(run, samples is Samples.CHANGED, curated, rests_on(metric, main))
    title = f"{run.title} (demo data by Flinch)" if run.ours else run.title
    heatmap = run_heatmap(title, all_scores if each else averaged(run, all_scores), metric, samples, main)
    if metric.name in ("f1_binary", "f1_binary_lost"):
        label = labels_at(workspace().runs / run.id, run)[1]
        heatmap = replace(heatmap, subtitle=heatmap.subtitle.replace("the positive label", f"the label “{label}”"))
    heatmap = replace(heatmap, origins={"": Origin(run.dataset, run.id, metric.name, samples.name.lower())})
    return OwnRun(run, metric, curated, heatmap, intervals, all_scores, kept.left_out if kept else "", samples)


def run_scores(
    run: RunCard,
    changed: bool = False,
    curated: Curated | None = None,
    only: tuple[str, ...] = ("kappa", "share_perturbed"),
) -> list[Score]:
    """The run's scores by these metrics, made only once while nothing changes."""
    return _scored(workspace(), run.id, _state(run, curated), changed, only, curated)


def choose_metric(
    place: DeltaGenerator,
    fitting: Sequence[RunMetric],
    key: str,
    run: RunCard | None = None,
    width: int | Literal["stretch"] = "stretch",
) -> RunMetric:
    """The metric that people choose among these; the one that the run's data set is reported by is named."""
    usual = main_metric(run.dataset, run.task) if run else "accuracy"

    def label(metric: RunMetric) -> str:
        return f"{metric} (usual for {run.dataset})" if run and metric.name == usual != "accuracy" else str(metric)

    choices = {metric.name: metric for metric in fitting}
    return choose(place.selectbox, "Metric", "metric", key, choices, fitting[0], format_func=label, width=width)


def choose_samples(plan: str) -> Samples:
    """Which samples count: at first those that the paper counts whose `plan` the run is a part of, else all."""
    usual = Samples.CHANGED if scored_on_changed(plan) else Samples.ALL
    key = "own-samples" if usual is Samples.ALL else "own-samples-of-paper"
    choices = {samples.name.lower(): samples for samples in Samples}
    return choose(st.segmented_control, "Samples", "samples", key, choices, usual, required=True, width="content")


def choose_intervals() -> bool:
    """Whether intervals stand in the cells."""
    return switch("95 % intervals in the cells", "intervals", "own-intervals")


def draw_run(own: OwnRun, whole: Heatmap | None = None, below: DeltaGenerator | None = None) -> DeltaGenerator:
    """The run's heatmap, or a `whole` one that it is a part of; selecting a cell of the run lists its flips.

    Its table, downloads and slopes stand `below`. What comes back is a place for a line under its title.
    """
    under_title = draw(whole or own.heatmap, KEY, opens=own.heatmap, intervals=own.intervals, below=below)
    warn_of_unlearned(own.run)
    with below or st.container():
        draw_slopes(own.shown_scores, own.metric)
    return under_title


def draw_cell(own: OwnRun, under_title: DeltaGenerator, below: DeltaGenerator | None = None) -> None:
    """The selectors of a cell, and the samples of the chosen one whose prediction flipped; a line on these goes
    `under_title`, and wide tables `below`."""
    title = "Changed scores" if own.run.task is Task.SIMILARITY else "Flipped predictions"
    st.header(title, anchor=OPENED)
    if cell := choose_cell(own.heatmap, KEY):
        draw_opened(own, cell.row, cell.column, under_title, below)
    else:
        st.caption("Select a cell in your heatmap, or choose it here.")


def draw_opened(
    own: OwnRun, row: HeatmapRow, model: str, under_title: DeltaGenerator, below: DeltaGenerator | None = None
) -> None:
    """What flipped under this row's condition, counted by label and one by one."""
    condition = Condition(row.key[0], Severity.parse(row.key[1]))
    model = choose_training(own.run, model)
    place = (workspace(), own.run.id, model, condition, own.curated)
    flipped = flips(*place)
    summary = f"{row.full}, {model}: {so_many(len(flipped), 'flip')}"
    under_title.container(key=CHOSEN).markdown(f"[{literally(summary)} ↓](#{OPENED})")
    part = {"run": own.run.id, "models": model, "perturbations": condition.spelled}
    part |= {"kept": "1"} if own.samples is Samples.KEPT else {}
    part |= {"moved": "0"} if own.run.task is Task.SIMILARITY else {}  # every change counts here
    if flipped:
        st.page_link("pages/flips.py", label="Flip rates by edit", query_params=part)
    draw_flips(
        flipped, {**part, "by": "perturbation", "row": condition.perturbation}, f"flips-{own.run.id}-{row.full}-{model}"
    )
    with below or st.container():
        if own.run.task in LABELLING:
            draw_breakdown(own.run, model, condition, own.curated)
            draw_directions(flips_by_label(changed_pairs(*place)))


def _state(run: RunCard, curated: Curated | None) -> tuple[int, int]:
    """What scores depend on: the run's newest file, and what people made of the samples."""
    written = newest_file(workspace().runs / run.id)
    if curated is None:
        return written, 0
    return written, hash(frozenset((sample.candidate_id, sample.label) for sample in curated.values())) or 1


@st.cache_data(max_entries=16, show_spinner="Scoring …")
def _scored(
    home: Workspace,
    run_id: str,
    state: tuple[int, int],
    changed: bool,
    only: tuple[str, ...],
    _curated: Curated | None,
) -> list[Score]:
    """The run's scores, made again only when `state` is another; `_curated` is told apart by it."""
    return scores(home, run_id, _curated, changed, only)

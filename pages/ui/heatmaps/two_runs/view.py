"""The view of two runs: which two, by what, their differences, and both side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from core.metrics.significance import LEVEL
from core.rounding import signed
from core.so_many import so_many
from data.reports.paired import PairedDifference, common_samples, compared_by, in_both, paired_differences
from data.reports.run_at import run_at
from data.runs.files import RunCard, newest_file
from data.runs.headline import main_metric
from data.runs.measures.registry import Compares, RunMetric
from data.runs.scores import runs
from data.workspace import Workspace
from pages.ui.heatmaps.arranged.facets import side_by_side
from pages.ui.heatmaps.choices import choose_arrangement
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.heatmaps.own_run import own_run
from pages.ui.heatmaps.run_heatmaps import Samples, read_together
from pages.ui.heatmaps.two_runs.choice import Pairs, choose_models, choose_two
from pages.ui.heatmaps.two_runs.differences import column_of, difference_heatmap, values_of
from pages.ui.runs.controls import choose, controls_row
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.heatmap import Heatmap, Origin
from pages.ui.runs.names import told_apart
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import condition_in_words
from pages.ui.shell.session import store, workspace

KEY = "two"
MOST = 40  # differences that are listed


def draw_two_runs() -> None:
    """Two runs on one data set; without two, how to get them."""
    store()
    names = told_apart({card.id: card for card in runs(workspace())})
    with st.container(key=f"{KEY}-runs-controls"):
        chosen = choose_two(names)
        pairs = choose_models(*chosen) if chosen else ()
    if chosen is None:
        st.info(
            "To compare, you need two runs that predict labels on the same data set and split, or a run of two models. "
            "Evaluate another run."
        )
        st.page_link("pages/evaluate.py", label="Evaluate models", icon=":material/arrow_forward:")
        return
    first, second = chosen
    with (row := controls_row(KEY)):
        metric = _choose_metric(first)
    if not (first.labelled and second.labelled) and metric.of is Compares.GOLD:
        st.info(f"The split has no gold labels, so Flinch can compute kappa, but not {metric}.")
        return
    for name, run in {first.id: ("First run", first), second.id: ("Second run", second)}.values():
        warn_of_unlearned(run, of=name if first.id != second.id else "")
    stamps = tuple(newest_file(workspace().runs / run.id) for run in chosen)
    n, differences = _compared(workspace(), first.id, second.id, pairs, metric.name, stamps)
    if not differences:
        st.info(_nothing(n))
        return
    over = f"over the {so_many(n, 'sample')}"
    if first.id == second.id:
        [(one, other)] = pairs
        whole = difference_heatmap(differences, metric, f"{other} minus {one}, in {names[first.id]}, {over}.", "model")
    else:
        title = f"{names[second.id]} minus {names[first.id]}, {over}"
        whole = difference_heatmap(differences, metric, title + in_both(first, second))
    origin = Origin(second.dataset, second.id, metric.name, "both", first.id)
    heatmaps = {
        title: own_run(run, metric, Samples.ALL).heatmap for title, run in (("First", first), ("Second", second))
    }
    heatmap = choose_arrangement(replace(whole, origins={"": origin}), KEY, row)
    if not heatmap.cells:
        return
    sure = _say_sure(differences, metric)
    draw(heatmap, KEY)
    _draw_sure(sure, metric)
    if first.id != second.id:
        _draw_both(heatmaps, chosen, metric, f"First: {names[first.id]}; second: {names[second.id]}.")


def _nothing(n: int) -> str:
    if not n:
        return (
            "The runs have no sample in common, so Flinch can't compare them; see their heatmaps under “Several runs”."
        )
    return (
        "The two runs have no perturbation at the same severity in common; evaluate both with the same perturbation "
        "and severity."
    )


def _say_sure(differences: Sequence[PairedDifference], metric: RunMetric) -> list[PairedDifference]:
    """The differences that are more than chance, the largest first; how many they are is said."""
    tested = [diff for diff in differences if diff.p == diff.p]
    if not tested:
        st.info(f"No cell has a value for {metric.spoken} in both runs, so Flinch can't compare any cell.")
        return []
    sure = sorted((diff for diff in tested if diff.p < LEVEL), key=lambda diff: -abs(diff.found.value))
    st.markdown(f"**{len(sure)} of {len(tested)} cells differ significantly.**")
    return sure


def _draw_sure(sure: Sequence[PairedDifference], metric: RunMetric) -> None:
    if not sure:
        return
    factor, digits = metric.unit.times, metric.unit.digits
    rows = []
    for diff in sure[:MOST]:
        bounds = (diff.found.value, diff.found.low, diff.found.high)
        value, low, high = (signed(factor * bound, digits) for bound in bounds)
        place = f"{column_of(diff)}, {condition_in_words(diff.condition)}"
        rows.append((place, *values_of(diff, metric), value, f"{low} to {high}"))
    draw_table(f"{metric}, largest differences first", ("", "First", "Second", "Change", "95 % interval"), rows)
    if len(sure) > MOST:
        st.caption(f"Shown: {MOST} of {len(sure)} differences; the CSV file of the figure has all.")


def _draw_both(heatmaps: Mapping[str, Heatmap], runs: Sequence[RunCard], metric: RunMetric, which: str) -> None:
    """Both runs as they are, over all their samples, on one scale; `which` says which is which."""
    first = next(iter(heatmaps.values()))
    mains = [main_metric(run.dataset, run.task) for run in runs]
    subtitle = f"{which} {metric}: {read_together(list(heatmaps.values()), metric, mains)}"
    both = side_by_side(heatmaps, "Both runs, each over all its samples", subtitle, first.source)
    draw(both, f"{KEY}-both")


def _choose_metric(run: RunCard) -> RunMetric:
    """By what the runs are compared: metrics that their labels allow and that tell two runs apart."""
    compared = compared_by(run)
    choices = {metric.name: metric for metric in METRICS.values() if metric in compared}
    return choose(st.segmented_control, "Metric", "metric", "two-metric", choices, METRICS["kappa"], required=True)


@st.cache_data(max_entries=8, show_spinner="Comparing samples …")
def _compared(
    home: Workspace, first: str, second: str, pairs: Pairs, metric: str, stamps: tuple[int, ...]
) -> tuple[int, list[PairedDifference]]:
    """How many samples both runs have, and their differences; made again when a file of a run is newer."""
    one, other = run_at(home, first), run_at(home, second)
    n = common_samples(one, other)
    return n, paired_differences(one, other, pairs, METRICS[metric]) if n else []

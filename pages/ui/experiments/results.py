"""What came of an experiment: figures, tables, the paper's own beside them, and a paragraph on how it was made."""

from collections.abc import Iterable, Sequence
from math import isnan, nan
from statistics import fmean

import streamlit as st

from core.experiments.learnability_results import (
    ALL,
    Correlations,
    Learned,
    RankCorrelation,
    correlations,
    learned,
    most_telling,
)
from core.experiments.records import Added, Labels, Outcome, chance_in_words, may_be_chance
from core.experiments.registry import Reading, find_experiment
from core.so_many import so_many
from core.text.casing import capitalised
from data.experiments.files import LEFT_OUT, ExperimentCard, outcomes, read_card
from data.jobs.jobs import JobStatus, jobs
from data.jobs.records import JobState
from data.published.learnability import published_correlations
from pages.ui.experiments.all_sets import draw_all_sets
from pages.ui.experiments.compared import draw_compared
from pages.ui.experiments.corruption import draw_corruption, signed_or_empty
from pages.ui.experiments.cues import draw_cues, draw_guesses
from pages.ui.experiments.figures import area_of, learnability_curves, name_of, names_of
from pages.ui.experiments.heatmaps import CHANGE, heatmap_of, share_changed
from pages.ui.experiments.orders import draw_all_orders, draw_distances
from pages.ui.experiments.scatters import Scatter, ScatterPoint, draw_scatters
from pages.ui.experiments.table import SHOWN, choose_shown, done_trainings
from pages.ui.experiments.taking import as_csv, methods
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.heatmap import Origin
from pages.ui.runs.ink import CONFIG
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.literal import literally
from pages.ui.shell.session import workspace

KIND = "experiment"
GOING = "experiment-going"
HARD = "Hard to detect: share of texts that a simple classifier tells from their perturbed versions (chance: 50 %)"
ADDED = {Added.ALL: "", Added.KEPT: ", kept by people", Added.AS_MANY: ", as many random texts"}
CURVES = (
    "Learnability by the share of perturbed training texts. A model that always detects the perturbation reaches 1. "
    "Bands: lowest and highest seed."
)
AGAINST = (
    "Each mark is one model and one perturbation. Average learnability is the area under a curve above, over log10 of "
    "the probability. In the paper, models are less robust to perturbations with a higher learnability, and gain more "
    "from training on them."
)


def draw_experiment_link(job: JobStatus) -> None:
    """The way from a job to what came of it; nothing while there is nothing."""
    card = read_card(workspace().experiments / job.id)
    if card is None:
        return
    done = done_trainings(outcomes(workspace(), card.id))
    for warning in warnings_of(card)[: len(card.left_out or ())]:
        st.caption(f":material/warning: {literally(warning)}")
    st.caption(f"{done:,} of {so_many(card.trainings, 'training')} done.")
    if done and st.button("Results", key=f"results-{card.id}", type="tertiary", icon=":material/bar_chart:"):
        st.session_state[SHOWN] = card.id
        st.rerun()


def followed() -> set[str]:
    """The ids of the jobs that this page shows, or showed, under way; of those that are done, the last to end has its
    results opened."""
    seen: set[str] = st.session_state.setdefault(GOING, set())
    of_page = {job.id: job for job in jobs(workspace()) if job.kind == KIND}
    if done := [name for name in seen if name in of_page and of_page[name].state is JobState.DONE]:
        st.session_state[SHOWN] = max(done)
    seen.difference_update(done)
    seen.update(name for name, job in of_page.items() if not job.ended)
    return seen


def draw_results() -> None:
    """The table of experiments and what came of the one that is open; nothing while there is none."""
    shown = choose_shown()
    if len(shown) == 2:
        draw_compared(shown)
    elif shown:
        _draw_results_of(shown[0])


def _draw_results_of(card: ExperimentCard) -> None:
    results = outcomes(workspace(), card.id)
    for warning in warnings_of(card):
        st.caption(f":material/warning: {literally(warning)}")
    if failed := [o for o in results if o.reason]:
        reasons = "; ".join(dict.fromkeys(f"{o.model}: {o.reason}" for o in failed))
        st.warning(literally(f"{so_many(len(failed), 'test')} gave no result. {reasons}"))
    if not results:
        st.info("No training is finished yet.")
        return
    reading = find_experiment(card.experiment).reading
    if reading is Reading.LEARNABILITY:
        _draw_learnability(card, results)
    elif reading is Reading.CORRUPTION:
        draw_corruption(card, results)
        draw_cues(card, results)
        draw_guesses(card)
        draw_all_sets(card)
        draw_distances(card)
        draw_all_orders(card)
    else:
        _draw_transfer(card, results)
    _draw_downloads(card, results)


def warnings_of(card: ExperimentCard) -> list[str]:
    """What to know before the figures are believed, perturbations in words; how many texts change is beside the rows
    of figures that have any."""
    left_out = card.left_out or {}
    names = names_of([*card.request.conditions, *left_out, *card.changing_few, *card.hardly_seen])
    few = [f"{names[on]} {100 - left:.0f} %" for on, left in card.changing_few.items()]
    hidden = [f"{names[on]} {share:.0f} %" for on, share in card.hardly_seen.items()]
    beside = find_experiment(card.experiment).reading is not Reading.LEARNABILITY
    return [
        *(f"{capitalised(names[on])} {LEFT_OUT.format(texts)}" for on, texts in left_out.items()),
        *([f"Texts that change: {', '.join(few)}."] if few and not beside else []),
        *([f"{HARD}: {', '.join(hidden)}."] if hidden else []),
    ]


def _draw_learnability(card: ExperimentCard, results: Sequence[Outcome]) -> None:
    shares = sorted(set(card.request.shares))
    rows = learned(results, shares)
    if not rows:
        st.info("No training with random labels is finished yet.")
        return
    n = min((o.samples for o in results if o.labels is Labels.RANDOM and o.samples), default=0)
    st.subheader("Learnability")
    st.caption(
        f"{CURVES} Each test has {n:,} or more texts, so differences below {may_be_chance(n):.2f} may be chance."
    )
    alt = "Learnability by share, one panel for each model; the table below has the numbers."
    st.plotly_chart(learnability_curves(rows), theme=None, config=CONFIG, key="learnability-curves", alt=alt)
    if len(shares) > 1:  # else there is no average
        _draw_against(rows, area_of(shares))
    _draw_correlations([row for row in correlations(rows) if row.at != ALL or len(shares) > 1], len(rows))
    with st.expander("Table"):
        _draw_learned(rows, shares)


def _draw_against(rows: Sequence[Learned], area: str) -> None:
    """Scatters of robustness and post-augmentation by average learnability."""
    st.subheader("Robustness and post-augmentation by learnability")
    st.caption(AGAINST)
    charts = []
    for y in ("robustness", "post_augmentation"):
        points = [
            ScatterPoint(row.model, name_of(row.condition), row.average.mean, 100 * getattr(row, y).mean)
            for row in rows
            if not isnan(row.average.mean) and not isnan(getattr(row, y).mean)
        ]
        charts.append(Scatter(f"learnability-{y}", points, area, f"{y.replace('_', '-')}, points"))
    draw_scatters(charts)


def _draw_correlations(rows: Sequence[Correlations], pairs: int) -> None:
    best = most_telling(rows) if len(rows) > 1 else None
    at = best.at if best and isinstance(best.at, float) else None
    alone = f"{1 / max(len(rows) - 1, 1):.0%} of the trainings"
    st.caption(
        f"Spearman correlation over {so_many(pairs, 'pair')} of model and perturbation; * p < .05. The published "
        "rows are from Zhang et al. 2022, Table 3."
        + (
            f" Pairs differ most at probability {at:g}. An experiment with only this probability needs {alone}."
            if at
            else ""
        )
    )
    own = []
    for row in rows:
        against = map(_correlation, (row.average, row.robustness, row.post_augmentation))
        own.append(["Average" if row.at == ALL else f"p {row.at:g}", _number(row.spread), *against])
    theirs = [
        [f"Published, {name}", "", "", by["robustness"], by["post_augmentation"]]
        for name, by in published_correlations().items()
    ]
    head = ["Learnability", "Standard deviation", "With the average", "With robustness", "With post-augmentation"]
    draw_table("Rank correlation", head, own + theirs)


def _correlation(correlation: RankCorrelation) -> str:
    """ "-0.643* (-0.82 to -0.31)"."""
    low, high = correlation.estimate.low, correlation.estimate.high
    return correlation.in_words + ("" if isnan(low) else f" ({low:.2f} to {high:.2f})")


def _draw_learned(rows: Sequence[Learned], shares: Sequence[float]) -> None:
    heads: dict[float | str, str] = {share: f"p {share:g}" for share in shares}
    if len(shares) > 1:
        heads[ALL] = f"Average {area_of(shares).removeprefix('average learnability ')}"
    columns = ["Model", "Perturbation", *heads.values(), "Robustness", "Post-augmentation"]
    draw_table("Learnability", columns, [_line(row, heads) for row in rows])


def _line(row: Learned, figures: Iterable[float | str]) -> list[str]:
    rest = (signed_or_empty(100 * row.robustness.mean), signed_or_empty(100 * row.post_augmentation.mean))
    return [row.model, name_of(row.condition), *(_number(row.figure(at)) for at in figures), *rest]


def _draw_transfer(card: ExperimentCard, results: Sequence[Outcome]) -> None:
    models = list(dict.fromkeys(o.model for o in results))
    model = models[0]
    if len(models) > 1:
        model = st.segmented_control("Model", models, default=model, required=True, key="transfer-model")
    own = [o for o in results if o.model == model and o.labels is Labels.GOLD]
    tests = list(dict.fromkeys(o.tested_on for o in own))
    trained = list(dict.fromkeys((o.trained_on, o.share, o.added) for o in own))
    mean = {(*training, test): _mean(own, training, test) for training in trained for test in tests}
    before = [mean.get(("", 0.0, Added.ALL, test), nan) for test in tests]
    gains = {
        training: [100 * (mean[*training, test] - base) for test, base in zip(tests, before, strict=True)]
        for training in trained
        if training[0]
    }
    if not gains:
        st.info("No training on perturbed texts is finished yet.")
        return
    several = len({share for _, share, _ in gains}) > 1
    called = names_of([*(on for on, *_ in gains), *filter(None, tests)])
    names = [called[on] + (f", {share:g}" if several else "") + ADDED[added] for on, share, added in gains]
    columns = [called[test] if test else "original texts" for test in tests]
    n = min(o.samples for o in own if o.samples)
    subtitle = (
        "Accuracy after training on perturbed texts minus accuracy after training on the original texts, in points. "
        f"{chance_in_words(n, paired=True)}"
    )
    lines, axes = list(zip(names, gains.values(), strict=True)), ("Trained on", "Tested on")
    origin = Origin(card.dataset, card.id, "accuracy")
    shares = [[share_changed(card, on)[0]] * len(columns) for on, *_ in gains]
    heatmap = heatmap_of("Trained on, tested on", subtitle, lines, columns, CHANGE, origin, axes, shares=shares)
    draw(heatmap, "transfer", small=True)
    ranked = sorted(zip(gains, names, strict=True), key=lambda pair: -_others(tests, gains[pair[0]]))
    table = []
    for (on, share, added), name in ranked:
        of = gains[on, share, added]
        table.append([name, *map(signed_or_empty, (of[tests.index(on)], _others(tests, of, on), of[tests.index("")]))])
    draw_table("Gain", ["Trained on", "Same perturbation", "Others, mean", "Original texts"], table)


def _others(tests: Sequence[str], gains: Sequence[float], own: str = "") -> float:
    """The mean gain on perturbed tests but one's own."""
    values = [gain for test, gain in zip(tests, gains, strict=True) if test and test != own and not isnan(gain)]
    return fmean(values) if values else nan


def _mean(own: Sequence[Outcome], trained: tuple[str, float, Added], test: str) -> float:
    """The mean accuracy over seeds; NaN where none is known."""
    of = [o.accuracy for o in own if (o.trained_on, o.share, o.added, o.tested_on) == (*trained, test)]
    values = [value for value in of if not isnan(value)]
    return fmean(values) if values else nan


def _draw_downloads(card: ExperimentCard, results: Sequence[Outcome]) -> None:
    with st.container(horizontal=True):
        name = f"{card.experiment}-{card.dataset}.csv"
        st.download_button("Scores, CSV", as_csv(results), name, "text/csv", key="experiment-csv")
        with st.popover("Methods paragraph"):
            st.code(methods(card, results), language=None, wrap_lines=True)


def _number(value: float) -> str:
    return "" if isnan(value) else f"{value:.2f}"

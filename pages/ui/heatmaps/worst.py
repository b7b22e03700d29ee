"""The view on several draws: which share of samples keeps its label however often a text is perturbed anew."""

from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.design import Condition
from core.records import Task
from core.rounding import rounded
from data.flips.rules import flip_rule
from data.flips.worst import WorstOfK, fallen_flip, worst_of_draws
from data.runs.files import RunCard, draw_folder, newest_file, predictions_path
from data.workspace import Workspace
from pages.ui.runs.controls import choose, choose_page
from pages.ui.runs.dots import Dot, draw_dots
from pages.ui.runs.flip import draw_flip_list
from pages.ui.runs.ink import COLOURS, CONFIG, plain_layout
from pages.ui.runs.names import scored_runs
from pages.ui.runs.pictures import inks
from pages.ui.runs.run_choice import choose_card
from pages.ui.shared.literal import literally
from pages.ui.shell.session import workspace

ALL = "All together"
PAGE = 10
NONE = "No run has several draws yet. This view needs a run with more than one draw per sample."
DRAWS = 4  # of the run that is offered where there is none
RULE = (
    "Flinch perturbs every text {draws} times. A sample is kept if no draw changes its predicted label. A sample is "
    "right if its predicted label is right on the original text and in every draw (robust accuracy). The 95 % "
    "intervals also apply to other samples."
)
RULE_OF_TAGS = (
    "Flinch perturbs every sentence {draws} times. A sentence is kept if no draw changes a predicted entity. A "
    "sentence is right if the predicted entities match the gold tags in the original text and in every draw (robust "
    "accuracy). The 95 % intervals are over sentences."
)


def draw_worst(_beside_views: DeltaGenerator) -> None:
    """The run, the model, the table of all perturbations, the curve and the samples that change."""
    cards = {id_: run for id_, run in scored_runs().items() if run.draws > 1}
    if not cards:
        st.info(NONE)
        query, icon = {"draws": str(DRAWS)}, ":material/arrow_forward:"
        st.page_link("pages/evaluate.py", label=f"New run with {DRAWS} draws per sample", query_params=query, icon=icon)
        return
    left, right = st.columns([3, 2])
    card = choose_card(cards, left)
    names = [model.name for model in card.models]
    name = choose(right.selectbox, "Model", "model", f"worst-model-{card.id}", names, names[0])
    conditions = _predicted(card, name)
    if not conditions:
        st.info(literally(f"{name} has not predicted all draws of any perturbation yet; resume the run on Evaluate."))
        return
    worst = partial(_worst, workspace(), card.id, name, newest_file(workspace().runs / card.id), card)
    each = {str(condition): worst((condition,)) for condition in conditions}
    together = worst(conditions)
    st.header(f"Worst of {card.draws} draws")
    rule = RULE_OF_TAGS if card.task is Task.TAGGING else RULE
    st.caption(
        rule.format(draws=card.draws)
        + (f" “{ALL}” takes that many draws of each perturbation." if len(each) > 1 else "")
    )
    results = {ALL: together} | each if len(each) > 1 else each
    dots = sorted((_dot(*pair) for pair in results.items()), key=lambda dot: (dot.name != ALL, dot.value))
    heads = (
        "Perturbation",
        f"Kept under all {card.draws}",
        "Kept under 1",
        f"Right under all {card.draws}",
        "Kappa, each sample’s worst draw",
    )
    draw_dots(f"Share of samples that keep their label, {name}", heads, dots, (0, 100))
    title = next(iter(results))
    if len(results) > 1:
        title = choose(st.selectbox, "Perturbation", "perturbation", "worst-perturbation", list(results), title)
    _draw_curve(results[title], title)
    _draw_fallen(card, results[title])


def _predicted(card: RunCard, name: str) -> tuple[Condition, ...]:
    """The conditions that the model predicted in every draw."""
    folder, model = workspace().runs / card.id, card.model(name)
    return tuple(
        cell.condition
        for cell in card.cells
        if all(predictions_path(draw_folder(folder, n), model, card.cell(cell)).exists() for n in range(card.draws))
    )


@st.cache_data(max_entries=64, show_spinner="Reading the predictions of all draws")
def _worst(
    home: Workspace, run: str, model: str, newest: int, _card: RunCard, conditions: tuple[Condition, ...]
) -> WorstOfK:
    moved = flip_rule(home, _card).moved
    return worst_of_draws(home.runs / run, _card, _card.model(model), conditions, moved)


def _dot(title: str, result: WorstOfK) -> Dot:
    worst, first = result.kept[-1], result.kept[0]
    right = f"{rounded(100 * result.right[-1].value, 1)} %" if result.right else ""
    kappa = rounded(result.kappa.value, 2)
    bounds = (100 * worst.low, 100 * worst.high)
    figures = (f"{rounded(100 * worst.value, 1)} %", f"{rounded(100 * first.value, 1)} %", right, kappa)
    return Dot(title, 100 * worst.value, *bounds, figures)


def _draw_curve(result: WorstOfK, title: str) -> None:
    from plotly.graph_objects import Figure

    ink = inks()
    lines = {"Kept": result.kept} | ({"Right": result.right} if result.right else {})
    draws = list(range(1, result.draws + 1))
    traces: list[dict[str, Any]] = []
    for colour, (name, curve) in zip(COLOURS[ink], lines.items(), strict=False):
        figures = [100 * estimate.value for estimate in curve]
        bounds = [f"{100 * e.low:.1f} to {100 * e.high:.1f}" for e in curve]
        traces.append(
            {
                "type": "scatter", "mode": "lines+markers", "name": name, "x": draws, "y": figures,
                "line": {"color": colour, "width": 2}, "customdata": bounds,
                "hovertemplate": "%{y:.1f} % under %{x} draws<br>95 %: %{customdata}<extra></extra>",
            }
        )  # fmt: skip
    grid = {"gridcolor": ink.empty, "zeroline": False}
    layout = plain_layout(ink) | {
        "dragmode": "zoom", "height": 300, "margin": {"l": 48, "r": 12, "t": 12, "b": 44},
        "legend": {"orientation": "h", "y": 1.12},
        "xaxis": {"title": {"text": "draws of each text"}, "dtick": 1 if result.draws < 16 else 5, **grid},
        "yaxis": {"title": {"text": "% of samples"}, "rangemode": "tozero", **grid},
    }  # fmt: skip
    alt = f"{title}: {figures_in_words(result)}"
    with st.container(width=620):
        st.plotly_chart(Figure(data=traces, layout=layout), theme=None, key="worst-curve", config=CONFIG, alt=alt)


def figures_in_words(result: WorstOfK) -> str:
    """What the curve shows, for who can't see it."""
    first, last = (rounded(100 * e.value, 1) for e in (result.kept[0], result.kept[-1]))
    return f"{first} % of the samples keep their label in one draw, {last} % in all {result.draws} draws."


def _draw_fallen(card: RunCard, result: WorstOfK) -> None:
    if not result.fallen:
        st.info("Every sample keeps its label in every draw.")
        return
    st.subheader(f"{len(result.fallen):,} of {result.kept[0].n:,} samples flip")
    _, page = choose_page(result.fallen, PAGE, "worst")
    texts = len(result.conditions) * result.draws
    notes = [f"flipped by {fallen.times} of {texts} draws; shown: {fallen.condition}" for fallen in page]
    folder = workspace().runs / card.id
    flips = [fallen_flip(folder, card, fallen) for fallen in page]
    draw_flip_list(zip(flips, notes, strict=True), {"run": card.id}, "worst")

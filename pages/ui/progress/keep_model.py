"""Whether it can be told what people will keep: a model of their decisions, and how often it is right."""

from collections.abc import Iterable
from math import ceil, floor
from typing import TYPE_CHECKING

import streamlit as st

from curation.triage.fitting import FEWEST as FEWEST_DECISIONS
from curation.triage.keep_model import KeepModel
from curation.triage.reliability import Bin, reliability
from data.store import Store
from data.store.triage.keep_models import CurrentModel
from pages.ui.progress.agreeing import figure, percent
from pages.ui.runs.ink import BLUE, CONFIG, GREY, error_bars
from pages.ui.shared.folding import fold
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import heading
from pages.ui.shell.guard import guarded

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

HEADER = ("Perturbation", "Predicted kept", "Kept", "Samples")
ACROSS, TALL = 3, 230  # panels in a row, pixels of one
FEWEST = 20  # decisions on a perturbation below which it has no panel
ABOUT = (
    "Each point stands for a fifth of the samples (fewer points with few samples). x axis: the predicted probability "
    "that people keep or relabel a sample; the model had not seen the decision. y axis: the actual share, with its "
    "95 % interval. On the dotted line the predicted probability is right."
)


@st.fragment(run_every=3)
@guarded
def _waited(opened: Store) -> None:
    if opened.keep_models.current.fitting:
        st.caption("Fitting a model that predicts what people keep …")
    else:
        st.rerun()


def draw_keeping(opened: Store, verdicts: int) -> None:
    """What the model is, and a panel and a row or more for each perturbation; why there is none where there is none.

    Nothing before there are any verdicts.
    """
    if verdicts:
        with fold("Predicting decisions") as predicting:
            if predicting.open:
                _draw_keeping(opened, verdicts)


def _draw_keeping(opened: Store, verdicts: int) -> None:
    if verdicts < FEWEST_DECISIONS:
        st.info(f"No model yet: a model needs {FEWEST_DECISIONS} decisions; {verdicts} so far.")
        return
    current = opened.keep_models.refresh()
    if current.fitting:
        _waited(opened)
    if not current.model:
        if current.lacking:
            st.info(f"No model yet: {current.lacking.rstrip('.')}.")
        return
    st.markdown(in_words(current))
    panels = bins_by_name(current.model)
    if panels:
        rows = [_row(name, bin_) for name, bins in panels.items() for bin_ in bins]
        draw_table("Predicted and kept, by perturbation", HEADER, rows)
        with fold("Predicted and kept as figures") as figures:
            if figures.open:
                _draw_panels(panels)
                st.caption(ABOUT)


def in_words(current: CurrentModel) -> str:
    """What the model was fitted on, and how it does on what it had not seen."""
    model = current.model
    if model is None:
        return ""
    plain = "" if model.brier.high < model.brier_of_share else " The model is not clearly better than this baseline."
    return (
        f"A logistic regression on hints and samples, fitted to {model.n:,} decisions. On unseen decisions its ROC AUC "
        f"is {figure(model.auc)} and its Brier score is {figure(model.brier, 3)}. A baseline that predicts the overall "
        f"share for every sample has a Brier score of {model.brier_of_share:.3f}.{plain}"
    )


def bins_by_name(model: KeepModel) -> dict[str, list[Bin]]:
    """The bins of each perturbation with `FEWEST` decisions or more, who has most first."""
    by_name: dict[str, list[tuple[float, bool]]] = {}
    for name, chance, kept in zip(model.perturbations, model.fitted.held_out, model.kept, strict=True):
        by_name.setdefault(name, []).append((chance, kept))
    ordered = sorted(by_name.items(), key=lambda item: (-len(item[1]), item[0]))
    return {
        name: reliability([chance for chance, _ in pairs], [kept for _, kept in pairs])
        for name, pairs in ordered
        if len(pairs) >= FEWEST
    }


def read_out(name: str, bins: list[Bin]) -> str:
    """All that a panel shows, for those who hear it."""
    each = ", ".join(f"predicted {bin_.predicted:.0%}, kept {bin_.kept.value:.0%}" for bin_ in bins)
    return f"{heading(name)}, how often samples were kept, compared with the probability from the model: {each}."


def _row(name: str, bin_: Bin) -> tuple[str, ...]:
    return heading(name), f"{100 * bin_.predicted:.0f} %", percent(bin_.kept), f"{bin_.kept.n:,}"


def _draw_panels(panels: dict[str, list[Bin]]) -> None:
    names, within = list(panels), ends(panels.values())
    for first in range(0, len(names), ACROSS):
        for place, name in zip(st.columns(ACROSS), names[first : first + ACROSS], strict=False):
            place.markdown(f"**{heading(name)}**")
            alt = read_out(name, panels[name])
            place.plotly_chart(_figure(panels[name], within), key=f"reliability-{name}", config=CONFIG, alt=alt)


def ends(panels: Iterable[list[Bin]]) -> tuple[float, float]:
    """The tenths between which all points and intervals lie, so that all panels have the same axes."""
    shares = [share for bins in panels for b in bins for share in (b.predicted, b.kept.low, b.kept.high)]
    return floor(10 * min(shares)) / 10, ceil(10 * max(shares)) / 10


def _figure(bins: list[Bin], within: tuple[float, float]) -> "Figure":
    from plotly.graph_objects import Figure

    figure = Figure()
    figure.add_scatter(
        x=within, y=within, mode="lines", line={"color": GREY, "dash": "dot", "width": 1}, hoverinfo="skip"
    )
    figure.add_scatter(
        x=[bin_.predicted for bin_ in bins],
        y=[bin_.kept.value for bin_ in bins],
        error_y=error_bars([bin_.kept for bin_ in bins], thickness=1.2, width=3),
        customdata=[bin_.kept.n for bin_ in bins],
        mode="markers",
        marker={"color": BLUE, "size": 8},
        cliponaxis=False,
        hovertemplate="predicted %{x:.0%}, kept %{y:.0%} of %{customdata}<extra></extra>",
    )
    ticks = {"range": within, "tickformat": ".0%", "nticks": 4}
    figure.update_xaxes(showgrid=False, zeroline=False, fixedrange=True, title="predicted", title_standoff=4, **ticks)
    figure.update_yaxes(zeroline=False, fixedrange=True, title="kept", title_standoff=14, **ticks)
    figure.update_layout(height=TALL, margin={"l": 0, "r": 8, "t": 4, "b": 0}, showlegend=False)
    return figure

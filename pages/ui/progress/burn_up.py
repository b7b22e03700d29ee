"""The samples curated by the end of each day, as a line on the way to the quotas."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

import streamlit as st

from curation.burn_up import burn_up
from curation.records import CellProgress
from data.store import Store
from pages.ui.runs.ink import BLUE, CONFIG, GREY

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

FEWEST_DAYS = 3  # with new curated samples, below which a line says nothing
NEAR = 0.85  # of the quotas, above which the two labels would lie on each other


def draw_burn_up(opened: Store, cells: Sequence[CellProgress]) -> None:
    """The line from 0, with the sum of the quotas dashed above it; nothing before the third day of work."""
    days = burn_up((opened.outcomes(cell.cell).values(), cell.quota) for cell in cells)
    if len({count for _, count in days}) < FEWEST_DAYS:
        return
    wanted, (first, begin), (last, end) = sum(cell.quota for cell in cells), days[0], days[-1]
    label = f"Curated samples: {begin:,} on {first:%-d %b}, {end:,} on {last:%-d %b %Y}, of {wanted:,}"
    st.header("Curated samples over time")
    st.plotly_chart(_figure(days, wanted), key="burn-up", config=CONFIG, alt=label)


def _figure(days: Sequence[tuple[date, int]], wanted: int) -> "Figure":
    from plotly.graph_objects import Figure

    (first, _), (last, end) = days[0], days[-1]
    last += timedelta(days=1)
    figure = Figure()
    figure.add_scatter(
        x=[*(day for day, _ in days), last],  # the last day is as wide as the others
        y=[*(count for _, count in days), end],
        mode="lines",
        line={"color": BLUE, "shape": "hv", "width": 2},
        fill="tozeroy",
        hovertemplate="%{x|%-d %b %Y}: %{y:,}<extra></extra>",
    )
    figure.add_shape(type="line", x0=first, x1=last, y0=wanted, y1=wanted, line={"color": GREY, "dash": "dash"})
    label = {"xanchor": "right", "showarrow": False, "x": last}
    reached = end == wanted
    if not reached:
        figure.add_annotation(y=end, text=f"{end:,}", yanchor="top" if end > NEAR * wanted else "bottom", **label)
    text = f"all quotas: {wanted:,}{' (reached)' * reached}"
    figure.add_annotation(y=wanted, text=text, yanchor="bottom", **label)
    figure.update_xaxes(fixedrange=True, showgrid=False, tickformat="%-d %b", nticks=8)
    figure.update_yaxes(fixedrange=True, range=[0, 1.15 * max(wanted, end)], nticks=5, tickformat=",")
    figure.update_layout(height=220, margin={"l": 0, "r": 8, "t": 8, "b": 0}, showlegend=False)
    return figure

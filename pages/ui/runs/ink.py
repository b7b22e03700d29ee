"""What figures are drawn with on every page: fonts, inks for light and dark paper, colours, marks, error bars."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from core.metrics.estimate import Estimate
from data.shades import parts_of

CONFIG = {"displayModeBar": False}
FONT = '"Source Sans", "Source Sans 3", "Segoe UI", sans-serif'


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of text, quiet text, paper, and of a cell without a figure, or with one that says little."""

    text: str
    quiet: str
    paper: str
    empty: str
    chosen: str


LIGHT = Palette("#1c2330", "#596275", "#fbfbf9", "#e9ebe8", "#d1330f")
DARK = Palette("#eef0f4", "#98a2b3", "#12151c", "#232937", "#ff9c8f")
# Okabe & Ito's (2008) colours, which people of all colour visions tell apart, lighter in the dark; marks tell them too.
COLOURS = {
    LIGHT: ("#0072b2", "#d55e00", "#009e73", "#a8528a", "#8a6d00", "#3a8fc4", "#5b5b5b"),
    DARK: ("#56b4e9", "#ff9d52", "#3fd1a3", "#e79bc4", "#f0e442", "#a9b8ff", "#c9c9c9"),
}
BLUE, GREY, ORANGE = "#5b7be8", "#7f8a9c", "#c9761c"  # of figures in Streamlit's theme: seen well on light and on dark
MARKS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross")


def plain_layout(ink: Palette, letters: int = 12) -> dict[str, Any]:
    """What the layouts of all figures share: letters so many pixels high on the palette's paper, and no zooming."""
    return {
        "font": {"family": FONT, "color": ink.text, "size": letters},
        "paper_bgcolor": ink.paper,
        "plot_bgcolor": ink.paper,
        "hoverlabel": {"font": {"family": FONT, "size": 13}},
        "dragmode": False,
    }


def one_of_two(around: str, wide: str, narrow: str, least: int) -> str:
    """The style that shows of two figures the wide one where there are so many pixels or more, else the narrow one."""
    hidden = "[data-testid=stLayoutWrapper]:has(>.st-key-{}){{display:none}}"
    return (
        f"<style>.st-key-{around}{{container-type:inline-size}}"
        f"@container (max-width:{least - 0.1}px){{{hidden.format(wide)}}}"
        f"@container (min-width:{least}px){{{hidden.format(narrow)}}}</style>"
    )


def band(at: Sequence[float], low: Sequence[float], high: Sequence[float], colour: str) -> dict[str, Any]:
    """Plotly's trace of a pale band between two lines over the same places."""
    red, green, blue = parts_of(colour)
    return {
        "type": "scatter", "mode": "none", "x": [*at, *reversed(at)], "y": [*high, *reversed(low)], "fill": "toself",
        "fillcolor": f"rgba({red},{green},{blue},0.16)", "hoverinfo": "skip", "showlegend": False,
    }  # fmt: skip


def error_bars(estimates: Sequence[Estimate], times: float = 1, **style: Any) -> dict[str, Any]:
    """Plotly's bars from the figures to the ends of their intervals, `times` as long; of no length where there is no
    interval."""
    above = [0.0 if isnan(estimate.high) else times * (estimate.high - estimate.value) for estimate in estimates]
    below = [0.0 if isnan(estimate.low) else times * (estimate.value - estimate.low) for estimate in estimates]
    return {"type": "data", "symmetric": False, "array": above, "arrayminus": below, **style}

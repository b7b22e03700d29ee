"""The colours of cells on a scale."""

from typing import Any

from data import shades
from data.shades import mixed
from pages.ui.runs.heatmap.heatmap import Scale
from pages.ui.runs.ink import DARK, LIGHT, Palette

HATCH = "/"  # Plotly's word for the pattern of cells that say little
PALE = 0.3  # of its colour is left to a cell that may be chance
MARKED = 32  # places of the colour bar whose colour is given; between them the browser mixes
WORSE = {LIGHT: shades.WORSE.light, DARK: shades.WORSE.dark}
BETTER = {LIGHT: shades.BETTER.light, DARK: shades.BETTER.dark}
NEITHER = {LIGHT: shades.NEITHER.light, DARK: shades.NEITHER.dark}


def shade(scale: Scale, value: float, ink: Palette) -> str:
    """The colour of a figure, "#e58a3c"; figures beyond the ends of the scale have the end's."""
    if not scale.better:
        return mixed(NEITHER[ink], (value - scale.low) / (scale.high - scale.low))
    apart = scale.better * (value - scale.neutral)
    farthest = max(scale.neutral - scale.low, scale.high - scale.neutral)
    return mixed((WORSE if apart < 0 else BETTER)[ink], abs(apart) / farthest)


def colour_bar(scale: Scale, ink: Palette) -> list[list[float | str]]:
    """The same over the whole scale, as Plotly has it: places from 0 to 1, each with its colour."""
    reach = scale.high - scale.low
    return [[n / MARKED, shade(scale, scale.low + reach * n / MARKED, ink)] for n in range(MARKED + 1)]


def hatch(ink: Palette) -> dict[str, Any]:
    """Thin slanting lines over the paper: no colour of a scale looks so."""
    return {"fgcolor": NEITHER[ink][1], "size": 8, "solidity": 0.1, "fillmode": "overlay"}

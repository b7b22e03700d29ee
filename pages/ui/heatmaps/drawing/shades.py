"""The colours of cells, with one meaning for every metric: orange is worse, blue is better, grey hardly differs."""

from itertools import pairwise
from typing import Any

from pages.ui.heatmaps.heatmap import Scale
from pages.ui.runs.ink import DARK, LIGHT, Palette

HATCH = "/"  # Plotly's word for the pattern of cells that say little
PALE = 0.3  # of its colour is left to a cell that may be chance
MARKED = 32  # places of the colour bar whose colour is given; between them the browser mixes
WORSE = {
    LIGHT: ("#e4e6e3", "#f6c893", "#e58a3c", "#ad4f0e", "#6b2b06"),
    DARK: ("#2a303d", "#684526", "#b0632a", "#ec9148", "#ffc995"),
}
BETTER = {
    LIGHT: ("#e4e6e3", "#a8cbe6", "#4d93c9", "#145f9e", "#08355f"),
    DARK: ("#2a303d", "#284f6d", "#3a82b6", "#74bbee", "#b9dffc"),
}
NEITHER = {  # a share of samples, which is neither good nor bad
    LIGHT: ("#eeefed", "#c9cbd0", "#9a9daa", "#666a7c"),
    DARK: ("#1f242f", "#3b4150", "#646b7d", "#989fb0"),
}


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


def mixed(colours: tuple[str, ...], at: float) -> str:
    """The colour at a place from 0 to 1 between equally spaced ones."""
    place = min(1.0, max(0.0, at)) * (len(colours) - 1)
    number = min(int(place), len(colours) - 2)
    one, other = list(pairwise(colours))[number]
    parts = zip(_parts(one), _parts(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - number)):02x}" for a, b in parts)


def readable(colour: str) -> str:
    """Black or white, whichever can be read on the colour (WCAG 2.2's contrast)."""
    red, green, blue = (_linear(part / 255) for part in _parts(colour))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#10131a" if (light + 0.05) / 0.057 > 1.05 / (light + 0.05) else "#ffffff"


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

"""The colours of figures, on light and on dark paper, with one meaning for every metric: orange is worse, blue is
better, grey hardly differs. Pages and cards have the same."""

from itertools import pairwise
from typing import NamedTuple

Colours = tuple[str, ...]


class Shades(NamedTuple):
    """Colours from a figure that hardly differs to one that differs most, on either paper."""

    light: Colours
    dark: Colours


WORSE = Shades(
    ("#e4e6e3", "#f6c893", "#e58a3c", "#ad4f0e", "#6b2b06"),
    ("#2a303d", "#684526", "#b0632a", "#ec9148", "#ffc995"),
)
BETTER = Shades(
    ("#e4e6e3", "#a8cbe6", "#4d93c9", "#145f9e", "#08355f"),
    ("#2a303d", "#284f6d", "#3a82b6", "#74bbee", "#b9dffc"),
)
NEITHER = Shades(  # a share of samples, which is neither good nor bad
    ("#eeefed", "#c9cbd0", "#9a9daa", "#666a7c"),
    ("#1f242f", "#3b4150", "#646b7d", "#989fb0"),
)
MOST_LOST = 30  # points: from here on what is lost has the darkest colour


def mixed(colours: Colours, at: float) -> str:
    """The colour at a place from 0 to 1 between equally spaced ones."""
    place = min(1.0, max(0.0, at)) * (len(colours) - 1)
    number = min(int(place), len(colours) - 2)
    one, other = list(pairwise(colours))[number]
    parts = zip(parts_of(one), parts_of(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - number)):02x}" for a, b in parts)


def readable(colour: str) -> str:
    """Black or white, whichever can be read on the colour (WCAG 2.2's contrast)."""
    red, green, blue = (_linear(part / 255) for part in parts_of(colour))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#10131a" if (light + 0.05) / 0.057 > 1.05 / (light + 0.05) else "#ffffff"


def parts_of(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of "#e58a3c", from 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

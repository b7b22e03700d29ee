"""What figures are drawn with on every page: fonts, inks for light and dark paper, colours and marks of lines."""

from dataclasses import dataclass

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
MARKS = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross")

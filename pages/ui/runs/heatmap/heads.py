"""The names at the head of a heatmap: broken where they are joined, and how wide columns must be for them."""

import re
from collections.abc import Iterable
from html import escape
from math import ceil, isnan

from pages.ui.runs.heatmap.heatmap import Heatmap, HeatmapCell, Scale

NARROW, WIDE = 42, 220  # pixels; a column is so wide or wider where names need it, and wider as the screen is
PART_NARROW, PART_WIDE, ROOM = 41, 84, 880  # the same where there are several parts, which fill ROOM if they are few
LETTER, PART_LETTER, TITLE_LETTER = 4.7, 5.0, 6.6  # pixels of a letter of a head, of one in a part, of a part's title
SMALL_LETTER = 4.2  # pixels of a letter of the small line in a cell
SHARE_WIDE = 0.55  # columns: how wide the share of samples perturbed stands at the end of each part
LONGEST = 14  # letters without a joint that stand on one line; more are cut
HEADS = {"Funnel Transformer": "Funnel", "DistilBERT": "Distil- BERT"}  # as narrow as a telephone asks for


def column_narrowest(heatmap: Heatmap) -> int:
    """How narrow, in pixels, a column can be so that no line of a head, title or cell runs into the next."""
    lines = (line for column in heatmap.columns for line in _lines(heatmap, column))
    heads = _longest(piece for line in lines for piece in pieces_of(line))
    small = SMALL_LETTER * _longest(small_line(heatmap.scale, cell) for cell in heatmap.cells)
    if not heatmap.facets:
        return ceil(max(NARROW, LETTER * heads, small))
    titles = [TITLE_LETTER * _longest(pieces_of(title)) / n for title, n in _parts(heatmap).items()]
    return ceil(max(PART_NARROW, PART_LETTER * heads, small, *titles))


def small_line(scale: Scale, cell: HeatmapCell) -> str:
    """What stands small below a cell's figure: "± 0.01 · 1 of 2"."""
    spread = "" if isnan(cell.sd) else f"± {scale.size(cell.sd)}"
    return " · ".join(filter(None, (spread, cell.part)))


def column_widest(heatmap: Heatmap, across: float) -> float:
    """How wide, in pixels, a column is drawn where there is room; the figure is so many columns `across`."""
    if not heatmap.facets:
        return max(WIDE, column_narrowest(heatmap))
    return max(column_narrowest(heatmap), PART_WIDE, min(WIDE, ROOM / across))


def head_of(heatmap: Heatmap, column: str) -> str:
    """A column's head: the model's name in short lines, and below it the parts of its line."""
    letter = PART_LETTER if heatmap.facets else LETTER
    letters = int(column_narrowest(heatmap) / letter)
    return "<br>".join(escape(short) for line in _lines(heatmap, column) for short in in_lines(line, letters))


def title_lines(heatmap: Heatmap, title: str) -> list[str]:
    """A part's title in lines as long as the part is wide on a narrow screen, what stands at the end of its rows with
    it."""
    width = column_narrowest(heatmap) * (_parts(heatmap)[title] + SHARE_WIDE * bool(heatmap.beside(title)))
    return in_lines(title, max(8, int(width / TITLE_LETTER)))


def in_lines(name: str, letters: int) -> list[str]:
    """The name in lines of so many letters, broken behind spaces, hyphens, underscores and slashes."""
    lines = [""]
    for piece in pieces_of(name):
        if lines[-1] and len((lines[-1] + piece).rstrip()) > letters:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


def pieces_of(name: str) -> list[str]:
    """What of a name stands together: "bert-", "base-", "cased"; what is too long for a line is cut."""
    joined = re.findall(r"[^ _/-]*[_/-]+|[^ _/-]+| +", name)
    return [piece[at : at + LONGEST] for piece in joined for at in range(0, len(piece), LONGEST)]


def _parts(heatmap: Heatmap) -> dict[str, int]:
    """How many columns each part has, by its title."""
    titles = [heatmap.facet(column) for column in heatmap.columns]
    return {title: titles.count(title) for title in titles}


def _lines(heatmap: Heatmap, column: str) -> list[str]:
    """The name, and what stands below it: "BERT", "accuracy 88.1", "n\xa0=\xa01,821"."""
    name = heatmap.facets[column].label if column in heatmap.facets else column
    below = heatmap.heads.get(column, "").replace(" = ", "\xa0=\xa0").split(", ")
    return [HEADS.get(name, name), *filter(None, below)]


def _longest(pieces: Iterable[str]) -> int:
    return max((len(piece.strip()) for piece in pieces), default=0)

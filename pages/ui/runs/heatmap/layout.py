"""What stands around the cells of a heatmap: its size, title, axes, colour bar and inks."""

from html import escape
from math import isnan
from textwrap import wrap
from typing import Any

from pages.ui.runs.heatmap.heads import (
    PART_WIDE,
    SHARE_WIDE,
    WIDE,
    column_narrowest,
    column_widest,
    head_of,
    title_lines,
)
from pages.ui.runs.heatmap.heatmap import Heatmap, HeatmapRow
from pages.ui.runs.heatmap.shades import colour_bar
from pages.ui.runs.ink import Palette, plain_layout

ROW, TALL, GAP = 34, 44, 9  # pixels; a row is TALL with intervals in its cells
COLUMN = 96  # pixels: how wide one is in a picture taken away, where names need no more
BETWEEN = 0.25  # columns between the parts of a figure
SHARE_HEAD = "Perturbed<br>%"
PART_SHARE_HEAD = "Per-<br>turbed<br>%"  # where a part or a telephone is narrower than the word
SHARE_HEADED = {SHARE_HEAD: 55, PART_SHARE_HEAD: 35, "n": 35}  # pixels that each takes
FEW_COLUMNS = 3  # with more, a telephone has no room for the word
SHARE_EDGE = 0.08  # columns between the last figure and the shares
BELOW = 56  # pixels of the colour bar, its marks and air; with less Plotly takes it from the rows
BAR = 600  # pixels of the colour bar of a figure that is wider than a page
KEY, KEY_TOP = 22, 38  # pixels of the line below the colour bar, and how far it stands below the rows
TITLE = 17  # pixels of a line of a part's title
HOVER_LETTER, HOVER_EDGES = 7, 24  # pixels of a letter of what hovering tells, and of its edges and arrow
FEW_LETTERS, HOVER_LINE = 13, 26  # letters: shorter lines are hard to read; how long they are then, over the cell
FRAME, PICTURE = 28, 640  # pixels: the margin of a picture taken away, and how wide it is at least
RIGHT, FIGURE = 8, 6  # pixels right of the cells, and of a figure below the colour bar, whose last stands half there


def widest(heatmap: Heatmap) -> int:
    """How wide, in pixels, the figure is drawn where there is room."""
    columns = across(heatmap)
    return round(_labels(heatmap) + column_widest(heatmap, columns) * columns + _right(heatmap))


def as_wide(heatmap: Heatmap, first: Heatmap) -> str:
    """CSS of the width at which the columns of a line are as wide as those of the first, which fills the page."""
    own, around = (_labels(line) + _right(line) for line in (heatmap, first))
    return f"calc({own}px + (100% - {around}px)*{across(heatmap) / across(first):.4f})"


def narrowest(heatmap: Heatmap) -> int:
    """How narrow, in pixels, the figure can be read; a narrower screen scrolls it sideways."""
    return round(_labels(heatmap) + column_narrowest(heatmap) * across(heatmap) + _right(heatmap))


def lefts_of(heatmap: Heatmap) -> dict[str, float]:
    """Where each column begins, in columns from the left; a new part of the figure leaves a gap."""
    return _places(heatmap)[0]


def shares_of(heatmap: Heatmap) -> dict[str, float]:
    """Where the shares of samples perturbed begin, by the part that they are of; {} where none is known."""
    return _places(heatmap)[1]


def _places(heatmap: Heatmap) -> tuple[dict[str, float], dict[str, float]]:
    at, lefts, shares = 0.0, dict[str, float](), dict[str, float]()
    for part in heatmap.parts:
        at += BETWEEN if lefts else 0
        for column in (column for column in heatmap.columns if heatmap.facet(column) == part):
            lefts[column] = at
            at += 1
        if heatmap.beside(part):
            shares[part] = at
            at += SHARE_WIDE
    return lefts, shares


def letters_beside(heatmap: Heatmap) -> dict[str, int]:
    """How many letters a line of what hovering tells has, by column: as many as have room left or right of a cell on a
    narrow screen, or where they are few as can be read, for which there is room on a wide one or over the cell."""
    narrow = column_narrowest(heatmap)
    rooms = {
        column: max(_labels(heatmap) + left * narrow, (across(heatmap) - left - 1) * narrow + _right(heatmap))
        for column, left in lefts_of(heatmap).items()
    }
    whole = min(HOVER_LINE, int((widest(heatmap) - HOVER_EDGES) / HOVER_LETTER))
    beside = {column: int((room - HOVER_EDGES) / HOVER_LETTER) for column, room in rooms.items()}
    return {column: letters if letters >= FEW_LETTERS else max(letters, whole) for column, letters in beside.items()}


def across(heatmap: Heatmap) -> float:
    """How wide the figure is, in columns, gaps included."""
    lefts, shares = _places(heatmap)
    return max([0.0, *(left + 1 for left in lefts.values()), *(left + SHARE_WIDE for left in shares.values())])


def _labels(heatmap: Heatmap) -> int:
    """Room for the rows' labels, in pixels, in whatever sans-serif font there is."""
    return round(5 + 6.6 * max((len(row.label) for row in heatmap.rows), default=0))


def _right(heatmap: Heatmap) -> int:
    """Room right of the cells, in pixels: the head of the shares reaches into it, or half of the colour bar's last
    mark."""
    mark = 2 + FIGURE * len(marks_of(heatmap)[-1]) // 2
    if not shares_of(heatmap):
        return max(RIGHT, mark)
    head = SHARE_HEADED[_share_head(heatmap)] - int(SHARE_WIDE * column_narrowest(heatmap))
    return max(RIGHT, head, mark * bool(heatmap.facets))


def tops_of(rows: tuple[HeatmapRow, ...]) -> dict[HeatmapRow, float]:
    """Where each row begins, in rows from the top; a new group leaves a gap."""
    at, tops, group = 0.0, {}, rows[0].group if rows else ""
    for row in rows:
        at += GAP / ROW if row.group != group else 0
        tops[row], group = at, row.group
        at += 1
    return tops


def picture(heatmap: Heatmap, ink: Palette, row: int = ROW) -> dict[str, Any]:
    """The layout of a picture taken away: title, source and a margin around, and nothing of what was selected."""
    column = max(PART_WIDE if heatmap.facets else COLUMN, column_narrowest(heatmap))
    width = max(PICTURE, round(_labels(heatmap) + column * across(heatmap) + 2 * FRAME))
    base = layout(heatmap, tops_of(heatmap.rows), ink, row)
    right = round(width - base["margin"]["l"] - FRAME - WIDE * across(heatmap))
    return in_frame(base, heatmap.headed, heatmap.caption, width, max(FRAME, right), ink)


def in_frame(base: dict[str, Any], title: str, subtitle: str, width: int, right: int, ink: Palette) -> dict[str, Any]:
    """A layout as that of a picture so wide, with so much room at the right, its title and what is said below that."""
    heads, lines = wrap(title, round((width - 2 * FRAME) / 8.5)), wrap(subtitle, round((width - 2 * FRAME) / 6.4))
    heading, margin = FRAME + 22 * len(heads) + 17 * len(lines) + 8, base["margin"]
    return base | {
        "title": _title(heads, lines, ink),
        "width": width,
        "height": base["height"] + heading + FRAME - 10,
        "margin": {"l": margin["l"] + FRAME, "r": right, "t": margin["t"] + heading, "b": margin["b"] + FRAME - 10},
        "autosize": False,
    }


def layout(heatmap: Heatmap, tops: dict[HeatmapRow, float], ink: Palette, row: int = ROW) -> dict[str, Any]:
    """Plotly's layout for a heatmap whose rows begin at `tops`, counted in rows of so many pixels."""
    lefts, shares = _places(heatmap)
    heads = [head_of(heatmap, name) for name in lefts]
    depth = max(tops.values(), default=0) + 1
    above = [*heads, *([_share_head(heatmap)] if shares else [])]
    heading = 14 * max((head.count("<br>") + 1 for head in above), default=1) + 12
    deepest = max((len(title_lines(heatmap, part)) for part in heatmap.parts if heatmap.facets), default=0)
    top = heading + (TITLE * deepest + 8 if heatmap.facets else 0)
    below = BELOW + KEY * heatmap.hatched
    axis = {"showgrid": False, "zeroline": False, "fixedrange": True, "showline": False, "ticks": ""}
    return plain_layout(ink, 13) | {
        "margin": {"l": _labels(heatmap), "r": _right(heatmap), "t": top, "b": below},
        "height": round(top + below + depth * row),
        "legend": {
            "orientation": "h",
            "x": 0,
            "xanchor": "left",
            "y": -KEY_TOP / (depth * row),
            "yanchor": "top",
            "itemclick": False,
            "itemdoubleclick": False,
            "font": {"size": 11, "color": ink.quiet},
        },
        "bargap": 0,
        "barmode": "overlay",
        "clickmode": "event+select",
        "annotations": [*_part_titles(heatmap, lefts, heading, ink), *_share_heads(heatmap, shares, ink)],
        "xaxis": {
            **axis,
            "side": "top",
            "range": [0, across(heatmap)],
            "tickvals": [at + 0.5 for at in lefts.values()],
            "ticktext": heads,
            "tickangle": 0,
            "ticklabeloverflow": "allow",
            "tickfont": {"size": _head_size(heatmap), "color": ink.text},
        },
        "yaxis": {
            **axis,
            "range": [depth, 0],
            "tickvals": [top + 0.5 for top in tops.values()],
            "ticktext": [escape(row.label) for row in tops],
            "tickfont": {"size": 13, "color": ink.quiet},
            "ticklabelstandoff": 6,
        },
        "coloraxis": _coloraxis(heatmap, ink),
    }


def _part_titles(heatmap: Heatmap, lefts: dict[str, float], heading: int, ink: Palette) -> list[dict[str, Any]]:
    """The title of each part above its first column."""
    first = {heatmap.facet(column): left for column, left in reversed(lefts.items()) if heatmap.facets}
    titles = {title: "<br>".join(map(escape, title_lines(heatmap, title))) for title in first}
    font = {"size": 13, "color": ink.text}
    return [_above(f"<b>{titles[title]}</b>", left, heading, font) for title, left in first.items()]


def _share_heads(heatmap: Heatmap, shares: dict[str, float], ink: Palette) -> list[dict[str, Any]]:
    """The head of each column of shares, which is wider than the column where that is narrow."""
    font = {"size": _head_size(heatmap), "color": ink.quiet}
    return [_above(_share_head(heatmap), left + SHARE_EDGE, -2, font) for left in shares.values()]


def _head_size(heatmap: Heatmap) -> int:
    return 10 if heatmap.facets else 11


def _share_head(heatmap: Heatmap) -> str:
    narrow = heatmap.facets or len(heatmap.columns) > FEW_COLUMNS
    return "n" if heatmap.counted else PART_SHARE_HEAD if narrow else SHARE_HEAD


def _above(text: str, left: float, shift: int, font: dict[str, Any]) -> dict[str, Any]:
    """A text that begins so far above the cells, in pixels."""
    place = {"x": left, "xref": "x", "y": 1, "yref": "paper", "xanchor": "left", "yanchor": "bottom", "yshift": shift}
    return {"text": text, **place, "showarrow": False, "align": "left", "font": font}


def _title(title: list[str], subtitle: list[str], ink: Palette) -> dict[str, Any]:
    """The title of a picture and the lines below it, as Plotly's layout has them."""
    return {
        "text": "<br>".join(f"<b>{escape(line)}</b>" for line in title),
        "subtitle": {"text": "<br>".join(map(escape, subtitle)), "font": {"size": 13, "color": ink.quiet}},
        "font": {"size": 17, "color": ink.text},
        "x": 0,
        "xref": "container",
        "y": 1,
        "yanchor": "top",
        "pad": {"t": FRAME, "l": FRAME},
    }


def marks_of(heatmap: Heatmap) -> list[str]:
    """What stands at the ends and the middle of the colour bar, and which end is worse: "≥ 30 worse" where figures
    beyond it have its colour."""
    scale = heatmap.scale
    figures = [round(cell.value, scale.digits) for cell in heatmap.cells if not isnan(cell.value)]
    low, middle, high = (
        f"{mark:g}".replace("-", "−") for mark in (scale.low, (scale.low + scale.high) / 2, scale.high)
    )
    below, above = any(figure < scale.low for figure in figures), any(figure > scale.high for figure in figures)
    ends = scale.ends or {1: ("worse", "better"), -1: ("better", "worse"), 0: ("", "")}[scale.better]
    labels = zip(ends, (scale.low, scale.high), strict=True)
    least, most = (f" {word}" if word and end != scale.neutral else "" for word, end in labels)
    return [f"≤ {low}{least}" if below else f"{low}{least}", middle, f"≥ {high}{most}" if above else f"{high}{most}"]


def _bar_length(heatmap: Heatmap) -> dict[str, Any]:
    """As long as the cells are wide; where these are more than a page, so short that both its ends are seen at once."""
    if column_narrowest(heatmap) * across(heatmap) > BAR:
        return {"lenmode": "pixels", "len": BAR}
    cells = 1 + max(lefts_of(heatmap).values(), default=0)
    return {"lenmode": "fraction", "len": cells / max(across(heatmap), 1)}


def _coloraxis(heatmap: Heatmap, ink: Palette) -> dict[str, Any]:
    scale = heatmap.scale
    return {
        "colorscale": colour_bar(scale, ink),
        "cmin": scale.low,
        "cmax": scale.high,
        "colorbar": {
            "orientation": "h",
            "thickness": 8,
            **_bar_length(heatmap),
            "x": 0,
            "xanchor": "left",
            "y": 0,
            "yanchor": "top",
            "ypad": 12,
            "xpad": 0,
            "outlinewidth": 0,
            "tickvals": [scale.low, (scale.low + scale.high) / 2, scale.high],
            "ticktext": marks_of(heatmap),
            "ticklabeloverflow": "allow",  # else a figure that reaches over the bar's end is left out
            "tickfont": {"size": 11, "color": ink.quiet},
        },
    }

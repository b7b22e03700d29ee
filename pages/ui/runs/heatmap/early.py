"""The heatmap before Plotly has come: plain HTML at the same place, on a slow machine a second or two earlier.

Streamlit loads Plotly's 4.7 MB only when it meets a figure, and a browser takes longer over them than over all the rest
of the page. What is drawn here is read off the Plotly figure itself, so that the two say the same; it goes as soon as
Plotly has drawn.
"""

from collections.abc import Iterator
from typing import Any

DRAWN = ".js-plotly-plot .bars .point"  # what Plotly draws
EARLY = "early"  # our own drawing, by its class
LINE = 1.3  # of the size of its font: how far apart Plotly sets lines
NEAR = 5  # pixels between an axis and its labels


def early_drawing(figure: Any, frame: str) -> str:
    """HTML of a heatmap's Plotly figure, for a container of the key `frame`-early in that of the key `frame`.

    Screen readers pass it over: they are told of the figure itself.
    """
    seen = figure.to_plotly_json()
    data, layout = seen["data"], seen["layout"]
    around = (*_heads(layout), *_labels(layout), *_titles(layout), *_scale(layout), *_key(data[4:], layout))
    parts = (*_cells(data, layout), *_shares(data[2], layout), *around)
    face = layout["font"]["family"].replace('"', "'")
    style = f"height:{layout['height']}px;background:{layout['paper_bgcolor']};font-family:{face}"
    return f'{_rules(frame, layout)}<div class="{EARLY}" aria-hidden="true" style="{style}">{"".join(parts)}</div>'


def _rules(frame: str, layout: dict[str, Any]) -> str:
    """It covers the figure's place until the figure is there; a browser that can't tell never shows it."""
    inside, early = f".st-key-{frame}", f".st-key-{frame}-early"
    return (
        f"<style>{inside}{{position:relative;min-height:{layout['height']}px}}{early}{{display:none}}"
        f"@supports selector(:has(a)){{{inside}:not(:has({DRAWN})) {early}{{display:flex}}"
        f"{inside}>div:has({early}){{position:absolute;inset:0 0 auto 0;z-index:1;pointer-events:none}}}}"
        f"{early} .{EARLY}{{position:relative;overflow:hidden}}"
        f"{early} i{{position:absolute;font-style:normal;white-space:nowrap;line-height:{LINE}}}"
        f"{early} i.cell{{display:flex;align-items:center;justify-content:center;text-align:center}}"
        f"{early} i.head{{transform:translateX(-50%);text-align:center}}</style>"
    )


def _cells(data: list[dict[str, Any]], layout: dict[str, Any]) -> Iterator[str]:
    """Each cell with its colour, and what is written in it, which is HTML already."""
    colours, figures = data[0], data[1]
    font = figures["insidetextfont"]
    edge = colours["marker"]["line"]
    for i, text in enumerate(figures["text"]):
        left, top = colours["x"][i] - 0.5, colours["base"][i]
        width = f"calc((100% - {_beside(layout)}px)*{1 / _wide(layout):.5f})"
        paint = _paint(
            colours["marker"]["color"][i], colours["marker"]["pattern"], colours["marker"]["pattern"]["shape"][i]
        )
        style = (
            f"left:{_across(layout, left)};top:{_down(layout, top):.1f}px;width:{width};"
            f"height:{_down(layout, top + 1) - _down(layout, top):.1f}px;box-sizing:border-box;"
            f"border:{edge['width'] / 2:g}px solid {edge['color']};background:{paint};"
            f"color:{font['color'][i]};font-size:{font['size']}px;text-shadow:{font['shadow'][i]}"
        )
        yield f'<i class="cell" style="{style}"><span>{text}</span></i>'


def _paint(colour: str, pattern: dict[str, Any], shape: str) -> str:
    """The colour, with the lines of its pattern where it has one."""
    return f"repeating-linear-gradient(135deg,{pattern['fgcolor']} 0 1px,{colour} 1px 6px)" if shape else colour


def _key(traces: list[dict[str, Any]], layout: dict[str, Any]) -> Iterator[str]:
    """The line below the colour bar that says what hatched cells are, where there is one."""
    legend, rows = layout["legend"], layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]
    for trace in traces:
        pattern = trace["fillpattern"]
        paint = _paint(pattern["bgcolor"], pattern, pattern["shape"])
        place = f"left:{layout['margin']['l'] + 4}px;top:{layout['margin']['t'] - legend['y'] * rows + 4:.1f}px"
        style = f"{place};font-size:{legend['font']['size']}px;color:{legend['font']['color']}"
        box = f"display:inline-block;width:12px;height:12px;border:1px solid;background:{paint}"
        yield f'<i style="{style}"><span style="{box}"></span> {trace["name"]}</i>'


def _shares(shares: dict[str, Any], layout: dict[str, Any]) -> Iterator[str]:
    font = shares["textfont"]
    for across, down, text in zip(shares["x"], shares["y"], shares["text"], strict=True):
        top = _down(layout, down) - font["size"] * LINE / 2
        style = f"left:{_across(layout, across)};top:{top:.1f}px;font-size:{font['size']}px;color:{font['color']}"
        yield f'<i style="{style}">{text}</i>'


def _heads(layout: dict[str, Any]) -> Iterator[str]:
    axis, font = layout["xaxis"], layout["xaxis"]["tickfont"]
    below = layout["height"] - layout["margin"]["t"] + NEAR
    for at, text in zip(axis["tickvals"], axis["ticktext"], strict=True):
        style = f"left:{_across(layout, at)};bottom:{below}px;font-size:{font['size']}px;color:{font['color']}"
        yield f'<i class="head" style="{style}">{text}</i>'


def _labels(layout: dict[str, Any]) -> Iterator[str]:
    axis, font = layout["yaxis"], layout["yaxis"]["tickfont"]
    right = f"calc(100% - {layout['margin']['l'] - axis['ticklabelstandoff']}px)"
    for at, text in zip(axis["tickvals"], axis["ticktext"], strict=True):
        top = _down(layout, at) - font["size"] * LINE / 2
        style = f"right:{right};top:{top:.1f}px;font-size:{font['size']}px;color:{font['color']}"
        yield f'<i style="{style}">{text}</i>'


def _titles(layout: dict[str, Any]) -> Iterator[str]:
    for title in layout.get("annotations", ()):
        below = layout["height"] - layout["margin"]["t"] + title["yshift"]
        style = f"left:{_across(layout, title['x'])};bottom:{below}px;font-size:{title['font']['size']}px"
        yield f'<i style="{style};color:{title["font"]["color"]}">{title["text"]}</i>'


def _scale(layout: dict[str, Any]) -> Iterator[str]:
    """The colour bar below, with its marks at its ends and its middle."""
    axis = layout["coloraxis"]
    bar, font = axis["colorbar"], axis["colorbar"]["tickfont"]
    top = layout["height"] - layout["margin"]["b"] + bar["ypad"]
    shades = ",".join(f"{colour} {100 * at:.4g}%" for at, colour in axis["colorscale"])
    long = f"{bar['len']}px" if bar["lenmode"] == "pixels" else f"(100% - {_beside(layout)}px)*{bar['len']:.5f}"
    left = layout["margin"]["l"]
    style = f"left:{left}px;width:calc({long});top:{top}px;height:{bar['thickness']}px"
    yield f'<i style="{style};background:linear-gradient(to right,{shades})"></i>'
    for at, text in zip(bar["tickvals"], bar["ticktext"], strict=True):
        share = (at - axis["cmin"]) / (axis["cmax"] - axis["cmin"])
        place = f"left:calc({left}px + {long}*{share:.5f});top:{top + bar['thickness']}px"
        yield f'<i class="head" style="{place};font-size:{font["size"]}px;color:{font["color"]}">{text}</i>'


def _beside(layout: dict[str, Any]) -> int:
    """The pixels left and right of the cells."""
    return int(layout["margin"]["l"] + layout["margin"]["r"])


def _wide(layout: dict[str, Any]) -> float:
    """How many columns the figure is wide."""
    return float(layout["xaxis"]["range"][1])


def _across(layout: dict[str, Any], at: float) -> str:
    """Where a place lies so many columns from the left; the figure is as wide as there is room."""
    return f"calc({layout['margin']['l']}px + (100% - {_beside(layout)}px)*{at / _wide(layout):.5f})"


def _down(layout: dict[str, Any], at: float) -> float:
    """The pixels from the top to a place so many rows from the first."""
    margin, depth = layout["margin"], layout["yaxis"]["range"][0]
    return float(margin["t"] + (layout["height"] - margin["t"] - margin["b"]) * at / depth)

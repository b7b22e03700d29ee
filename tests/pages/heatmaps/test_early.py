"""What stands in a heatmap's place before Plotly has come says what the figure says, in the figure's places."""

import re
from dataclasses import replace
from html import unescape

from pages.ui.heatmaps.arranged.facets import side_by_side
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap
from pages.ui.runs.heatmap.early import early_drawing
from pages.ui.runs.heatmap.figure import plotly_figure
from pages.ui.runs.heatmap.heatmap import HATCHED, Heatmap
from pages.ui.runs.ink import LIGHT
from tests.pages.heatmaps.test_figure import GRID


def written(heatmap: Heatmap) -> list[str]:
    """What is written in the cells of the early drawing, as a reader sees it, a space for a new line."""
    inside = re.findall(r'<i class="cell"[^>]*><span>(.*?)</span></i>', early_drawing(plotly_figure(heatmap), "x"))
    return [unescape(re.sub(r"<[^>]+>", "", text.replace("<br>", " "))) for text in inside]


def test_each_cell_says_what_the_figure_says() -> None:
    assert written(GRID) == ["0.10", "0.90", "–", "2.00"]


def test_a_published_table_is_there_whole() -> None:
    heatmap = published_heatmap(Collection.KAPPA, "GC")
    cells = written(heatmap)
    assert len(cells) == len(heatmap.cells) > 100
    assert [text.split()[0].rstrip("*") for text in cells] == [heatmap.scale.text(c.value) for c in heatmap.cells]


def test_names_are_text_and_cells_that_are_weak_have_no_colour() -> None:
    drawn = early_drawing(plotly_figure(GRID), "x")
    assert "a&lt;b" in drawn and "a<b" not in drawn
    cells = re.findall(r'<i class="cell".*?</i>', drawn)
    (hatched,) = [cell for cell in cells if "repeating-linear-gradient" in cell]
    (plain,) = [cell for cell in cells if f"background:{LIGHT.paper}" in cell]
    assert "0.90" in hatched and "–" in plain
    assert HATCHED in drawn and HATCHED not in early_drawing(plotly_figure(replace(GRID, cells=GRID.cells[:1])), "x")


def test_the_colour_bar_of_a_figure_that_is_wider_than_a_page_ends_on_the_page() -> None:
    tasks = {task: published_heatmap(Collection.KAPPA, task) for task in ("GC", "HSOL", "NLI", "SA", "SS")}
    wide = plotly_figure(side_by_side(tasks, "", "", ""))
    assert (wide.layout.coloraxis.colorbar.lenmode, wide.layout.coloraxis.colorbar.len) == ("pixels", 600)
    assert "width:calc(600px)" in early_drawing(wide, "x")
    assert plotly_figure(tasks["GC"]).layout.coloraxis.colorbar.lenmode == "fraction"

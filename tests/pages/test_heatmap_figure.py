"""The figure: every cell drawn once, selectable, hatched where weak, written in a colour that can be read."""

from math import nan

from pages.ui.downloads import to_csv, to_html
from pages.ui.grid import AGREEMENT, Grid, GridCell, Row
from pages.ui.heatmap import heatmap
from pages.ui.heatmap_layout import DARK, LIGHT, narrowest, width
from pages.ui.published_grids import Collection, published_grid

ROW = Row(("word_deletion", "pps-1"), "Deletion", "PPS 1", "word_deletion")
OTHER = Row(("negation", "pps-1"), "Negation", "PPS 1", "negation")
GRID = Grid(
    "Why?",
    "TREC <b>bold</b>. Because.",
    "Mine.",
    AGREEMENT,
    (
        GridCell(ROW, "a<b", 0.1, 1.0),
        GridCell(ROW, "c", 0.9, 0.4),
        GridCell(OTHER, "a<b", nan),
        GridCell(OTHER, "c", 2.0),
    ),
)


def test_every_cell_is_a_bar_that_names_itself() -> None:
    *_, figures, _ = heatmap(GRID).data
    assert list(map(list, figures.customdata)) == [
        ["word_deletion", "pps-1", "a<b"], ["word_deletion", "pps-1", "c"],
        ["negation", "pps-1", "a<b"], ["negation", "pps-1", "c"],
    ]  # fmt: skip
    assert list(figures.base[:3]) == [0, 0, 1 + 9 / 34]  # a gap of 9 of a row's 34 pixels before another group


def test_values_are_written_with_the_share_where_it_is_below_99_percent() -> None:
    *_, figures, _ = heatmap(GRID).data
    assert figures.text == ("0.10", '0.90<br><span style="font-size:10px">40.0 %</span>', "–", "2.00")


def test_only_cells_below_half_are_hatched() -> None:
    _, hatching, *_ = heatmap(GRID).data
    assert [list(cell) for cell in hatching.customdata] == [["word_deletion", "pps-1", "c"]]


def test_the_scale_is_fixed_and_values_beyond_it_take_its_end() -> None:
    figure = heatmap(GRID)
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (0, 1)
    colours = figure.data[0].marker.color
    assert colours[3] == "rgb(254, 232, 56)"  # the upper end of cividis
    assert colours[2] == LIGHT.empty


def test_text_is_white_on_dark_cells_and_black_on_light_ones() -> None:
    *_, figures, _ = heatmap(GRID).data
    assert figures.insidetextfont.color[:2] == ("#ffffff", "#10131a")


def test_names_are_never_read_as_markup() -> None:
    figure = heatmap(GRID)
    assert figure.layout.xaxis.ticktext[0] == "a&lt;b"
    assert "&lt;b&gt;bold" in figure.layout.title.subtitle.text


def test_dark_paper_and_a_chosen_cell() -> None:
    figure = heatmap(GRID, dark=True, chosen=GRID.cells[1])
    assert figure.layout.paper_bgcolor == DARK.paper
    (outline,) = figure.layout.shapes
    assert (outline.x0, outline.x1, outline.y0, outline.y1) == (1, 2, 0, 1)


def test_four_models_fit_a_telephone() -> None:
    grid = published_grid(Collection.KAPPA, "GC")
    assert narrowest(grid) <= 340 < width(grid)


def test_csv_has_a_line_a_cell_and_nothing_where_nothing_is_known() -> None:
    lines = to_csv(GRID).splitlines()
    assert lines[1:4] == [
        "Deletion,PPS 1,a<b,0.1,1,,Why?,Mine.",
        "Deletion,PPS 1,c,0.9,0.4,,Why?,Mine.",
        "Negation,PPS 1,a<b,,,,Why?,Mine.",
    ]


def test_html_needs_nothing_from_elsewhere() -> None:
    page = to_html(GRID)
    assert "Plotly.newPlot" in page
    assert 'src="http' not in page

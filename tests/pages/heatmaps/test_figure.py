"""The figure: every cell drawn once, selectable, without colour where weak, written in a colour that can be read."""

from dataclasses import replace
from math import nan

from pages.ui.heatmaps.drawing.downloads import to_csv, to_html
from pages.ui.heatmaps.drawing.early import early_drawing
from pages.ui.heatmaps.drawing.figure import plotly_figure
from pages.ui.heatmaps.drawing.layout import narrowest, picture, widest
from pages.ui.heatmaps.heatmap import (
    AGREEMENT,
    AGREEMENT_DIFFERENCE,
    POINTS,
    POINTS_DIFFERENCE,
    Heatmap,
    HeatmapCell,
    HeatmapRow,
    Origin,
)
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap
from pages.ui.runs.ink import DARK, LIGHT

ROW = HeatmapRow(("word_deletion", "pps-1"), "Deletion", "PPS 1", "word_deletion")
OTHER = HeatmapRow(("negation", "pps-1"), "Negation", "PPS 1", "negation")
GRID = Heatmap(
    "Why?",
    "TREC <b>bold</b>. Because.",
    "Mine.",
    AGREEMENT,
    (
        HeatmapCell(ROW, "a<b", 0.1, 1.0, low=0.05, high=0.2, n=90, p=0.0312),
        HeatmapCell(ROW, "c", 0.9, 0.4),
        HeatmapCell(OTHER, "a<b", nan),
        HeatmapCell(OTHER, "c", 2.0),
    ),
    {"c": "88.1, n = 500"},
    origins={"": Origin("trec", "r-1", "kappa", "all")},
)


def test_every_cell_is_a_bar_that_names_itself() -> None:
    *_, figures, _ = plotly_figure(GRID).data
    assert list(map(list, figures.customdata)) == [
        ["word_deletion", "pps-1", "a<b"], ["word_deletion", "pps-1", "c"],
        ["negation", "pps-1", "a<b"], ["negation", "pps-1", "c"],
    ]  # fmt: skip
    assert list(figures.x) == [0.5, 1.5, 0.5, 1.5]
    assert list(figures.base[:3]) == [0, 0, 1 + 9 / 34]  # a gap of 9 of a row's 34 pixels before another group


def test_values_are_written_with_the_share_where_it_is_below_99_percent() -> None:
    *_, figures, _ = plotly_figure(GRID).data
    assert figures.text == ("0.10", '0.90<br><span style="font-size:10px">40.0 %</span>', "–", "2.00")


def test_intervals_can_stand_in_the_cells_and_are_always_told_on_hovering() -> None:
    *_, figures, _ = plotly_figure(GRID, intervals=True).data
    assert figures.text[:2] == ('0.10<br><span style="font-size:10px">.05 to .20</span>', "0.90")
    assert "95 % interval 0.05 to 0.20" in figures.hovertext[0].replace("<br>", " ")
    assert "interval" not in figures.hovertext[1]
    assert POINTS.brief(9.4, 10.6) == "9 to 11"


def test_a_head_says_what_the_model_scores_on_untouched_text() -> None:
    assert plotly_figure(GRID).layout.xaxis.ticktext == ("a&lt;b", "c<br>88.1<br>n = 500")


def test_a_picture_has_a_margin_and_nothing_that_was_selected() -> None:
    drawn = picture(GRID, LIGHT)
    assert "shapes" not in drawn
    assert drawn["width"] >= 640 and min(drawn["margin"].values()) >= 28
    assert isinstance(drawn["coloraxis"]["colorscale"], list)  # a name may be unknown to the browser


def test_cells_below_half_have_no_colour_whatever_their_figure() -> None:
    for dark, ink in ((False, LIGHT), (True, DARK)):
        colours = plotly_figure(GRID, dark=dark).data[0].marker.color
        assert [n for n, colour in enumerate(colours) if colour == ink.empty] == [1, 2]  # the second has no figure


def test_the_scale_is_fixed_and_values_beyond_it_take_its_end() -> None:
    figure = plotly_figure(GRID)
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (0, 1)
    colours = figure.data[0].marker.color
    assert colours[3] == "rgb(254, 232, 56)"  # the upper end of cividis
    assert colours[2] == LIGHT.empty


def test_the_ends_of_the_scale_say_that_figures_beyond_them_have_their_colour() -> None:
    def marks(*values: float) -> list[str]:
        cells = tuple(HeatmapCell(ROW, f"{n}", value) for n, value in enumerate(values))
        found = Heatmap("Why?", "", "", POINTS_DIFFERENCE, cells)
        drawn = plotly_figure(found)
        assert (
            list(drawn.layout.coloraxis.colorbar.ticktext) == picture(found, LIGHT)["coloraxis"]["colorbar"]["ticktext"]
        )
        assert all(f">{mark}</i>" in early_drawing(drawn, "x") for mark in drawn.layout.coloraxis.colorbar.ticktext)
        return list(drawn.layout.coloraxis.colorbar.ticktext)

    assert marks(-30, 30.04, nan) == ["−30", "0", "30"]  # 30.04 is written 30.0
    assert marks(-57.9, 3) == ["≤ −30", "0", "30"]
    assert marks(-48.8, 30.1) == ["≤ −30", "0", "≥ 30"]


def test_text_is_white_on_dark_cells_and_black_on_light_ones() -> None:
    *_, figures, _ = plotly_figure(GRID).data
    assert figures.insidetextfont.color[:2] == ("#ffffff", "#10131a")


def test_names_are_never_read_as_markup() -> None:
    figure = plotly_figure(GRID)
    assert figure.layout.xaxis.ticktext[0] == "a&lt;b"
    assert "&lt;b&gt;bold" in picture(GRID, LIGHT)["title"]["subtitle"]["text"]


def test_dark_paper_and_a_chosen_cell() -> None:
    figure = plotly_figure(GRID, dark=True, chosen=GRID.cells[1])
    assert figure.layout.paper_bgcolor == DARK.paper
    (outline,) = figure.layout.shapes
    assert (outline.x0, outline.x1, outline.y0, outline.y1) == (1, 2, 0, 1)


def test_four_models_fit_a_telephone() -> None:
    heatmap = published_heatmap(Collection.KAPPA, "GC")
    assert narrowest(heatmap) <= 340 < 1000 < widest(heatmap)


def test_csv_has_a_line_a_cell_and_nothing_where_nothing_is_known() -> None:
    lines = to_csv(GRID).splitlines()
    assert lines[1:4] == [
        "Deletion,PPS 1,a<b,0.1,0.05,0.2,,1,90,0.0312,,Why?,Mine.,trec,r-1,kappa,all,",
        "Deletion,PPS 1,c,0.9,,,,0.4,,,,Why?,Mine.,trec,r-1,kappa,all,",
        "Negation,PPS 1,a<b,,,,,,,,,Why?,Mine.,trec,r-1,kappa,all,",
    ]


def test_html_needs_nothing_from_elsewhere() -> None:
    page = to_html(GRID)
    spans = tuple(replace(cell, low=0.11, high=0.93) for cell in GRID.cells)
    assert ".11 to .93" in to_html(replace(GRID, cells=spans), intervals=True)  # as they stand on the page
    assert ".11 to .93" not in to_html(replace(GRID, cells=spans)).replace("0.11 to 0.93", "")
    assert "Plotly.newPlot" in page
    assert 'src="http' not in page


def test_nothing_is_neither_more_nor_less() -> None:
    assert [AGREEMENT_DIFFERENCE.text(value) for value in (0.0, -0.001, 0.004, -0.006)] == ["0.00"] * 3 + ["−0.01"]
    assert [AGREEMENT.text(value) for value in (0.9965, 1.0, 0.001)] == ["0.997", "1.00", "0.00"]

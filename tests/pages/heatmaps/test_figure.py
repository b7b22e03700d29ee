"""The figure: every cell drawn once, selectable, without colour where weak, written in a colour that can be read."""

from dataclasses import replace
from math import nan

from data.shades import mixed, readable
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap
from pages.ui.runs.heatmap.downloads import to_csv, to_html
from pages.ui.runs.heatmap.early import early_drawing
from pages.ui.runs.heatmap.figure import plotly_figure
from pages.ui.runs.heatmap.heatmap import (
    AGREEMENT,
    DIFFERENCES,
    HATCHED,
    LOST,
    POINTS,
    SHARE,
    Heatmap,
    HeatmapCell,
    HeatmapRow,
    Origin,
)
from pages.ui.runs.heatmap.layout import PART_SHARE_HEAD, SHARE_EDGE, SHARE_HEAD, across, narrowest, picture, widest
from pages.ui.runs.heatmap.shades import BETTER, NEITHER, PALE, WORSE, shade
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
    _, figures, *_ = plotly_figure(GRID).data
    assert list(map(list, figures.customdata)) == [
        ["word_deletion", "pps-1", "a<b"], ["word_deletion", "pps-1", "c"],
        ["negation", "pps-1", "a<b"], ["negation", "pps-1", "c"],
    ]  # fmt: skip
    assert list(figures.x) == [0.5, 1.5, 0.5, 1.5]
    assert list(figures.base[:3]) == [0, 0, 1 + 9 / 34]  # a gap of 9 of a row's 34 pixels before another group


def test_the_share_perturbed_is_a_column_of_its_own() -> None:
    _, figures, shares, *_ = plotly_figure(GRID).data
    assert figures.text == ("0.10", "0.90", "–", "2.00")
    assert list(shares.text) == ["100"] and [head.text for head in plotly_figure(GRID).layout.annotations] == [
        SHARE_HEAD
    ]
    assert list(shares.x) == [2 + SHARE_EDGE] and list(shares.y) == [0.5]
    bare = replace(GRID, cells=tuple(replace(cell, share=nan) for cell in GRID.cells))
    assert not plotly_figure(bare).layout.annotations and across(bare) == 2


def test_the_colour_bar_ends_with_the_last_model() -> None:
    assert plotly_figure(GRID).layout.coloraxis.colorbar.len == 2 / across(GRID)
    bare = replace(GRID, cells=tuple(replace(cell, share=nan) for cell in GRID.cells))
    assert plotly_figure(bare).layout.coloraxis.colorbar.len == 1


def test_a_figure_in_a_hatched_cell_has_a_ground_of_its_own() -> None:
    weak = replace(GRID, cells=tuple(replace(cell, share=0.9 if cell.column == "c" else 0.1) for cell in GRID.cells))
    _, figures, *_ = plotly_figure(weak).data
    assert [shadow == "none" for shadow in figures.insidetextfont.shadow] == [False, True, False, True]


def test_intervals_can_stand_in_the_cells_and_are_always_told_on_hovering() -> None:
    _, figures, *_ = plotly_figure(GRID, intervals=True).data
    assert figures.text[:2] == ('0.10<br><span style="font-size:10px">.05 to .20</span>', "0.90")
    assert "95 % interval 0.05 to 0.20" in figures.hovertext[0].replace("<br>", " ")
    assert "interval" not in figures.hovertext[1]
    assert POINTS.brief(9.4, 10.6) == "9 to 11"


def test_a_head_says_what_the_model_scores_on_original_text() -> None:
    assert plotly_figure(GRID).layout.xaxis.ticktext[:2] == ("a&lt;b", "c<br>88.1<br>n\xa0=\xa0500")


def test_a_picture_has_a_margin_and_nothing_that_was_selected() -> None:
    drawn = picture(GRID, LIGHT)
    assert "shapes" not in drawn
    assert drawn["width"] >= 640 and min(drawn["margin"].values()) >= 28
    assert isinstance(drawn["coloraxis"]["colorscale"], list)  # a name may be unknown to the browser


def test_cells_below_half_have_no_colour_whatever_their_figure() -> None:
    for dark, ink in ((False, LIGHT), (True, DARK)):
        cells, *_, key = plotly_figure(GRID, dark=dark).data
        assert [n for n, colour in enumerate(cells.marker.color) if colour == ink.paper] == [1, 2]
        assert list(cells.marker.pattern.shape) == ["", "/", "", ""]  # the third has no figure
        assert key.name == HATCHED and key.showlegend and key.fillpattern.shape == "/"
    trusted = replace(GRID, cells=GRID.cells[:1])
    assert len(plotly_figure(trusted).data) == 4 and plotly_figure(trusted).layout.margin.b < 60  # no key, no room


def test_cells_that_may_be_chance_are_pale_where_the_figure_is() -> None:
    cells = (HeatmapCell(ROW, "a", -0.5, marked=True), HeatmapCell(ROW, "b", -0.5))
    found = Heatmap("Why?", "", "", DIFFERENCES[AGREEMENT], cells, pale=True)
    worst = WORSE[LIGHT][-1]
    sure, chance = plotly_figure(found).data[0].marker.color
    assert sure == worst and chance == mixed((LIGHT.paper, worst), PALE)
    assert set(plotly_figure(replace(found, pale=False)).data[0].marker.color) == {worst}


def test_the_scale_is_fixed_and_values_beyond_it_take_its_end() -> None:
    figure = plotly_figure(GRID)
    assert (figure.layout.coloraxis.cmin, figure.layout.coloraxis.cmax) == (0, 1)
    colours = figure.data[0].marker.color
    assert colours[3] == BETTER[LIGHT][-1]
    assert colours[2] == LIGHT.paper


def test_the_ends_of_the_scale_say_that_figures_beyond_them_have_their_colour() -> None:
    def marks(*values: float) -> list[str]:
        cells = tuple(HeatmapCell(ROW, f"{n}", value) for n, value in enumerate(values))
        found = Heatmap("Why?", "", "", DIFFERENCES[POINTS], cells)
        drawn = plotly_figure(found)
        assert (
            list(drawn.layout.coloraxis.colorbar.ticktext) == picture(found, LIGHT)["coloraxis"]["colorbar"]["ticktext"]
        )
        assert all(f">{mark}</i>" in early_drawing(drawn, "x") for mark in drawn.layout.coloraxis.colorbar.ticktext)
        return list(drawn.layout.coloraxis.colorbar.ticktext)

    assert marks(-30, 30.04, nan) == ["−30 worse", "0", "30 better"]  # 30.04 is written 30.0
    assert marks(-57.9, 3) == ["≤ −30 worse", "0", "30 better"]
    assert marks(-48.8, 30.1) == ["≤ −30 worse", "0", "≥ 30 better"]


def test_text_is_white_on_dark_cells_and_black_on_light_ones() -> None:
    _, figures, *_ = plotly_figure(GRID).data
    assert figures.insidetextfont.color[:2] == ("#ffffff", "#10131a")  # the second is hatched
    assert figures.insidetextfont.color[2] == LIGHT.quiet  # and the third has no figure
    assert (readable("#000000"), readable("#ffffff"), readable("#777777")) == ("#ffffff", "#10131a", "#ffffff")


def test_a_colour_means_the_same_whatever_is_measured() -> None:
    grey = WORSE[LIGHT][0]
    assert {shade(scale, scale.neutral, LIGHT) for scale in (AGREEMENT, POINTS, LOST, *DIFFERENCES.values())} >= {grey}
    worst = [(AGREEMENT, 0), (POINTS, 0), (LOST, 30), (DIFFERENCES[LOST], 30), (DIFFERENCES[AGREEMENT], -0.5)]
    assert {shade(scale, value, LIGHT) for scale, value in worst} == {WORSE[LIGHT][-1]}
    best = [(DIFFERENCES[LOST], -30), (DIFFERENCES[AGREEMENT], 0.5), (DIFFERENCES[POINTS], 30)]
    assert {shade(scale, value, DARK) for scale, value in best} == {BETTER[DARK][-1]}
    assert shade(LOST, 7.5, LIGHT) == WORSE[LIGHT][1]  # a quarter of the way through five colours
    assert shade(SHARE, 100, LIGHT) == NEITHER[LIGHT][-1]


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
    assert narrowest(heatmap) <= 330 < 1000 < widest(heatmap)
    drawn = plotly_figure(heatmap).layout
    assert drawn.annotations[0].text == PART_SHARE_HEAD and drawn.margin.t >= 14 * 3  # its three lines


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
    assert [DIFFERENCES[AGREEMENT].text(value) for value in (0.0, -0.001, 0.004, -0.006)] == ["0.00"] * 3 + ["−0.01"]
    assert [AGREEMENT.text(value) for value in (0.9965, 1.0, 0.001)] == ["0.997", "1.00", "0.00"]

"""A figure over severity: panels of lines, and small heatmaps side by side."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from math import nan

import pytest
from streamlit.testing.v1 import AppTest

from data.workspace import Workspace
from pages.ui.heatmaps.choices import WHOSE
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap
from pages.ui.heatmaps.severity.curves import FAINT, curves
from pages.ui.heatmaps.severity.panels import by_severity, panels, without_panel
from pages.ui.runs.heatmap.heatmap import AGREEMENT, CHANGE, HATCHED, Heatmap, HeatmapCell, HeatmapRow, Origin
from tests.pages.heatmaps.finished_run import four_severities, write_run
from tests.pages.heatmaps.views import show

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]


def cell(name: str, n: int, model: str, value: float, unit: str = "pps") -> HeatmapCell:
    row = HeatmapRow((name, f"{unit}-{n}"), name.capitalize(), f"PPS {n}", name)
    return HeatmapCell(row, model, value, low=value - 0.1, high=value + 0.1)


CELLS = (
    cell("typos", 2, "a", 0.6), cell("typos", 1, "a", 0.9), cell("typos", 1, "b", nan), cell("typos", 2, "b", 0.4),
    cell("negation", 1, "a", 0.8), cell("nouns", 1, "a", 0.5, "word-class"),
)  # fmt: skip
GRID = Heatmap("Why?", "TREC.", "Mine.", AGREEMENT, CELLS)


def test_a_panel_has_a_line_for_each_model_with_severities_growing() -> None:
    (panel,) = panels(GRID)  # negation has one severity, nouns none that is a number
    assert (panel.name, panel.unit, panel.severities) == ("Typos", "pps", [1, 2])
    assert [(one.row.degree, one.value) for one in panel.lines["a"]] == [(1, 0.9), (2, 0.6)]
    assert [one.row.degree for one in panel.lines["b"]] == [2]  # what could not be scored is left out


def test_what_has_no_panel_is_named() -> None:
    found = panels(GRID)
    assert (
        without_panel(GRID, found) == "Not drawn, because they don't have two severities in one unit: Negation, Nouns."
    )
    assert without_panel(replace(GRID, cells=GRID.cells[:4]), found) == ""


def test_lines_of_a_perturbation_that_hardly_changed_any_text_are_faint_and_say_so() -> None:
    few = tuple(replace(cell("ocr", n, "a", 0.9), share=0.4) for n in (1, 2))
    many = tuple(replace(one, share=0.6) for one in CELLS[:2])
    found = panels(grid := replace(GRID, cells=(*few, *many)))
    drawn = curves(grid, found, {})
    assert [panel.weak for panel in found] == [True, False]
    assert [trace.opacity for trace in drawn.data] == [FAINT["opacity"]] * 2 + [None] * 2  # a band and a line each
    assert [HATCHED in note.text for note in drawn.layout.annotations] == [True, False]


def test_the_figure_has_bands_where_intervals_are_known_and_one_scale_for_all_panels() -> None:
    more = (*CELLS, cell("ocr", 1, "a", 0.5), cell("ocr", 2, "a", 0.2))
    grid = replace(GRID, cells=more)
    drawn = curves(grid, panels(grid), {("typos", "a"): ("−0.300", "PPS")})
    bands = [trace for trace in drawn.data if trace.fill == "toself"]
    assert len(bands) == 2  # a line of one point has none
    assert list(bands[0].y) == [1.0, 0.7, 0.5, 0.8]
    assert drawn.layout.yaxis1.range == drawn.layout.yaxis2.range == (0, 1.02)
    named = curves(replace(grid, origins={"": Origin("trec", "r-1", "kappa")}), panels(grid), {}).layout
    assert (named.yaxis1.title.text, named.yaxis2.title.text) == ("kappa", "")  # once a line of panels
    typos, ocr = (note.text for note in drawn.layout.annotations)
    assert "<b>Typos</b>" in typos and "−0.300</span> per PPS" in typos and "per" not in ocr
    assert [trace.name for trace in drawn.data if trace.showlegend] == ["a", "b"]


def test_panels_stand_in_rows_or_below_each_other() -> None:
    heatmap = published_heatmap(Collection.KAPPA, "GC")
    found = panels(heatmap)
    places = {across: curves(heatmap, found, {}, across=across).layout for across in (1, 3)}
    assert {places[1][f"xaxis{n}"].domain for n in range(1, len(found) + 1)} == {(0, 1)}
    bottoms = [places[1][f"yaxis{n}"].domain[0] for n in range(1, len(found) + 1)]
    assert bottoms == sorted(bottoms, reverse=True) and len({*bottoms}) == len(found)
    assert len({places[3][f"yaxis{n}"].domain for n in range(1, len(found) + 1)}) == -(-len(found) // 3)
    assert places[1].height > 2 * places[3].height


def test_a_models_name_is_text_in_the_legend() -> None:
    named = replace(GRID, cells=tuple(replace(one, column=f"<i>{one.column}</i>") for one in CELLS))
    drawn = curves(named, panels(named), {})
    assert [trace.name for trace in drawn.data if trace.showlegend] == ["&lt;i&gt;a&lt;/i&gt;", "&lt;i&gt;b&lt;/i&gt;"]


def test_how_far_scores_move_fills_its_panels() -> None:
    moved = replace(GRID, scale=CHANGE)
    low, high = curves(moved, panels(moved), {}).layout.yaxis1.range
    assert low < 0.31 and 1.0 <= high < 2  # and not tens, as of points


def test_severities_stand_side_by_side_and_are_ranked_where_perturbations_have_others() -> None:
    found = by_severity(GRID)
    assert found.columns == ("PPS 1: a", "PPS 1: b", "PPS 2: a", "PPS 2: b")
    (row,) = found.rows
    first = found.find(row.key, "PPS 1: a")
    assert row.full == "Typos" and first and first.value == 0.9
    thesis = by_severity(published_heatmap(Collection.KAPPA, "GC"))
    assert {facet.title for facet in thesis.facets.values()} == {"Lowest", "Middle", "Highest"}
    assert [one.full for one in thesis.rows][:2] == ["Keyboard (1, 5, 10 %)", "OCR (1, 5, 10 %)"]
    last = thesis.find(thesis.rows[0].key, "Highest: DistilBERT")
    assert last and last.value == 0.08  # Table 12, keyboard at 10 %


def test_the_second_of_two_severities_is_the_highest_beside_three() -> None:
    three = [cell("ocr", n, "a", 0.9 - n / 10, "percent-characters") for n in (1, 5, 10)]
    found = by_severity(replace(GRID, cells=(*three, *CELLS[:2])))
    shown = {(one.row.full.split(" ")[0], one.column): one.value for one in found.cells}
    assert shown["Typos", "Lowest: a"] == 0.9 and shown["Typos", "Highest: a"] == 0.6
    assert ("Typos", "Middle: a") not in shown and shown["Ocr", "Middle: a"] == pytest.approx(0.4)


def test_the_page_draws_both_and_says_where_there_is_one_severity_only(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    write_run(workspace, BEFORE, AFTER, run="20260102-000000-bbbbbb")
    app = open_page("heatmaps")
    app.query_params.update({"view": "Severity", "run": "20260101-000000-aaaaaa"})
    show(app, "Severity")
    assert not app.error
    figure, _ = app.get("plotly_chart")  # three panels in a row, or one
    assert "Negation" in json.loads(figure.proto.spec)["layout"]["annotations"][0]["text"]
    app.segmented_control(key="severity-as").set_value("Heatmaps").run()
    assert not app.error and app.query_params["as"] == "heatmaps"
    app.selectbox(key="run-looked-at").set_value("20260102-000000-bbbbbb").run()
    assert "two severities in the same unit" in app.info[0].value
    app.segmented_control(key=WHOSE).set_value("Published").run()
    assert not app.error and app.get("plotly_chart")
    app.selectbox(key="published").set_value(Collection.SCORE).run()
    assert "No perturbation here has two published severities" in app.info[0].value


def test_figures_that_could_not_be_scored_are_not_called_missing(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, ["thing"] * 5, ["thing"] * 5, four_severities("negation"))  # one label throughout: no kappa
    app = open_page("heatmaps")
    show(app, "Severity")
    assert app.info[0].value.startswith("None of these cells has a score")
    app.selectbox(key="own-metric").set_value(METRICS["accuracy"]).run()
    assert not app.info and app.get("plotly_chart")


def test_intervals_are_offered_where_there_are_cells_for_them(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    app = open_page("heatmaps")
    show(app, "Severity")
    assert not app.toggle  # curves have bands
    app.segmented_control(key="severity-as").set_value("Heatmaps").run()
    app.toggle(key="own-intervals").set_value(True).run()
    _, figures, *_ = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    assert all(" to " in written for written in figures["text"])


def test_the_slopes_of_trainings_are_those_of_what_is_drawn(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    cells = [*four_severities("negation"), *four_severities("synonym_replacement")]
    write_run(workspace, BEFORE, AFTER, cells, ("CNN #1", "CNN #2", "MiniLM"))
    app = open_page("heatmaps")
    show(app, "Severity")
    assert _slopes(app) == {f"{name}, {m}" for name in ("Negation", "Synonyms") for m in ("CNN", "MiniLM")}
    spec = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert [note["text"].count(">0.00</span>") for note in spec["layout"]["annotations"]] == [2, 2]  # CNN and MiniLM
    app.toggle(key="own-each").set_value(True).run()
    app.multiselect(key="own-named").set_value(["Negation"]).run()
    assert not app.error and _slopes(app) == {f"Negation, {m}" for m in ("CNN #1", "CNN #2", "MiniLM")}


def test_a_picture_says_what_its_bands_are(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER, four_severities("negation"))
    app = open_page("heatmaps")
    show(app, "Severity")
    (images,) = [one for one in app.get("bidi_component") if "images" in one.proto.component_name]
    assert "Bands are 95 % intervals." in images.proto.json.replace("<br>", " ")


def _slopes(app: AppTest) -> set[str]:
    """Of what slopes are told."""
    (table,) = [one.proto.body for one in app.get("html") if "change with severity" in one.proto.body]
    return set(re.findall(r'<th scope="row">(.*?)</th>', table))

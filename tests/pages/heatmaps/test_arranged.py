"""Rows sorted, clustered, filtered; several heatmaps side by side."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import nan

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core.records import Cell, Score
from core.severity import pps
from data.workspace import Workspace
from pages.ui.heatmaps.arranged.facets import side_by_side
from pages.ui.heatmaps.arranged.view import OTHER_SAMPLES
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap, tasks
from pages.ui.heatmaps.run_heatmaps import read_together, run_heatmap
from pages.ui.runs.heatmap.chart import PAGE, lines_of
from pages.ui.runs.heatmap.figure import plotly_figure
from pages.ui.runs.heatmap.heatmap import AGREEMENT, ORIGINAL, Heatmap, HeatmapCell, HeatmapRow
from pages.ui.runs.heatmap.layout import BETWEEN, PART_SHARE_HEAD, layout, narrowest, tops_of
from pages.ui.runs.heatmap.order import RowOrder, arranged, clustered
from pages.ui.runs.ink import LIGHT
from tests.pages.as_read import captions
from tests.pages.heatmaps.finished_run import write_run
from tests.pages.heatmaps.views import show

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]


def row(name: str, n: int, named: bool = False) -> HeatmapRow:
    return HeatmapRow((name, f"pps-{n}"), name.replace("_", " ").capitalize(), f"PPS {n}", name, named)


ROWS = (row("word_deletion", 1, True), row("word_deletion", 2), row("typos", 1, True), row("typos", 2))
VALUES = {"a": (0.9, 0.2, 0.8, nan), "b": (0.7, 0.2, 0.8, nan)}
CELLS = [HeatmapCell(row, column, VALUES[column][i]) for i, row in enumerate(ROWS) for column in VALUES]
GRID = Heatmap("Why?", "TREC.", "Mine.", AGREEMENT, (HeatmapCell(ORIGINAL, "a", 1), *CELLS))


def labels(order: RowOrder = RowOrder.GIVEN, *levels: str, columns: tuple[str, ...] = ()) -> list[str]:
    return [row.label for row in arranged(GRID, order, levels, (), columns).rows]


def test_rows_are_sorted_by_their_mean_and_those_without_a_figure_come_last() -> None:
    original = "Original text"
    assert labels() == [original, "Word deletion PPS 1", "PPS 2", "Typos PPS 1", "PPS 2"]
    lowest = [original, "Word deletion PPS 2", "Word deletion PPS 1", "Typos PPS 1", "Typos PPS 2"]
    assert labels(RowOrder.LOWEST)[:2] == lowest[:2] and labels(RowOrder.LOWEST)[-1] == lowest[-1]
    assert labels(RowOrder.HIGHEST)[-2:] == ["Word deletion PPS 2", "Typos PPS 2"]
    assert labels(RowOrder.NAME) == [original, "Typos PPS 1", "PPS 2", "Word deletion PPS 1", "PPS 2"]
    # by b alone 0.7, 0.2 and 0.8
    assert labels(RowOrder.HIGHEST, columns=("b",))[0] == "Typos PPS 1"


def test_rows_are_filtered_and_the_first_that_is_left_bears_the_name() -> None:
    assert labels(RowOrder.GIVEN, "character") == ["Original text", "Typos PPS 1", "PPS 2"]
    found = arranged(GRID, RowOrder.LEVEL, perturbations=["Word deletion"], columns=["b", "a"])
    assert [cell.column for cell in found.cells[-2:]] == ["b", "a"]
    assert [cell.value for cell in found.cells if cell.column == "b"] == [0.7, 0.2]
    assert arranged(GRID, levels=["sentence"]).rows == (ORIGINAL,)


def test_a_published_grid_is_ordered_by_level_with_a_gap_between() -> None:
    whole = published_heatmap(Collection.KAPPA, "GC")
    found = arranged(whole, RowOrder.LEVEL, ["word", "other"])
    tops = list(tops_of(found.rows).values())
    gaps = [after - before > 1.1 for before, after in pairwise(tops)]
    assert sum(gaps) == 1 and len(found.rows) == 14


def test_like_rows_stand_beside_each_other() -> None:
    # two kinds, shuffled: within a kind 0.1 apart, between them more than 1
    assert clustered(np.array([[0, 0], [1, 1], [0.1, 0], [1, 1.1]])) in ([0, 2, 1, 3], [2, 0, 1, 3])
    assert clustered(np.array([[nan, 0.0], [1, 1], [0.5, 0.1]])) in ([0, 2, 1], [1, 2, 0])  # NaN is the mean, 0.75
    assert clustered(np.empty((0, 2))) == [] and clustered(np.array([[nan]])) == [0]
    assert sorted(labels(RowOrder.CLUSTERED)) == sorted(
        ["Original text", "Word deletion PPS 1", "Word deletion PPS 2", "Typos PPS 1", "Typos PPS 2"]
    )


def test_like_beside_like_leaves_the_models_of_parts_as_they_are() -> None:
    names = ("a", "b", "c")
    apart = [
        HeatmapCell(row("ocr", n), name, v) for n in (1, 2) for name, v in zip(names, (0.1, 0.9, 0.2), strict=True)
    ]
    alone = Heatmap("Why?", "", "", AGREEMENT, tuple(apart))
    both = side_by_side({"TREC": alone, "SST": alone}, "Why?", "Two.", "Mine.")
    assert arranged(both, RowOrder.CLUSTERED).columns == both.columns
    assert arranged(alone, RowOrder.CLUSTERED).columns in (
        ("a", "c", "b"),
        ("c", "a", "b"),
        ("b", "a", "c"),
        ("b", "c", "a"),
    )


def test_parts_stand_side_by_side_with_all_rows_that_any_has() -> None:
    other = Heatmap("Why?", "", "", AGREEMENT, (HeatmapCell(ROWS[0], "a", 0.5), HeatmapCell(row("ocr", 1), "a", 0.4)))
    both = side_by_side({"TREC": GRID, "SST": other}, "Why?", "Two.", "Mine.")
    assert both.columns == ("TREC: a", "TREC: b", "SST: a")
    assert [one.full for one in both.rows][-1] == "Ocr PPS 1" and len(both.rows) == 6
    cell = both.find(ROWS[0].key, "SST: a")
    assert cell and cell.value == 0.5
    _, figures, *_ = plotly_figure(both).data
    assert sorted(set(figures.x)) == [0.5, 1.5, pytest.approx(2.5 + BETWEEN)]
    drawn = layout(both, tops_of(both.rows), LIGHT)
    assert [(title["text"], title["x"]) for title in drawn["annotations"]] == [
        ("<b>SST</b>", pytest.approx(2 + BETWEEN)),
        ("<b>TREC</b>", 0),
    ]
    assert drawn["xaxis"]["ticktext"] == ["a", "b", "a"]


def test_severities_grow_whichever_part_comes_first() -> None:
    two = Heatmap("Why?", "", "", AGREEMENT, (HeatmapCell(row("ocr", 2, True), "a", 0.5),))
    one = Heatmap("Why?", "", "", AGREEMENT, (HeatmapCell(row("ocr", 1, True), "a", 0.4),))
    both = side_by_side({"TREC": two, "SST": one}, "Why?", "Two.", "Mine.")
    assert [row.label for row in both.rows] == ["Ocr PPS 1", "PPS 2"]
    assert [cell.value for cell in both.cells] == [0.4, 0.5]


def test_what_stands_in_one_figure_is_explained_for_all_its_runs() -> None:
    severity = pps(1)
    once = [Score("r", "m", "ner", "f1_entities_lost", 0.1, 9, "negation", severity)]
    trained = [replace(once[0], metric="accuracy_lost", sd=0.1, trainings=3)]
    tested = [replace(trained[0], metric="accuracy_lost_p", value=0.2)]
    heads = [replace(trained[0], metric="accuracy", perturbation="", severity=None)]
    maps = [
        run_heatmap("NER", once, METRICS["accuracy_lost"]),
        run_heatmap("TREC", [*trained, *tested, *heads], METRICS["accuracy_lost"]),
    ]
    said = read_together(maps, METRICS["accuracy_lost"], ["f1_entities", "accuracy"])
    assert said.count("Points lost in accuracy") == 1 and "Mean ± standard deviation" in said
    assert "(p < .05, a paired t-test over the trainings). Holm's correction counts all cells of a run." in said
    assert "its entity F1 or accuracy (depending on the data set) on original text and" in said


def test_the_order_and_the_filter_stand_in_the_address(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, [Cell("trec", "test", name, pps(1)) for name in ("negation", "typos")])
    app = open_page("heatmaps")
    app.query_params.update({"view": "Heatmap", "order": "name", "models": "CNN", "levels": "word"})
    show(app, "Heatmap")
    assert not app.error
    assert app.selectbox(key="own-order").value == "By name"
    assert "The filter shows 1 of 2 rows and 1 of 2 columns." in [caption.value for caption in app.caption]
    app.multiselect(key="own-levels").set_value([]).run()
    app.multiselect(key="own-columns").set_value([]).run()
    assert not any("The filter shows" in caption for caption in captions(app))
    assert "levels" not in app.query_params and "models" not in app.query_params


def test_all_tasks_of_a_paper_stand_below_one_title(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    show(app, "Heatmap", several=True)
    assert not app.error
    figures = [json.loads(figure.proto.spec)["layout"]["annotations"] for figure in app.get("plotly_chart")]
    titles = [one["text"] for figure in figures for one in figure if one["text"] != PART_SHARE_HEAD]
    assert len(figures) == 2 and sorted(titles) == [
        f"<b>{name}</b>" for name in ("CoLA", "HSOL", "MNLI", "PAWS", "SST2")
    ]
    assert any("Romero 2023, Tables 12-26." in caption for caption in captions(app))
    app.selectbox(key="tasks-published").set_value(Collection.LOST).run()
    assert not app.error and any("Moradi & Samwald 2021" in caption for caption in captions(app))


def test_several_runs_stand_in_one_figure_and_a_cell_opens_its_own_run(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER)
    other = Cell("sst", "test", "negation", pps(2))
    write_run(workspace, BEFORE, BEFORE, [other], ["CNN"], run="20260102-000000-bbbbbb")
    app = open_page("heatmaps")
    show(app, "Heatmap", several=True)
    assert not app.error
    assert set(app.multiselect(key="tasks-runs").value) == {"20260101-000000-aaaaaa", "20260102-000000-bbbbbb"}
    options = app.selectbox(key="tasks-column").options
    assert sorted(options) == ["questions: CNN", "questions: MiniLM", "sst: CNN"]
    app.selectbox(key="tasks-row").set_value("Negation PPS 2").run()
    app.selectbox(key="tasks-column").set_value("questions: CNN").run()
    assert "2 of 2 flipped samples" in [caption.value for caption in app.caption]
    app.selectbox(key="tasks-column").set_value("sst: CNN").run()
    assert any("No prediction flipped" in info.value for info in app.info)
    app.multiselect(key="tasks-runs").set_value([]).run()
    assert "Choose at least one run" in app.info[0].value


@pytest.mark.parametrize("collection", Collection)
def test_parts_wider_than_a_page_stand_in_lines_with_every_cell_once(collection: Collection) -> None:
    parts = {task: published_heatmap(collection, task) for task in tasks(collection)}
    whole = side_by_side(parts, "Why?", "", "")
    lines = lines_of(whole)
    assert all(narrowest(line) <= PAGE for line in lines) and len(lines) == -(-narrowest(whole) // PAGE)
    assert [part for line in lines for part in line.parts] == list(whole.parts)
    assert sorted((c.row.key, c.column) for line in lines for c in line.cells) == sorted(
        (c.row.key, c.column) for c in whole.cells
    )
    for line in lines:
        assert line.rows[0].named and all(later.named == (later.name != row.name) for row, later in pairwise(line.rows))


def test_runs_of_one_data_set_are_told_by_when_they_began_and_by_their_samples(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER)
    write_run(workspace, BEFORE[:3], AFTER[:3], run="20260102-000000-bbbbbb")
    write_run(workspace, BEFORE[:3], AFTER[:3], run="20260103-000000-cccccc")
    app = open_page("heatmaps")
    show(app, "Heatmap", of="My runs", several=True)
    assert not app.exception and OTHER_SAMPLES in captions(app)
    found = list(app.selectbox(key="tasks-column").options)
    assert [name for name in found if "CNN" in name] == [
        "01 Jan 00:00, n = 3 · cccc: CNN", "01 Jan 00:00, n = 3 · bbbb: CNN", "01 Jan 00:00, n = 5: CNN",
    ]  # fmt: skip

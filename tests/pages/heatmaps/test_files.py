"""The files that are taken away: told apart by their names, and each line says what it is of."""

import csv
import io
from dataclasses import replace

from pages.ui.heatmaps.arranged.facets import side_by_side
from pages.ui.heatmaps.comparison import difference
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap
from pages.ui.runs.heatmap.downloads import file_name, to_csv
from pages.ui.runs.heatmap.heatmap import Heatmap, Origin
from pages.ui.runs.names import name_of_file
from tests.pages.heatmaps.test_figure import GRID

FIRST, SECOND = "20260101-000000-aaaaaa", "20260102-000000-bbbbbb"


def of(dataset: str, run: str, metric: str = "kappa", samples: str = "all") -> Heatmap:
    return replace(GRID, origins={"": Origin(dataset, run, metric, samples)})


def test_the_name_says_what_is_in_the_file() -> None:
    assert file_name(of("trec", FIRST)) == f"flinch-trec-{FIRST}-kappa"
    assert file_name(of("trec", SECOND)) == f"flinch-trec-{SECOND}-kappa"
    assert file_name(of("trec", FIRST, "accuracy_lost")) == f"flinch-trec-{FIRST}-accuracy_lost"
    assert file_name(of("trec", FIRST, samples="kept"), "intervals") == f"flinch-trec-{FIRST}-kappa-kept-intervals"
    assert file_name(published_heatmap(Collection.KAPPA, "GC")) == "flinch-cola-published-kappa"
    assert file_name(published_heatmap(Collection.SHARE, "GC")) == "flinch-cola-published-share"


def test_several_runs_are_named_by_the_ends_of_their_ids() -> None:
    both = side_by_side({"a": of("trec", FIRST), "b": of("sst", SECOND)}, "Why?", "", "")
    assert file_name(both) == "flinch-trec-sst-aaaa-bbbb-kappa"
    lines = list(csv.DictReader(io.StringIO(to_csv(both))))
    assert {(line["model"], line["dataset"], line["run"]) for line in lines} == {
        ("a: a<b", "trec", FIRST), ("a: c", "trec", FIRST), ("b: a<b", "sst", SECOND), ("b: c", "sst", SECOND)
    }  # fmt: skip
    many = side_by_side({n: of(f"set-{n}", n) for n in "abc"}, "Why?", "", "")
    assert file_name(many) == "flinch-3-data-sets-a-b-c-kappa"


def test_what_a_spreadsheet_would_compute_is_a_text_in_the_file() -> None:
    lines = list(csv.DictReader(io.StringIO(to_csv(replace(of("=1+1", FIRST), title="@SUM(1)")))))
    assert {(line["dataset"], line["title"]) for line in lines} == {("'=1+1", "'@SUM(1)")}
    cell = replace(GRID.cells[0], column="+cmd|x", value=-1.0)
    [line] = csv.DictReader(io.StringIO(to_csv(replace(GRID, cells=(cell,)))))
    assert line["model"] == "'+cmd|x" and line["value"] == "-1"


def test_a_difference_names_what_is_subtracted() -> None:
    apart = difference(of("trec", "r-1"), published_heatmap(Collection.KAPPA, "GC"), "XLNet")
    assert file_name(apart) == "flinch-trec-r-1-kappa-minus-xlnet-cola-published"


def test_names_of_files_are_short_and_plain() -> None:
    assert name_of_file("a/b: c.d", "", "é" * 99) == f"flinch-a-b-c-d-{'é' * 60}"

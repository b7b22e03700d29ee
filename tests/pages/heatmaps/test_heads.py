"""The names over a heatmap's columns and parts: broken where they are joined, and with the room that they need."""

from pages.ui.heatmaps.arranged.facets import side_by_side
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap, tasks
from pages.ui.runs.heatmap.heads import (
    column_narrowest,
    head_of,
    in_lines,
    pieces_of,
    small_line,
    title_lines,
)
from pages.ui.runs.heatmap.heatmap import AGREEMENT, Heatmap, HeatmapCell, HeatmapRow
from pages.ui.runs.heatmap.layout import FEW_LETTERS, HOVER_LINE, letters_beside, narrowest, widest

ROW = HeatmapRow(("word_deletion", "pps-1"), "Deletion", "PPS 1", "word_deletion")
SURVEY = "customer-satisfaction-survey-2024-quarter-three-long-name"
HOSTED = "our-production-classifier-distilled-v3.2-int8 (vendor hosted)"


def of_models(*models: str) -> Heatmap:
    return Heatmap("Why?", "", "", AGREEMENT, tuple(HeatmapCell(ROW, model, 0.5) for model in models))


def of_parts(*parts: str) -> Heatmap:
    return side_by_side({part: of_models("CNN") for part in parts}, "Why?", "", "")


def test_names_are_broken_where_they_are_joined() -> None:
    assert pieces_of("org/bert_base-cased v2") == ["org/", "bert_", "base-", "cased", " ", "v2"]
    assert in_lines(HOSTED, 14) == [
        "our-",
        "production-",
        "classifier-",
        "distilled-",
        "v3.2-int8",
        "(vendor",
        "hosted)",
    ]
    assert in_lines("SST2", 8) == ["SST2"] and in_lines("", 8) == [""]
    assert in_lines("x" * 30, 14) == ["x" * 14, "x" * 14, "xx"]  # only what has no joint is cut


def test_parts_are_as_wide_as_the_words_of_their_titles() -> None:
    found = of_parts("trec-fine", SURVEY, "demo-questions, ours")
    assert title_lines(found, "demo-questions, ours") == ["demo-", "questions,", "ours"]
    assert "satisfaction-" in title_lines(found, SURVEY) and len(title_lines(found, SURVEY)) <= 6
    assert column_narrowest(found) >= 6.6 * len("satisfaction-") > column_narrowest(of_parts("trec", "sst2"))


def test_a_models_name_is_whole_alone_and_in_a_part() -> None:
    for found in (of_models("CNN", HOSTED), side_by_side({"demo": of_models("CNN", HOSTED)}, "", "", "")):
        lines = head_of(found, found.columns[1]).split("<br>")
        assert lines[:3] == ["our-", "production-", "classifier-"]


def test_what_hovering_tells_has_lines_that_can_be_read() -> None:
    one = of_models("m")
    assert set(letters_beside(one).values()) == {HOVER_LINE}  # no room beside: over the cell
    assert all(letters >= FEW_LETTERS for letters in letters_beside(of_models(*"abcdefgh")).values())


def test_few_parts_fill_the_page_and_many_stay_narrow() -> None:
    assert 850 < widest(of_parts("trec", "sst2", "cola", "mrpc")) < 1050
    whole = {task: published_heatmap(Collection.KAPPA, task) for task in tasks(Collection.KAPPA)}
    found = side_by_side(whole, "Why?", "", "")
    assert column_narrowest(found) == 41  # 20 columns on a telephone
    assert narrowest(found) < 1110 and widest(found) < 2150


def test_columns_are_as_wide_as_what_stands_small_in_their_cells() -> None:
    cell = HeatmapCell(ROW, "CNN", 0.5, share=0.547, sd=0.01, part="1 of 20")
    assert small_line(AGREEMENT, cell) == "± 0.01 · 1 of 20"
    for found in (one := Heatmap("Why?", "", "", AGREEMENT, (cell,)), side_by_side({"trec": one}, "Why?", "", "")):
        assert column_narrowest(found) == 68  # and not 42, or 41 in parts

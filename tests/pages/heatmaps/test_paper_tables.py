"""Tables to put into a paper: the papers' layout, in LaTeX and in Markdown."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from pages.ui.heatmaps.arranged.facets import side_by_side
from pages.ui.heatmaps.leaderboards import boards
from pages.ui.heatmaps.published_heatmaps import Collection, published_heatmap
from pages.ui.runs.heatmap.heatmap import CHANGE, LOST
from pages.ui.runs.heatmap.paper import paper_table
from pages.ui.runs.paper_table import PaperCell, PaperTable, to_latex, to_markdown

KAPPAS = published_heatmap(Collection.KAPPA, "GC", "character")
SCORES = published_heatmap(Collection.SCORE, "TC", "word")


def test_the_thesis_table_comes_out_as_it_is_printed() -> None:
    written = to_latex(paper_table(KAPPAS))
    assert r"Perturbation & Severity & DistilBERT & ELECTRA & Funnel Transformer & XLNet & \% of samples" in written
    # Table 12: keyboard at 1 and at 5 %
    assert "Keyboard & 1 \\% & 0.41 & \\textbf{0.47} & 0.37 & 0.43 & 100.0 \\\\\n & 5 \\% & 0.28 & " in written
    assert written.startswith("% needs \\usepackage{booktabs}\n\\begin{table}\n")
    assert "without colour" not in written and "Published: Romero 2023, Table 12." in written
    assert written.count("\\begin{tabular}{llrrrrr}") == 1
    assert "Bold: the best of its row and task." in written
    one = replace(KAPPAS, cells=tuple(cell for cell in KAPPAS.cells if cell.column == "XLNet"))
    assert "Bold" not in to_latex(paper_table(one))


def test_tasks_side_by_side_have_their_columns_under_their_name() -> None:
    both = side_by_side({"TREC": SCORES, "SST & co": published_heatmap(Collection.SCORE, "SA", "word")}, "a", "b", "c")
    written = to_latex(paper_table(both))
    assert r" & \multicolumn{4}{c}{TREC} & \multicolumn{4}{c}{SST \& co} \\" in written
    assert r"\cmidrule(lr){2-5} \cmidrule(lr){6-9}" in written
    assert "| TREC: BERT |" in to_markdown(paper_table(both))


def test_the_least_lost_is_the_best_and_intervals_stand_behind_where_they_are_asked_for() -> None:
    lost = published_heatmap(Collection.LOST, "TC", "word")
    assert lost.scale is LOST
    row = paper_table(lost).rows[0]
    best = min(float(cell.text) for cell in row[1:])
    assert [float(cell.text) for cell in row[1:] if cell.bold] == [best]
    moved = paper_table(replace(lost, scale=CHANGE)).rows[0]  # scores that move least are the best too
    assert [float(cell.text) for cell in moved[1:] if cell.bold] == [best]
    marked = replace(lost, cells=tuple(replace(c, marked=True, low=1.0, high=2.0) for c in lost.cells))
    assert paper_table(marked, intervals=True).rows[0][1].text.endswith("* (1.0 to 2.0)")
    assert paper_table(marked).rows[0][1].text.endswith("*")
    trained = paper_table(replace(lost, cells=tuple(replace(c, sd=0.04) for c in lost.cells)))
    assert trained.rows[0][1].text.endswith(" ± 0.0") and "$\\pm$" in to_latex(trained)  # as on the page
    assert [cell.bold for cell in trained.rows[0]] == [cell.bold for cell in row]


@pytest.mark.parametrize(
    ("written", "latex", "markdown"),
    [
        ("a_b & 50 %", r"a\_b \& 50 \%", r"a\_b & 50 %"),
        ("−0.5*", r"$-$0.5*", r"−0.5\*"),
        ("a|b", r"a\textbar{}b", r"a\|b"),
    ],
)
def test_what_a_name_holds_is_no_markup(written: str, latex: str, markdown: str) -> None:
    table = PaperTable("Caption", ["Name", "m"], [[PaperCell(written), PaperCell("1")]])
    assert f"\n{latex} & 1 \\\\" in to_latex(table)
    assert f"| {markdown} | 1 |" in to_markdown(table)


def test_leaderboards_are_one_table_too() -> None:
    found = boards.leaderboards(boards.romero_grid())
    table = boards.paper_table(
        found, {(line.group, line.name): line.score for line in boards.romero_aggregates()}, boards.RULE
    )
    assert "Models & XLNet & 0.48" in to_latex(table) and table.head[3] == "In paper"


def test_the_page_offers_both(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("heatmaps")
    labels = [button.proto.label for button in app.get("download_button")]
    assert labels == ["CSV", "LaTeX", "Markdown", "HTML"]


def test_a_table_names_no_model_that_the_filter_takes_away() -> None:
    whole = published_heatmap(Collection.KAPPA, "GC")
    whole = replace(whole, heads=dict.fromkeys(whole.columns, "88.0, n = 9"))
    shown = replace(whole, cells=tuple(cell for cell in whole.cells if cell.column in ("XLNet", "ELECTRA")))
    assert " On original text: ELECTRA 88.0, n = 9; XLNet 88.0, n = 9." in paper_table(shown).caption
    assert "Funnel" in paper_table(whole).caption

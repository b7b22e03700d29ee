"""Published figures and one's own scores become rows and columns; differences are taken where both exist."""

from dataclasses import replace
from math import isnan, nan

import pytest

from core.perturbations.registry import perturbations
from core.records import Score
from core.severity import Severity, Unit, pps
from pages.ui.heatmaps.arranged.facets import side_by_side
from pages.ui.heatmaps.comparison import (
    SAME,
    by_our_rules,
    difference,
    fitting_task,
    in_one_figure,
    namesake,
    shared_first,
    why_not,
    without_counterpart,
)
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.heatmaps.published_heatmaps import Collection, levels, published_heatmap, tasks
from pages.ui.heatmaps.run_heatmaps import TOKENS, UNWEIGHED, Samples, read_together, run_heatmap, unexplained
from pages.ui.heatmaps.slopes import came_out_alike, slope_rows
from pages.ui.runs.heatmap.figure import hover, plotly_figure
from pages.ui.runs.heatmap.heatmap import (
    AGREEMENT,
    COUNT_NOTE,
    DIFFERENCES,
    HATCHED,
    HATCHED_FEW,
    ORIGINAL,
    POINTS,
    SHARE_NOTE,
    HeatmapRow,
)
from pages.ui.runs.heatmap.layout import marks_of, picture
from pages.ui.runs.heatmap.paper import paper_table
from pages.ui.runs.heatmap.shades import shade
from pages.ui.runs.ink import LIGHT

MODEL = "MiniLM"
TYPOS = Severity(Unit.PERCENT_CHARACTERS, 5)


def score(metric: str, value: float, perturbation: str = "", n: int = 0, model: str = MODEL, n_pps: int = 1) -> Score:
    return Score("run", model, "trec", metric, value, n, perturbation, pps(n_pps) if perturbation else None)


SCORES = [
    score("accuracy", 0.9, n=500),
    score("accuracy", 0.75, "word_deletion", n=200),
    score("kappa", 0.8, "word_deletion", n=200),
    score("share_perturbed", 0.4, "word_deletion", n=500),
    score("accuracy", 0.7, "word_deletion", n=180, n_pps=2),
    score("accuracy_lost", 0.15, "word_deletion", n=200),
    score("accuracy_lost", 0.2, "word_deletion", n=180, n_pps=2),
    score("kappa", nan, "word_deletion", n_pps=2),
]


def test_every_collection_and_task_makes_a_grid_with_four_models() -> None:
    for collection in Collection:
        for task in tasks(collection):
            heatmap = published_heatmap(collection, task)
            assert len(heatmap.columns) == 4
            assert len(heatmap.cells) == len(heatmap.rows) * 4  # no hole, nothing twice


def test_all_520_kappas_are_shown() -> None:
    assert sum(len(published_heatmap(Collection.KAPPA, task).cells) for task in tasks(Collection.KAPPA)) == 520


def test_it_is_said_why_two_models_do_not_see_word_case_where_that_is_shown() -> None:
    told = "they cannot see word case"
    assert told in published_heatmap(Collection.KAPPA, "GC").subtitle
    assert told not in published_heatmap(Collection.KAPPA, "GC", "character").subtitle


def test_the_name_of_a_perturbation_stands_once_and_its_severities_below() -> None:
    rows = published_heatmap(Collection.KAPPA, "GC", "character").rows
    assert [row.label for row in rows[:4]] == ["Keyboard 1 %", "5 %", "10 %", "OCR 1 %"]
    assert [row.full for row in rows[:2]] == ["Keyboard 1 %", "Keyboard 5 %"]
    assert rows[0].group == rows[2].group != rows[3].group


def test_a_published_grid_names_its_tables_and_marks_weak_cells() -> None:
    heatmap = published_heatmap(Collection.KAPPA, "GC")
    assert heatmap.source == "Published: Romero 2023, Tables 12, 13, 14."
    weak = {cell.row.name for cell in heatmap.cells if cell.weak}
    assert weak == {"Syn. embed.", "Contraction", "Prejudice", "Swap numbers"}  # 39.7, 16.7, 0.5 and 1.2 %


def test_points_lost_are_the_original_score_less_the_perturbed_one() -> None:
    heatmap = published_heatmap(Collection.LOST, "TC", "word")
    cell = heatmap.find(("word:RWS", "pps-1"), "BERT")
    assert cell is not None
    assert cell.value == pytest.approx(90.4 - 65.7)


def test_levels_that_share_a_name_are_told_apart() -> None:
    names = [row.full for row in published_heatmap(Collection.SCORE, "TC").rows]
    assert len(names) == len(set(names)) == 15  # 14 perturbations and original text
    assert levels(Collection.SCORE, "TC") == ["character", "word"]


def test_own_kappas_with_shares_and_what_could_not_be_scored() -> None:
    heatmap = run_heatmap("TREC, run 1", SCORES, METRICS["kappa"])
    first, second = heatmap.cells
    assert (first.value, first.share, first.note) == (0.8, 0.4, "n = 200")
    assert isnan(second.value)
    assert second.note == "could not be scored"
    assert [row.label for row in heatmap.rows] == ["Word deletion PPS 1", "PPS 2"]
    assert heatmap.scale is AGREEMENT


def test_where_nothing_was_changed_a_cell_says_so_and_has_no_figure() -> None:
    found = [score("kappa", 1.0, "word_deletion", n=500), score("share_perturbed", 0.0, "word_deletion", n=500)]
    (cell,) = run_heatmap("TREC", found, METRICS["kappa"]).cells
    assert isnan(cell.value) and cell.note == "nothing changed" and cell.weak
    _, figures, *_ = plotly_figure(run_heatmap("TREC", found, METRICS["kappa"])).data
    assert "nothing<br>changed" in figures.text[0] and "nothing changed" in figures.hovertext[0]
    (kept,) = run_heatmap("TREC", found, METRICS["share_perturbed"]).cells
    assert kept.value == 0


def test_a_kappa_over_all_samples_names_that_of_the_changed_ones() -> None:
    changed = replace(score("kappa_changed", 0.5, "word_deletion", n=80), low=0.3, high=0.7)
    cell, _ = run_heatmap("TREC", [*SCORES, changed], METRICS["kappa"]).cells
    assert cell.note == "n = 200; 0.50 (0.30 to 0.70) over the 80 changed samples"
    everywhere = [*SCORES, changed, score("share_perturbed", 1.0, "word_deletion", n=500)]
    assert "changed" not in run_heatmap("TREC", everywhere, METRICS["kappa"]).cells[0].note


def test_accuracy_lost_is_marked_where_it_is_more_than_chance_among_all_that_is_shown() -> None:
    # Holm over three: 0.01 * 3 = 0.03, 0.02 * 2 = 0.04 and not 0.02, 0.03 * 1, but not below 0.04; 0.3 is chance
    tested = [("word_deletion", 1, 0.02), ("word_deletion", 2, 0.01), ("negation", 1, 0.3)]
    lost = [score("accuracy_lost", 0.1, name, n=99, n_pps=n) for name, n, _ in tested]
    ps = [score("accuracy_lost_p", p, name, n=99, n_pps=n) for name, n, p in tested]
    heatmap = run_heatmap("TREC", [*lost, *ps], METRICS["accuracy_lost"])
    assert [(cell.row.full, cell.marked, cell.note) for cell in heatmap.cells] == [
        ("Word deletion PPS 1", True, "n = 99; p = 0.040 (McNemar, Holm over 3 tests)"),
        ("Word deletion PPS 2", True, "n = 99; p = 0.030 (McNemar, Holm over 3 tests)"),
        ("Negation PPS 1", False, "n = 99; p = 0.300 (McNemar, Holm over 3 tests)"),
    ]
    _, figures, *_ = plotly_figure(heatmap).data
    assert figures.text == ("10.0*", "10.0*", "10.0") and "McNemar" in heatmap.subtitle
    assert not any(cell.marked for cell in run_heatmap("TREC", [*SCORES, *ps], METRICS["kappa"]).cells)


def test_of_tags_it_is_said_that_n_counts_tokens() -> None:
    told = {metric: run_heatmap("NER", SCORES, metric, main="f1_entities").subtitle for metric in METRICS.values()}
    assert {metric.name for metric, subtitle in told.items() if TOKENS in subtitle} == {"kappa", "robustness"}
    assert TOKENS not in run_heatmap("TREC", SCORES, METRICS["kappa"]).subtitle


def test_slopes_are_told_for_a_step_of_the_severity_that_came_out() -> None:
    def at(n: int, kappa: float, came_to: float) -> list[Score]:
        found = Score("r", MODEL, "sst", "kappa", kappa, 9, "keyboard", Severity(Unit.PERCENT_CHARACTERS, n))
        return [
            replace(found, low=kappa - 0.1, high=kappa + 0.1),
            replace(found, metric="mean_severity", value=came_to),
        ]

    # from 1 to 9 % as it came out kappa falls by 0.4: 0.05 a point; half 0.1 / (sqrt(2) * 4) = 0.0177
    (row,) = slope_rows([*at(1, 0.9, 1.0), *at(10, 0.5, 9.0)], METRICS["kappa"])
    assert row == ("Keyboard, MiniLM", "−0.050", "−0.068 to −0.032", "+1 % of characters")
    assert list(slope_rows(at(1, 0.9, 1.0), METRICS["kappa"])) == []
    # 1 and 10 % that came out 0.2 points apart say nothing of a step of 1
    assert list(slope_rows([*at(1, 0.9, 1.0), *at(10, 0.5, 1.2)], METRICS["kappa"])) == []
    assert came_out_alike([*at(1, 0.9, 1.0), *at(10, 0.5, 1.2)], METRICS["kappa"]) == [
        "Keyboard (1.0 to 1.2 % of characters)"
    ]
    assert came_out_alike([*at(1, 0.9, 1.0), *at(10, 0.5, 9.0)], METRICS["kappa"]) == []


def test_the_slope_of_so_many_perturbations_a_sample_is_of_the_edits_that_came_out() -> None:
    def at(n: int, kappa: float, *came_to: float) -> list[Score]:
        found = Score("r", MODEL, "sst", "kappa", kappa, 9, "negation", pps(n), kappa - 0.1, kappa + 0.1)
        return [found, *(replace(found, metric="mean_severity", value=value) for value in came_to)]

    # 1 and 4 asked for, 1 and 1.5 edits came out: 0.2 lost over half an edit
    (row,) = slope_rows([*at(1, 0.9, 1.0), *at(4, 0.7, 1.5)], METRICS["kappa"])
    assert (row[1], row[3]) == ("−0.400", "+1 actual edit per sample")
    (row,) = slope_rows([*at(1, 0.9), *at(4, 0.6)], METRICS["kappa"])  # what came out is not known
    assert (row[1], row[3]) == ("−0.100", "+1 PPS")
    (row,) = slope_rows([*at(1, 0.9), *at(4, 0.9 - 1e-6)], METRICS["kappa"])
    assert row[1] == "0.000"  # and not −0.000


def test_a_cell_says_what_its_severity_came_to() -> None:
    heatmap = run_heatmap("TREC", [*SCORES, score("mean_severity", 0.38, "word_deletion", n=500)], METRICS["kappa"])
    assert heatmap.cells[0].note == "n = 200; actual severity 0.4 edits per sample"
    percent = Severity(Unit.PERCENT_WORDS, 30)
    found = [
        Score("run", MODEL, "trec", metric, value, 9, "swap_syn_wordnet", percent)
        for metric, value in (("kappa", 0.9), ("mean_severity", 6.34))
    ]
    assert run_heatmap("TREC", found, METRICS["kappa"]).cells[0].note == "n = 9; actual severity 6.3 % of words"


def test_robustness_is_compared_with_the_printed_kappa_times_the_printed_share() -> None:
    theirs = published_heatmap(Collection.ROBUSTNESS, "GC")
    place = (("word:SwapSynWordEmbedding", "percent-words-10"), "DistilBERT")
    cell, kappa = theirs.find(*place), published_heatmap(Collection.KAPPA, "GC").find(*place)
    assert cell and kappa and cell.value == pytest.approx(kappa.value * 0.397)
    found = [score("robustness", 0.32, "negation", n=200), score("share_perturbed", 0.4, "negation", n=500)]
    (mine,) = run_heatmap("TREC", found, METRICS["robustness"]).cells
    assert (mine.value, mine.share) == (0.32, 0.4)


def test_own_accuracy_in_points_beside_original_text() -> None:
    heatmap = run_heatmap("TREC, run 1", SCORES, METRICS["accuracy"])
    assert [cell.value for cell in heatmap.cells] == pytest.approx([90, 75, 70])
    assert heatmap.rows[0] == ORIGINAL
    assert heatmap.scale is POINTS


def test_own_accuracy_lost() -> None:
    heatmap = run_heatmap("TREC, run 1", SCORES, METRICS["accuracy_lost"])
    assert [cell.value for cell in heatmap.cells] == pytest.approx([15, 20])


def test_the_difference_is_taken_on_the_rows_both_have() -> None:
    mine, theirs = run_heatmap("TREC, run 1", SCORES, METRICS["accuracy"]), published_heatmap(Collection.SCORE, "TC")
    heatmap = difference(mine, theirs, "BERT")
    # BERT on TREC: 90.4 original, 75.1 with a word deleted (Table 4); PPS 2 is not in the table
    assert [(cell.row.full, round(cell.value, 1)) for cell in heatmap.cells] == [
        ("Original text", -0.4),
        ("Word deletion PPS 1", -0.1),
    ]
    assert heatmap.scale is DIFFERENCES[POINTS]
    assert heatmap.heads == {MODEL: "accuracy 90.0, n = 500"}
    assert without_counterpart(mine, theirs) == "Not in the published table: Word deletion PPS 2."
    assert without_counterpart(heatmap, theirs) == ""


def test_the_published_rows_that_a_run_has_too_come_first() -> None:
    theirs = published_heatmap(Collection.KAPPA, "GC")
    typos = Severity(Unit.PERCENT_CHARACTERS, 5)
    mine = run_heatmap("CoLA", [Score("r", MODEL, "cola", "kappa", 0.9, 9, "typos", typos)], METRICS["kappa"])
    assert theirs.rows[0].full == "Keyboard 1 %"
    found = [row.full for row in shared_first(theirs, mine).rows[:4]]
    assert found == ["Typos 1 %", "Typos 5 %", "Typos 10 %", "Keyboard 1 %"]


def test_mine_and_published_stand_on_the_rows_that_both_have_in_my_order() -> None:
    mine, theirs = run_heatmap("TREC, run 1", SCORES, METRICS["accuracy"]), published_heatmap(Collection.SCORE, "TC")
    whole, alone, published = in_one_figure(mine, theirs)
    assert [row.full for row in whole.rows] == ["Original text", "Word deletion PPS 1"]
    assert whole.parts == ("This run", "Published") and whole.columns[:2] == (MODEL, "Published: BERT")
    deletion = whole.rows[1].key
    cells = (whole.find(deletion, MODEL), whole.find(deletion, "Published: BERT"))
    assert [round(cell.value, 1) for cell in cells if cell] == [75.0, 75.1]  # Table 4
    assert [row.full for row in alone.rows] == ["Word deletion PPS 2"]
    assert len(published.rows) == len(theirs.rows) - 2 and "Negation" in [row.full for row in published.rows]


def test_a_model_that_says_one_label_throughout_is_said_to() -> None:
    found = [score("kappa", nan, "word_deletion", n=90), score("share_perturbed", 1.0, "word_deletion", n=90)]
    (cell,) = run_heatmap("TREC", found, METRICS["kappa"]).cells
    assert isnan(cell.value) and cell.note == "no kappa: all labels are the same, before and after; n = 90"


def test_below_the_title_stands_what_a_dash_means_where_there_is_one() -> None:
    one_label = score("kappa", nan, "word_deletion", n=1)
    heatmap = run_heatmap("TREC", [one_label, score("kappa", nan, "negation")], METRICS["kappa"])
    said = "– = no kappa: all labels are the same, before and after; or could not be scored."
    assert f" {said} All samples" in heatmap.caption
    assert said in paper_table(heatmap).caption
    assert said in picture(heatmap, LIGHT)["title"]["subtitle"]["text"].replace("<br>", " ")
    constant = run_heatmap("STS", [score("pearson", nan, "negation", n=9)], METRICS["pearson"])
    assert "– = could not be scored." in constant.caption
    original = [score("kappa", 1.0, "negation", n=9), score("share_perturbed", 0.0, "negation", n=9)]
    assert "–" not in run_heatmap("TREC", original, METRICS["kappa"]).caption  # that cell says so itself


def test_a_cell_that_a_model_was_not_asked_says_so() -> None:
    other = score("kappa", 0.9, "word_deletion", n=90, model="theirs")
    cells = {(c.row.amount, c.column): c.note for c in run_heatmap("TREC", [*SCORES, other], METRICS["kappa"]).cells}
    assert cells["PPS 2", "theirs"] == "not predicted" and cells["PPS 2", MODEL] == "could not be scored"


def test_robustness_over_other_samples_is_not_called_the_thesiss() -> None:
    found = [score("robustness", 0.2, "negation", n=9)]
    told = {samples: run_heatmap("TREC", found, METRICS["robustness"], samples).subtitle for samples in Samples}
    assert [UNWEIGHED in one for one in told.values()] == [False, True, True]
    kept = run_heatmap("TREC", found, METRICS["robustness"], Samples.KEPT)
    assert UNWEIGHED in read_together([kept], METRICS["robustness"], [])
    assert UNWEIGHED not in run_heatmap("TREC", SCORES, METRICS["kappa"], Samples.CHANGED).subtitle


def test_a_cell_of_which_people_kept_nothing_says_so() -> None:
    nothing = [score("kappa", nan, "negation", n=0), score("share_perturbed", 1.0, "negation", n=90)]
    kept = run_heatmap("TREC", [score("kappa", 0.9, "word_deletion", n=9), *nothing], METRICS["kappa"], Samples.KEPT)
    assert [cell.note for cell in kept.cells] == ["n = 9", "nobody has kept a text of this cell"]
    assert "– = nobody has kept a text of this cell. Only samples" in kept.caption
    few = run_heatmap("STS", [score("pearson", nan, "negation", n=2)], METRICS["pearson"], Samples.KEPT)
    assert few.cells[-1].note == "could not be scored; n = 2"
    bare = run_heatmap("no labels", [score("accuracy", nan, "negation", n=0)], METRICS["accuracy"], Samples.KEPT)
    assert {cell.note for cell in bare.cells} == {"could not be scored"}


def test_over_some_samples_their_number_stands_beside_a_row_and_few_of_them_are_hatched() -> None:
    came_to = score("mean_severity", 0.5, "word_deletion", n=200)
    found = [*SCORES, came_to, score("share_perturbed", 0.25, "word_deletion", n=200)]
    found = [one for one in found if one.metric != "kappa"] + [score("kappa", 0.9, "word_deletion", n=50)]
    few = [*found[:-1], score("kappa", 0.9, "word_deletion", n=12)]
    whole = run_heatmap("TREC", found, METRICS["kappa"])
    changed = run_heatmap("TREC", found, METRICS["kappa"], Samples.CHANGED)
    kept = run_heatmap("TREC", few, METRICS["kappa"], Samples.KEPT)
    (row,) = whole.beside()
    assert [one.beside()[row] for one in (whole, changed, kept)] == ["25", "50", "12"]
    assert [one.cells[0].weak for one in (whole, changed, kept)] == [True, False, True]
    assert [one.heads[MODEL] for one in (whole, changed)] == ["accuracy 90.0, n = 500", "accuracy 90.0"]
    assert (whole.hatched_as, kept.hatched_as) == (HATCHED, HATCHED_FEW)
    severities = [one.cells[0].note.partition("actual severity ")[2] for one in (whole, changed, kept)]
    assert severities == ["0.5 edits per sample", "2.0 edits per sample", ""]  # what was not changed adds no edit


def test_what_is_made_of_a_heatmap_of_some_samples_counts_them_too() -> None:
    place = ("typos", Severity(Unit.PERCENT_CHARACTERS, 5))
    figures = {"kappa": (0.9, 12), "share_perturbed": (0.1, 200)}
    found = [Score("r", MODEL, "cola", metric, *figure, *place) for metric, figure in figures.items()]
    kept = run_heatmap("CoLA", found, METRICS["kappa"], Samples.KEPT)
    said = read_together([kept, kept], METRICS["kappa"], ["accuracy"])
    both = side_by_side({"one": kept, "other": kept}, "both", said, "")
    less = difference(kept, published_heatmap(Collection.KAPPA, "GC"), "ELECTRA")
    assert [one.counted and one.hatched_as for one in (kept, both, less)] == [HATCHED_FEW] * 3
    assert COUNT_NOTE in both.subtitle and SHARE_NOTE not in both.subtitle
    table = paper_table(kept)
    assert (table.head[-1], table.rows[0][-1].text) == ("n", "12")
    assert "perturbed" not in hover(kept.scale, kept.cells[0])


def test_a_difference_is_explained_as_one() -> None:
    tested = score("accuracy_lost_p", 0.01, "word_deletion")
    mine = run_heatmap("TREC v. 2, run 1", [*SCORES, tested], METRICS["accuracy_lost"])
    assert "Points lost in accuracy" in mine.subtitle and "Holm's correction" in mine.subtitle
    assert mine.of == "TREC v. 2, run 1." and mine.notes.startswith("Points lost in accuracy")
    found = difference(unexplained(mine, METRICS["accuracy_lost"]), published_heatmap(Collection.LOST, "TC"), "BERT")
    assert found.title == "Does this run lose more than the published BERT?"
    assert found.subtitle.startswith("This run minus published (Question classification (TREC)), in points lost: ")
    assert " TREC v. 2, run 1. Perturbed: " in found.subtitle
    assert "Holm" not in found.subtitle and "on the same samples" not in found.subtitle


def test_a_difference_of_what_is_not_comparable_is_grey() -> None:
    mine = run_heatmap("CoLA", [Score("r", MODEL, "cola", "kappa", 0.9, 9, "typos", TYPOS)], METRICS["kappa"])
    theirs = published_heatmap(Collection.KAPPA, "GC")
    alike, apart = (difference(mine, theirs, "BERT", comparable) for comparable in (True, False))
    assert (alike.title, apart.title) == (
        "More robust than the published BERT?",
        "Difference from the published BERT",
    )
    red, green, blue = (int(shade(apart.scale, -0.4, LIGHT)[n : n + 2], 16) for n in (1, 3, 5))
    assert max(red, green, blue) - min(red, green, blue) < 24 and apart.cells == alike.cells
    assert marks_of(apart)[0].removeprefix("≤ ") == "−0.5"


def test_a_difference_says_why_there_is_none() -> None:
    found = [score("kappa", 1.0, "negation", n=9), score("share_perturbed", 0.0, "negation", n=9)]
    found += [score("kappa", nan, "verb_tense"), score("share_perturbed", 0.5, "verb_tense", n=9)]
    mine, theirs = run_heatmap("TREC", found, METRICS["kappa"]), published_heatmap(Collection.SCORE, "TC")
    heatmap = difference(mine, theirs, "BERT")
    _, figures, *_ = plotly_figure(heatmap).data
    assert [cell.note for cell in heatmap.cells] == [
        "nothing changed",
        "could not be scored; Moradi & Samwald 2021, Table 4 89.0",
    ]
    assert "nothing<br>changed" in figures.text[0] and "–" in figures.text[1]


def test_figures_on_texts_by_our_rules_are_said_to_be_so_and_those_by_the_papers_are_compared() -> None:
    theirs = published_heatmap(Collection.SCORE, "TC")
    ours = run_heatmap("TREC", [score("accuracy", 0.75, "word_deletion", n=200)], METRICS["accuracy"])
    own = run_heatmap("TREC", [score("accuracy", 0.75, "word_deletion.paper", n=200)], METRICS["accuracy"])
    assert "word_deletion.paper" in by_our_rules(ours, theirs) and by_our_rules(own, theirs) == ""
    assert [row.full for row in own.rows] == ["Original text", "Word deletion (paper rules) PPS 1"]
    assert difference(own, theirs, "BERT").cells[-1].value == pytest.approx(75 - 75.1)


def test_the_interval_of_a_difference_is_that_of_mine() -> None:
    scores = [replace(score("accuracy", 0.75, "word_deletion", n=200), low=0.7, high=0.8)]
    _, cell = difference(  # the first is original text, which has no score here
        run_heatmap("TREC", scores, METRICS["accuracy"]), published_heatmap(Collection.SCORE, "TC"), "BERT"
    ).cells
    assert (cell.low, cell.high) == (pytest.approx(70 - 75.1), pytest.approx(80 - 75.1))


@pytest.mark.parametrize(
    ("collection", "dataset", "task"),
    [
        (Collection.SCORE, "trec", "TC"),
        (Collection.LOST, "My TREC-6", ""),
        (Collection.SCORE, "demo-questions", "TC"),
        (Collection.KAPPA, "SST-2 dev", "SA"),
        (Collection.KAPPA, "trec", ""),  # Romero did not measure it
        (Collection.KAPPA, "cola", "GC"),
    ],
)
def test_the_task_that_fits_is_known_by_the_data_sets_name(collection: Collection, dataset: str, task: str) -> None:
    assert fitting_task(collection, dataset) == task


def test_tasks_that_were_not_measured_by_accuracy_say_so() -> None:
    assert "accuracy" in why_not(Collection.SCORE, "NER")
    assert not why_not(Collection.SCORE, "SA")
    assert not why_not(Collection.KAPPA, "NLI")


def test_every_printed_perturbation_has_one_of_ours() -> None:
    printed = {row.key[0] for c in (Collection.SCORE, Collection.KAPPA) for row in _rows_of_all_tasks(c)} - {""}
    assert printed == set(SAME.values())
    assert set(SAME) <= {p.name for p in perturbations()}


def test_a_kappa_is_subtracted_from_the_thesis_table() -> None:
    scores = [
        Score("r", "mine", "cola", "kappa", 0.5, 100, name, severity)
        for name, severity in (
            ("keyboard", Severity(Unit.PERCENT_CHARACTERS, 1)),
            ("contraction", Severity(Unit.PERCENT_WORDS, 100)),
            ("keyboard", Severity(Unit.PERCENT_CHARACTERS, 2)),
        )
    ]
    heatmap = difference(
        run_heatmap("CoLA", scores, METRICS["kappa"]), published_heatmap(Collection.KAPPA, "GC"), "DistilBERT"
    )
    # Table 12: DistilBERT on CoLA, keyboard at 1 %: 0.41; Table 14: contraction 0.99; 2 % is in no table
    assert [(cell.row.full, round(cell.value, 2)) for cell in heatmap.cells] == [
        ("Keyboard 1 %", 0.09),
        ("Contraction 100 %", -0.49),
    ]


def test_what_the_thesis_prints_as_an_embedding_swap_stands_beside_named_entities() -> None:
    scores = [
        Score("r", "mine", "cola", "share_perturbed", share, 100, name, Severity(Unit.PERCENT_WORDS, percent))
        for name, percent, share in (("swap_named_entities.paper", 100, 0.5), ("swap_syn_word_embedding", 10, 0.6))
    ]
    mine, theirs = run_heatmap("CoLA", scores, METRICS["share_perturbed"]), published_heatmap(Collection.SHARE, "GC")
    (cell,) = difference(mine, theirs, "DistilBERT").cells
    assert cell.row.key[0] == "swap_named_entities.paper" and cell.value == pytest.approx(50 - 39.7)
    assert "10 %. In the thesis, SwapSynWordEmbedding is really a swap of" in without_counterpart(mine, theirs)


def _rows_of_all_tasks(collection: Collection) -> list[HeatmapRow]:
    return [row for task in tasks(collection) for row in published_heatmap(collection, task).rows]


def test_a_namesake_is_found_among_the_published_models() -> None:
    published = ("BERT", "RoBERTa", "XLNet", "ELMo")
    assert namesake("bert-base-cased", published) == "BERT"
    assert namesake("FacebookAI/roberta-base", published) == "RoBERTa"
    assert namesake("minilm", published) == "BERT"


def test_the_rows_of_every_run_have_the_order_of_the_catalogue() -> None:
    perturbations_of_run = ["negation,typos", "negation", "word_deletion", "keyboard.paper"]
    heatmap = run_heatmap("TREC", [score("kappa", 0.5, name, n=9) for name in perturbations_of_run], METRICS["kappa"])
    expected = ["keyboard.paper", "word_deletion", "negation", "negation,typos"]
    assert [row.key[0] for row in heatmap.rows] == expected

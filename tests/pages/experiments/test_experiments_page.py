"""The Experiments page: what it asks, and what it shows of what came out."""

from collections.abc import Callable
from csv import DictReader
from dataclasses import replace
from io import StringIO
from math import isnan, nan

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from core.experiments.guesses import Guesses
from core.experiments.records import Labels, Outcome, chance_in_words
from core.experiments.registry import ExperimentRequest, find_experiment
from core.metrics.estimate import UNSCORED, Estimate
from core.models.registry import usual_spec
from core.models.training.recipes import specs_of
from data.experiments.files import ExperimentCard, newest_of_each, outcome_log, write_card
from data.jobs.job import run_inline
from data.jobs.jobs import create, end
from data.jobs.pace import remember
from data.jobs.records import JobState
from data.workspace import Workspace
from pages.ui.experiments.all_sets import rows_of_sets
from pages.ui.experiments.compared import OF_ALL_TEXTS, why_no_averages
from pages.ui.experiments.corruption import WHERE
from pages.ui.experiments.figures import LINE, apart, area_of, learnability_curves, name_of, names_of
from pages.ui.experiments.form import share_in_words, share_of
from pages.ui.experiments.heatmaps import (
    CHANGE,
    CORRELATION,
    TEST_SHARE,
    TRAINING_SHARE,
    Line,
    can_be_bounded,
    heatmap_of,
    share_changed,
)
from pages.ui.experiments.orders import KINDS, lines_of_sets
from pages.ui.experiments.results import warnings_of
from pages.ui.experiments.scatters import ScatterPoint, numbers_of, placed, scatter
from pages.ui.experiments.table import SELECTED, SHOWN, best_score, open_selected
from pages.ui.experiments.taking import as_csv, methods
from pages.ui.runs.heatmap.downloads import to_csv
from pages.ui.runs.heatmap.figure import plotly_figure
from pages.ui.runs.heatmap.figures_table import figures_of
from pages.ui.runs.heatmap.heatmap import PUBLISHED, Origin
from pages.ui.runs.heatmap.layout import marks_of
from pages.ui.runs.heatmap.shades import shade
from pages.ui.runs.ink import LIGHT

LEET, UPPER = "leet_letters.paper@1", "random_upper.paper@1"
FLIP, SHUFFLES = "word_neighbour_flip@0.5", ("character_phrase_shuffle@0.2", "character_phrase_shuffle@0.8")
ASKED = ExperimentRequest(
    "learnability", "demo-sentiment", (usual_spec("cnn"),), (LEET, UPPER), (0.1, 1.0), (0, 1)
)  # fmt: skip


def outcome(labels: Labels, on: str, share: float, test: str, accuracy: float, seed: int = 0) -> Outcome:
    return Outcome("demo-sentiment", "CNN", seed, labels, on, share, test, 100, accuracy, accuracy)


def learnability(seed: int) -> list[Outcome]:
    found = [outcome(Labels.GOLD, "", 0.0, test, value, seed) for test, value in (("", 0.9), (LEET, 0.6), (UPPER, 0.8))]
    for on, seen in ((LEET, 0.9), (UPPER, 0.5)):
        found.append(outcome(Labels.GOLD, on, 1.0, on, 0.85, seed))
        for share in (0.1, 1.0):
            found.append(outcome(Labels.RANDOM, on, share, "", 0.1, seed))
            found.append(outcome(Labels.RANDOM, on, share, on, 0.1 + seen * share, seed))
    return found


def written(
    workspace: Workspace, found: list[Outcome], asked: ExperimentRequest = ASKED, **more: object
) -> ExperimentCard:
    usual = ExperimentCard(
        "20261126-120000-000000-aaaa", "t", asked.experiment, asked.dataset, True, asked.arguments(), 12, "cpu",
        "2026-11-26T12:00:00+00:00", finished=True, versions={"torch": "2.13"},
    )  # fmt: skip
    card = replace(usual, **more)  # type: ignore[arg-type]
    folder = workspace.experiments / card.id
    folder.mkdir(parents=True)
    write_card(folder, card)
    outcome_log(folder).append(found)
    return card


def words(app: AppTest) -> str:
    told = "\n".join(str(one.value) for one in (*app.markdown, *app.caption, *app.subheader, *app.warning, *app.info))
    return told.replace("\\", "")


def test_an_experiment_is_drawn_with_its_tables_and_the_published_correlations(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    written(workspace, learnability(0) + learnability(1), told_apart={UPPER: 61.0})
    app = open_page("experiments")
    assert not app.exception
    told = words(app)
    assert "versions (chance: 50 %): random upper 61 %." in told
    assert "Spearman correlation over 2 pairs" in told
    shown = "\n".join(str(one.proto.body) for one in app.get("html"))
    for figure in ("Published, IMDB", "-0.643*", "leet letters", "−30.0", "+25.0"):
        assert figure in shown, figure


def test_a_training_without_a_figure_is_told_with_its_reason(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    found = learnability(0)
    found[-1] = replace(found[-1], accuracy=nan, reason="the disk is full")
    written(workspace, found, finished=False)
    assert "1 test gave no result. CNN: the disk is full" in words(open_page("experiments"))


def test_gains_of_training_by_what_was_tested(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    asked = replace(ASKED, experiment="augmentation", shares=(1.0,), seeds=(0,))
    tests = ("", LEET, UPPER)
    rows = {"": (0.9, 0.5, 0.7), LEET: (0.88, 0.8, 0.75), UPPER: (0.9, 0.55, 0.85)}
    found = [
        outcome(Labels.GOLD, on, float(bool(on)), test, value)
        for on, values in rows.items()
        for test, value in zip(tests, values, strict=True)
    ]
    written(workspace, found, asked)
    app = open_page("experiments")
    assert not app.exception
    shown = "\n".join(str(one.proto.body) for one in app.get("html"))
    for figure in ("+30.0", "+5.0", "−2.0", "+15.0"):
        assert figure in shown, figure


def test_losses_by_word_class_and_accuracy_by_similarity(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    asked = replace(ASKED, experiment="word_order", conditions=(FLIP, *SHUFFLES), shares=(1.0,), seeds=(0,))
    found = [outcome(Labels.GOLD, "", 0.0, "", 0.9)]
    for on, accuracy in zip(asked.conditions, (0.8, 0.6, 0.5), strict=True):
        found += [outcome(Labels.GOLD, on, 1.0, "", 0.7), outcome(Labels.GOLD, on, 1.0, on, accuracy)]
    measured = {on: {"DND": far} for on, far in zip(asked.conditions, (0.2, 0.5, 0.9), strict=True)}
    spread = {on: {"DND": (0.0, far / 2, far, far, 1.0)} for on, far in zip(measured, (0.2, 0.5, 0.9), strict=True)}
    card = written(workspace, found, asked, measured=measured, spread=spread, between={"DND": {"DND": 1.0}})
    app = open_page("experiments")
    assert not app.exception
    assert "Without perturbation, CNN scores 90.0. 100 test samples." in words(app)
    shown = "\n".join(str(one.proto.body) for one in app.get("html"))
    assert "Correlation between accuracy and similarity" in shown and "1 − DND" in shown and "0.98" in shown
    for word in ("Clouatre", "replaced all training texts", "or both", "tested on 100 test samples (test)"):
        assert word in methods(card, found)
    assert "character phrase shuffle: probability 0.2, probability 0.8. Computed" in methods(card, found)
    app.session_state["fold-all-orders"] = app.session_state["fold-distances"] = True
    app.run()
    assert not app.exception
    drawn = {one.proto.id.rpartition("-")[2] for one in app.get("plotly_chart")}
    assert {"distances", "agree"} <= drawn, drawn
    assert [one for one in app.get("plotly_chart") if one.proto.id.endswith("all-orders")]
    for kind in KINDS:
        [(name, values)] = lines_of_sets(workspace, [card], kind)
        assert name == "demo-sentiment, CNN" and isnan(values[0])  # of IDC nothing is known
        assert values[1].value == pytest.approx({"Pearson": 0.9791, "Spearman": 1.0}[kind], abs=1e-4)


def test_a_model_beside_itself_without_positions_shows_what_they_are_worth(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    both = tuple(specs_of(["minilm", "no-positions:minilm"]))
    asked = replace(ASKED, experiment="word_order", models=both, conditions=(FLIP,), shares=(1.0,), seeds=(0,))
    found = [
        replace(outcome(Labels.GOLD, on, float(bool(on)), on, accuracy), model=spec.name)
        for spec, scores in zip(both, ((0.9, 0.6), (0.7, 0.55)), strict=True)
        for on, accuracy in zip(("", FLIP), scores, strict=True)
    ]
    written(workspace, found, asked, measured={FLIP: {"DND": 0.8, "IDC": 0.3}})
    app = open_page("experiments")
    assert not app.exception
    assert "Gain from position embeddings" in words(app)
    shown = "\n".join(str(one.proto.body) for one in app.get("html"))
    assert "+20.0" in shown and "+5.0" in shown


def test_word_classes_stand_beside_the_published_figures(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    nouns, of_mrpc = "word_class_removal@NOUN", {"experiment": "word_classes", "dataset": "mrpc"}
    asked = replace(ASKED, conditions=(nouns,), shares=(1.0,), seeds=(0,), masked="tiny", **of_mrpc)
    cues, f1 = (
        {"paraphrases_right": Estimate(0.25, 80, 0.17, 0.36), "paraphrases_wrong": UNSCORED},
        {"f1_binary": Estimate(0.5, 100, 0.4, 0.6)},
    )
    rows = (("", "", 0.9), ("", nouns, 0.6), (nouns, "", 0.8), (nouns, nouns, 0.7))
    found = [
        replace(outcome(Labels.GOLD, on, float(bool(on)), test, value), cues=cues, scores=f1)
        for on, test, value in rows
    ]
    guessed = {nouns: Guesses(Estimate(0.5, 60, 0.38, 0.62), Estimate(0.1, 60, 0.05, 0.2))}
    card = written(workspace, found, asked, cues="ours.txt", guesses=guessed, metrics=("f1_binary", "accuracy"))
    app = open_page("experiments")
    assert not app.exception and "Change in F1" in words(app) and "The cue words come from ours.txt." in words(app)
    shown = "\n".join(str(one.proto.body) for one in app.get("html"))
    for figure in ("25.0 (17.0 to 36.0) of 80", "76", "noun, RoBERTa-base (section 6.1, published)"):
        assert figure in shown, figure
    for figure in ("10.0 (5.0 to 20.0) of 60", "14.7", "noun, RoBERTa-base (Table 5, published)"):
        assert figure in shown, figure
    app.segmented_control(key=f"corrupted-{card.id}").set_value("Accuracy").run()
    assert any("noun (published)" in str(one.proto.body) for one in app.get("html"))


def test_all_data_sets_stand_in_one_heatmap_with_the_published_rows(workspace: Workspace) -> None:
    nouns = "word_class_removal@NOUN"
    of_cola = {"experiment": "word_classes", "dataset": "cola"}
    asked = replace(ASKED, conditions=(nouns,), shares=(1.0,), seeds=(0,), **of_cola)
    scores = {"": 0.5, nouns: 0.2}
    found = [
        replace(outcome(Labels.GOLD, "", 0.0, test, 0.7), scores={"matthews": Estimate(value, 100)})
        for test, value in scores.items()
    ] + [outcome(Labels.GOLD, nouns, 1.0, nouns, 0.7)]
    written(workspace, found, asked, unchanged={nouns: 10.0}, unchanged_tests={nouns: 70.0})
    own, theirs = rows_of_sets(workspace, newest_of_each(workspace, "word_classes"))
    assert own.name == "cola, CNN (Matthews), n=100" and own.changes["NOUN"][1].value == pytest.approx(-30)
    assert own.shares["NOUN"] == pytest.approx((0.9, 0.3, 0.3))
    assert theirs.name == "cola (published)" and theirs.changes["NOUN"][1] == -46.3


def test_conditions_that_differ_in_how_much_are_told_apart() -> None:
    assert names_of(SHUFFLES) == {SHUFFLES[0]: "0.2", SHUFFLES[1]: "0.8"}
    assert list(names_of([FLIP, *SHUFFLES]).values()) == [
        "word neighbour flip", "character phrase shuffle 0.2", "character phrase shuffle 0.8",
    ]  # fmt: skip


def test_the_form_names_perturbations_as_the_figures_do(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("experiments")
    (field,) = [one for one in app.multiselect if one.label.startswith("Perturbations")]
    assert field.label == "Perturbations (paper rules, probability 1)"
    assert field.options == [name_of(one) for one in find_experiment("learnability").conditions]


def test_without_an_experiment_the_form_is_open_and_a_forecast_stands(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("experiments")
    assert not app.exception
    (told,) = [caption.value for caption in app.caption if "trainings on 1,000 samples each" in caption.value]
    assert told.replace("\\", "").endswith(
        "With 500 test samples, a difference of up to 6 points may be chance (unpaired)."
    )
    app.multiselect(key="experiment-models").set_value([]).run()
    assert "Choose at least one model, perturbation and share." in words(app)
    assert app.button(key="experiment-start").disabled


def test_what_may_be_chance_says_whether_it_is_paired() -> None:
    of = "With 100 test samples, a difference of up to"
    # 1.96 sqrt(0.25 / 100) = 0.098 and 1.96 sqrt(0.5 / 100) = 0.139
    assert chance_in_words(100, paired=True) == f"{of} 10 points may be chance (paired, if 25 % of the answers differ)."
    assert chance_in_words(100, paired=False) == f"{of} 14 points may be chance (unpaired)."


def test_few_trainings_at_first_and_all_of_the_paper_at_a_click(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("experiments")
    assert app.button(key="experiment-start").label == "Start 17 trainings"  # 1 + 4 perturbations x (1 + 3 shares)
    assert app.multiselect(key="experiment-shares-learnability").options[-1] == "100 %"
    app.button(key="experiment-paper").click().run()
    assert app.button(key="experiment-start").label == "Start 73 trainings"  # 1 + 8 x (1 + 8)
    assert app.number_input(key="experiment-samples").value == 0 and not app.warning


def test_shares_are_read_as_numbers_and_as_percentages() -> None:
    assert [share_of(one) for one in (0.05, "0.05", "5 %", "5%")] == [0.05] * 4
    assert [share_in_words(one) for one in (0.001, "1", "half")] == ["0.1 %", "100 %", "half"]


def test_jobs_that_run_meanwhile_do_not_change_the_time_that_is_told(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    def told() -> str:
        return next(caption.value for caption in app.caption if "in one process" in caption.value)

    app = open_page("experiments")
    before = told()
    remember(workspace, "cnn on cpu", 10.0, 1_000.0)
    app.run()
    assert told() == before


def test_labels_of_a_scatter_do_not_collide() -> None:
    points = [ScatterPoint("CNN", f"perturbation {n}", 0.5 + n / 1000, -10 + n / 100) for n in range(40)]
    points += [ScatterPoint("CNN", "apart", 3.0, 5.0)]
    labels = placed(points)
    assert 0 < len(labels) < len(points)
    assert "apart" in {point.name for point, _ in labels}


def test_a_scatter_has_names_or_where_these_do_not_fit_numbers() -> None:
    few = [ScatterPoint("CNN", "verb", 0.0, 0.0), ScatterPoint("CNN", "noun", 1.0, nan)]
    assert numbers_of([few]) == {}
    many = [ScatterPoint("CNN", f"character phrase shuffle {n}", n % 4, n % 3) for n in range(12)]
    numbers = numbers_of([few, many])
    assert [numbers["verb"], numbers["noun"], numbers["character phrase shuffle 0"]] == ["1", "2", "3"]
    assert [one.text for one in scatter(few, "x", "y").layout.annotations] == ["verb"]
    assert len(scatter(many, "x", "y", numbers).layout.annotations) == len(many)


def test_a_curve_has_a_line_for_each_perturbation_and_a_band_of_the_seeds() -> None:
    from core.experiments.learnability_results import learned

    second = [replace(one, accuracy=one.accuracy * 0.9) for one in learnability(1)]
    figure = learnability_curves(learned(learnability(0) + second))
    assert [trace.name for trace in figure.data if trace.mode == "lines+markers"] == ["leet letters", "random upper"]
    assert sum(trace.fill == "toself" for trace in figure.data) == 2
    assert list(figure.data[1].x) == [0.1, 1.0]


def test_curves_are_named_at_their_ends_and_none_is_cut() -> None:
    from core.experiments.learnability_results import learned

    below = [replace(one, accuracy=0.9) if one.share == 0.1 and not one.tested_on else one for one in learnability(0)]
    figure = learnability_curves(learned(below))
    low, high = figure.layout.yaxis.range
    lowest = min(min(trace.y) for trace in figure.data)
    assert low < lowest < 0 and high > 1  # 0.1 + 0.5 x 0.1 - 0.9 = -0.75
    assert {one.text for one in figure.layout.annotations} == {"<b>CNN</b>", "leet letters", "random upper"}
    assert apart({"a": 100.0, "b": 98.0, "c": 0.0}, 0) == {"a": 0.0, "b": 100.0 - (LINE - 1) - 98.0, "c": 0.0}


def test_names_of_curves_that_end_together_at_the_bottom_are_piled_up_from_there() -> None:
    assert list(apart(dict.fromkeys("abcdefgh", 0.0), 0).values()) == [n * (LINE - 1.0) for n in range(7, -1, -1)]


def test_average_learnability_says_the_most_it_can_be_once_all_probabilities_are_done(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    assert area_of((0.1, 1.0)) == "average learnability (area, at most 1)"  # log10(1 / 0.1)
    written(workspace, learnability(0), replace(ASKED, shares=(0.01, 0.1, 1.0)), finished=False)
    app = open_page("experiments")
    assert not app.exception
    table = next(html.proto.body for html in app.get("html") if "Average (area, at most 2)" in str(html.proto.body))
    cells = ("leet letters", "", "0.09", "0.90", "", "−30.0", "+25.0")
    assert "".join(f"<td>{cell}</td>" for cell in cells) in table


def test_with_one_probability_there_is_no_average(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    written(workspace, [o for o in learnability(0) if o.share != 0.1], replace(ASKED, shares=(1.0,)))
    app = open_page("experiments")
    assert not app.exception
    assert "Robustness and post-augmentation by learnability" not in words(app)
    assert "of the trainings" not in words(app)
    shown = "\n".join(str(html.proto.body) for html in app.get("html"))
    assert ">p 1<" in shown and "at most" not in shown and ">Average<" not in shown


def test_a_heatmap_says_what_is_not_known_and_sets_published_rows_apart() -> None:
    lines: list[Line] = [("noun", [nan, Estimate(-1.25, 40, -3, 0.5)]), ("verb (published)", [2.0, -40.0])]
    found = heatmap_of("Change", "By class.", lines, ("Test", "Both"), CHANGE, Origin(), ("Word class", "Removed from"))
    assert [found.scale.text(cell.value) for cell in found.cells] == ["–", "−1.2", "+2.0", "−40.0"]
    assert found.dashes == "– = not measured."
    assert [row.group for row in found.rows] == ["", " (published)"]
    assert found.scale.span(found.cells[1].low, found.cells[1].high) == "−3.0 to +0.5"
    assert marks_of(found) == ["−60 worse", "0", "60 better"]
    head, first, *_ = to_csv(found).splitlines()
    assert head.startswith("word_class,severity,removed_from,value,") and first.startswith("noun,,Test,,")


def test_the_colours_of_changes_reach_as_far_as_the_changes() -> None:
    for farthest, width in ((0.0, 30), (-30.04, 30), (30.8, 60), (-54.6, 60), (98.0, 100)):
        scale = heatmap_of("t", "", [("noun", [farthest, nan])], WHERE[:2], CHANGE, Origin()).scale
        assert (scale.low, scale.high) == (-width, width), farthest


def test_changes_keep_their_colours_and_few_perturbed_texts_are_hatched() -> None:
    lines: list[Line] = [
        ("noun", [Estimate(-9.0, 50, -15.0, -3.0)]),
        ("verb", [Estimate(-12.0, 50, -28.0, 4.0)]),
        (f"noun{PUBLISHED}", [-26.3]),
    ]
    found = heatmap_of("t", "Told.", lines, ["Test"], CHANGE, Origin(), shares=[[0.38], [0.9]])
    assert [cell.marked for cell in found.cells] == [True, False, False]
    assert [cell.weak for cell in found.cells] == [True, False, False]
    assert TRAINING_SHARE in found.subtitle
    unknown = heatmap_of("t", "Told.", lines, ["Test"], CHANGE, Origin(), shares=[[nan], [nan]])
    assert TRAINING_SHARE not in unknown.subtitle and not any(cell.weak for cell in unknown.cells)
    assert sorted(found.beside().values()) == ["38", "90"]
    colour, pattern = (plotly_figure(found).data[0].marker[of] for of in ("color", "pattern"))
    assert pattern.shape == ("/", "", "")  # hatched over its colour
    assert list(colour) == [shade(CHANGE, value, LIGHT) for value in (-9.0, -12.0, -26.3)]
    assert figures_of(found, found.rows[0])[0] == ("noun", "weak evidence")


def test_with_one_seed_a_change_after_another_training_has_no_interval(workspace: Workspace) -> None:
    card = written(workspace, [], replace(ASKED, seeds=(0,)))
    assert [can_be_bounded(card, where) for where in WHERE] == [False, True, False]
    two = replace(card, arguments=replace(ASKED, seeds=(0, 1)).arguments())
    assert all(can_be_bounded(two, where) for where in WHERE)
    change = Estimate(-9.0, 50, -15.0, -3.0)
    found = heatmap_of(
        "t", "Told.", [("noun", [change] * 3)], WHERE, CHANGE, Origin(), shares=[(0.9, 0.3, 0.3)],
        bounded=lambda _, where: can_be_bounded(card, where), beside="Test",
    )  # fmt: skip
    assert [cell.marked for cell in found.cells] == [False, True, False]
    assert [isnan(cell.low) for cell in found.cells] == [True, False, True]
    assert [cell.weak for cell in found.cells] == [False, True, True]
    assert TEST_SHARE in found.subtitle and [*found.beside().values()] == ["30"]
    assert replace(found, ends=False).beside() == {}


def test_without_the_share_of_test_texts_that_of_the_training_texts_stands_for_it(workspace: Workspace) -> None:
    card = written(workspace, [], unchanged={LEET: 70.0})
    assert share_changed(card, LEET) == pytest.approx((0.3, 0.3, 0.3))
    assert share_changed(replace(card, unchanged_tests={LEET: 20.0}), LEET) == pytest.approx((0.3, 0.8, 0.3))


def test_what_was_left_out_is_told_in_words(workspace: Workspace) -> None:
    numbers, nouns = "word_class_removal@NUM", "word_class_removal@NOUN"
    asked = replace(ASKED, experiment="word_classes", conditions=(numbers, nouns), shares=(1.0,))
    card = written(workspace, [], asked, left_out={numbers: "96 test samples"}, drawn=(300, 96))
    assert warnings_of(card) == ["Number changes none of the 96 test samples, so it is left out."]
    assert "300 training samples" in methods(card, []) and "tested on 96 test samples" in methods(card, [])
    assert "Perturbations: word class removal: noun. Computed" in methods(card, [])


def test_several_shares_are_named_in_the_methods(workspace: Workspace) -> None:
    asked = replace(ASKED, experiment="word_order", conditions=(FLIP,), shares=(0.1, 1.0), seeds=(0,))
    told = methods(written(workspace, [], asked), [])
    assert "perturbed texts replaced 10 % or 100 % of the training texts, all test texts, or both" in told


def second(workspace: Workspace, card: ExperimentCard, results: list[Outcome], **more: object) -> ExperimentCard:
    """A newer experiment, so far like the first."""
    other = replace(card, **{"id": "20261126-120000-000000-bbbb", **more})  # type: ignore[arg-type]
    folder = workspace.experiments / other.id
    folder.mkdir()
    write_card(folder, other)
    outcome_log(folder).append(results)
    return other


def test_the_newest_finished_experiment_is_open_and_a_row_opens_another(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    one = written(workspace, learnability(0), drawn=(300, 96))
    other = second(workspace, one, [], finished=False)
    app = open_page("experiments")
    (table,) = app.dataframe
    assert list(table.value["Finished"]) == ["0 of 12 trainings", "12 trainings"]
    assert table.value["Score"][1] == pytest.approx(90.0) and isnan(table.value["Score"][0])
    assert "Learnability · demo-sentiment · CNN · n=96" in words(app)
    assert "No training is finished yet." not in words(app)
    app.query_params["experiment"] = other.id
    app.run()
    assert any(head.value.endswith("not finished") for head in app.subheader)
    assert "No training is finished yet." in words(app)


def select(app: AppTest, *cards: ExperimentCard) -> AppTest:
    """As who selects the rows of these experiments."""
    app.session_state[SELECTED] = [card.id for card in cards]
    app.session_state[SHOWN] = cards[-1].id
    return app.run()


def selected_rows(app: AppTest) -> list[int]:
    (key,) = (key for key in app.session_state if str(key).startswith("experiments-") and key != SELECTED)
    rows: list[int] = app.session_state[key]["selection"]["rows"]
    return rows


def is_comparison(app: AppTest) -> bool:
    return any(" against " in head.value for head in app.subheader)


def test_the_open_experiment_is_selected_however_it_was_opened(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    one = written(workspace, learnability(0))
    other = second(workspace, one, learnability(0))
    assert selected_rows(open_page("experiments")) == [0]
    app = open_page(f"experiments?experiment={one.id}")
    assert selected_rows(app) == [1]
    select(app, one, other)
    assert selected_rows(app) == [0, 1] and is_comparison(app)
    third = second(workspace, one, [], id="20261126-120000-000000-cccc", finished=False)
    app.run()  # it has a new row, and what is compared stays
    assert is_comparison(app) and "Only one of the selected experiments" not in words(app)
    app.session_state[SHOWN] = third.id  # as by *Results* of its job
    app.run()
    assert not is_comparison(app) and "Only one of the selected experiments" not in words(app)
    assert app.session_state[SELECTED] == [third.id]


def test_back_from_a_comparison_leads_to_what_was_open_before(
    workspace: Workspace, open_page: Callable[[str], AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = written(workspace, learnability(0))
    other = second(workspace, one, learnability(0))
    app = select(open_page("experiments"), other, one)
    assert is_comparison(app) and app.query_params["experiment"] == one.id
    for module in ("pages.ui.shared.address", "pages.ui.experiments.table"):
        monkeypatch.setattr(f"{module}.gone_back", lambda: True)
    app.query_params["experiment"] = other.id
    assert not is_comparison(app.run()) and selected_rows(app) == [0]


def test_who_selects_a_row_opens_it_and_one_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    state: dict[str, object] = {SHOWN: "a", SELECTED: ["a"]}
    monkeypatch.setattr(st, "session_state", state)
    selections = (["b", "a"], "b"), (["b", "a", "c"], "c"), (["b", "c"], "c"), (["b"], "b"), ([], "b")
    for ids, shown in selections:
        open_selected(ids)
        assert state == {SHOWN: shown, SELECTED: ids}


def test_two_experiments_on_one_question_stand_side_by_side(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    one = written(workspace, learnability(0))
    other = second(workspace, one, learnability(0))
    app = select(open_page("experiments"), one, other)
    assert not app.exception and is_comparison(app)
    assert "Average learnability (area, at most 1)" in words(app)
    shown = "\n".join(str(html.proto.body) for html in app.get("html"))
    assert f">demo-sentiment, CNN · {one.id[-4:]}<" in shown and f"CNN · {other.id[-4:]}<" in shown
    app.segmented_control(key="compared-learnability").set_value("Robustness").run()
    assert "−30.0" in "\n".join(str(html.proto.body) for html in app.get("html"))
    assert "Robustness (points of 100)" in words(app)


def test_an_experiment_without_results_is_named_in_a_comparison(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    one = written(workspace, learnability(0))
    other = second(workspace, one, [], finished=False)
    app = select(open_page("experiments"), one, other)
    assert is_comparison(app)
    assert "CNN · not finished has nothing to compare yet." in words(app)


def test_averages_are_compared_where_they_have_the_same_ends(workspace: Workspace) -> None:
    def card(shares: tuple[float, ...]) -> ExperimentCard:
        return replace(usual, arguments=replace(ASKED, shares=shares).arguments())

    usual = written(workspace, [])
    assert why_no_averages([card((0.1, 1.0)), card((0.1, 0.5, 1.0))]) == ""
    assert "different lowest or highest probabilities" in why_no_averages([card((0.1, 1.0)), card((0.01, 1.0))])
    assert "only one probability" in why_no_averages([card((1.0,)), card((1.0,))])


def test_experiments_that_perturb_some_texts_alone_have_nothing_to_compare(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    asked = replace(ASKED, experiment="word_order", conditions=(FLIP,), shares=(0.5,), seeds=(0,))
    results = [
        outcome(Labels.GOLD, on, share, test, 0.7) for on, share in (("", 0.0), (FLIP, 0.5)) for test in ("", FLIP)
    ]
    one = written(workspace, results, asked)
    app = select(open_page("experiments"), one, second(workspace, one, results))
    assert not app.exception and OF_ALL_TEXTS in words(app)


@pytest.mark.parametrize("questions", [("learnability", "word_order"), ("augmentation", "augmentation")])
def test_two_experiments_without_a_comparison_have_one_of_them_shown(
    workspace: Workspace, open_page: Callable[[str], AppTest], questions: tuple[str, str]
) -> None:
    one = written(workspace, learnability(0), experiment=questions[0])
    other = second(workspace, one, [], experiment=questions[1], finished=False)
    app = select(open_page("experiments"), one, other)
    assert not app.exception and not is_comparison(app)
    assert "Only one of the selected experiments is shown" in words(app)
    assert "No training is finished yet." in words(app)


def test_the_score_of_an_experiment_is_the_best_models_mean_over_seeds_on_original_texts() -> None:
    first, other = (outcome(Labels.GOLD, "", 0.0, "", score, seed) for seed, score in enumerate((0.9, 0.7)))
    steady = [replace(one, model="BiLSTM", accuracy=0.85) for one in (first, other)]
    rest = learnability(0)[1:]  # of perturbed texts
    assert best_score([first, other, *rest], "accuracy") == pytest.approx(0.8)
    assert best_score([first, other, *steady, *rest], "accuracy") == pytest.approx(0.85)
    assert isnan(best_score(rest, "accuracy"))


def test_outcomes_are_read_for_the_table_only_when_there_are_more(
    workspace: Workspace, open_page: Callable[[str], AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def outcomes(_: Workspace, card_id: str) -> list[Outcome]:
        read.append(card_id)
        return learnability(0)

    monkeypatch.setattr("pages.ui.experiments.table.outcomes", outcomes)
    one = written(workspace, learnability(0))
    other = second(workspace, one, [])
    app = open_page("experiments")
    app.run()
    assert sorted(read) == [one.id, other.id]
    outcome_log(workspace.experiments / other.id).append(learnability(0))
    app.run()
    assert read[2:] == [other.id]


def test_stopped_jobs_stand_below_the_results_in_one_line(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    written(workspace, learnability(0))
    job = create(workspace, "experiment", "Learnability on sst2", {})
    end(workspace.jobs / job, JobState.FAILED, "The disk is full; free some space.")
    app = open_page("experiments")
    assert [head.value for head in app.header] == ["Results", "Stopped jobs"]
    (line,) = [fold.label for fold in app.expander if "disk is full" in fold.label]
    assert line.startswith("failed") and app.button(key=f"resume-{job}").label == "Resume"
    app.session_state["experiment-going"] = {job}  # as where it fails while people look on
    app.run()
    assert [head.value for head in app.header] == ["Jobs", "Results"]


def test_an_experiment_that_ends_is_shown(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    old = written(workspace, learnability(0))
    app = open_page("experiments")
    ended = run_inline(workspace, "experiment", "t", replace(ASKED, conditions=(LEET,), shares=(1.0,)).arguments())
    app.session_state["experiment-going"] = {ended}
    app.run()
    assert app.session_state["experiment-shown"] == ended != old.id


def test_without_a_figure_of_shares_few_changed_texts_are_said_in_words(workspace: Workspace) -> None:
    card = written(workspace, [], unchanged={LEET: 62.0, UPPER: 3.0})
    assert warnings_of(card) == ["Texts that change: leet letters 38 %."]
    assert warnings_of(replace(card, experiment="word_classes")) == []


def test_a_correlation_is_neither_better_nor_worse() -> None:
    found = heatmap_of("Agreement", "By measure.", [("a", [-1.0, 1.0])], ("a", "b"), CORRELATION, Origin())
    assert marks_of(found) == ["−1", "0", "1"]


def test_published_figures_are_drawn_as_heatmaps_with_their_tables(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("experiments")
    app.session_state["fold-published"] = app.session_state["fold-classes"] = True
    app.run()
    assert not app.exception
    assert {"Average learnability, IMDB", "Without nouns (points of 100)"} <= {one.value for one in app.subheader}
    shown = "\n".join(str(one.proto.body) for one in app.get("html"))
    for text in (">CoLA<", ">−46.3<", ">Task<", ">leet letters<"):
        assert text in shown, text
    assert app.segmented_control(key="published-class").options == ["noun", "verb"]


def test_what_is_taken_away_says_all(workspace: Workspace) -> None:
    card = written(workspace, learnability(0))
    table = as_csv(learnability(0)).splitlines()
    assert table[0].startswith("dataset,model,seed,labels,trained_on,share,tested_on,samples,accuracy")
    assert table[1].startswith("demo-sentiment,CNN,0,gold,,0.0,,100,0.9") and len(table) == 14
    leet = "leet letters (paper rules): probability 1"
    for word in ("CNN", "1,000 training samples", "2 seeds", "0.1, 1", "equation 4", leet, "torch 2.13"):
        assert word in methods(card, learnability(0))


def test_conditions_have_short_names() -> None:
    assert [name_of(one) for one in (LEET, "keyboard@5,negation@1")] == ["leet letters", "keyboard, negation"]


def test_a_file_says_which_figures_are_published_and_which_ones_own() -> None:
    lines: list[Line] = [("noun", [-1.0]), (f"noun{PUBLISHED}", [-2.0])]
    found = heatmap_of(
        "Change", "", lines, ("Test",), CHANGE, Origin("cola", "mine", "accuracy"), source="Their table."
    )
    own, theirs = DictReader(StringIO(to_csv(found)))
    assert (own["run"], own["source"]) == ("mine", "")
    assert (theirs["run"], theirs["source"]) == ("", "Their table.")

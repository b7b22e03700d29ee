"""A model trained with several seeds: its runs, their mean, and the commands and pages that show them."""

from dataclasses import replace
from math import isnan, nan

import pytest
from typer.testing import CliRunner

from cli import app
from commands.told import score_lines
from core.models.training.seeds import seeded
from core.records import Score
from core.severity import pps
from data.jobs.job import run_inline
from data.reports.facts import facts
from data.reports.markdown import markdown_card
from data.runs.files import RunModel, read_card, write_card
from data.runs.measures.repeated import averaged, runs_that_differ
from data.runs.scores import run_card, scores
from data.workspace import Workspace
from tests.data.runs.run_data import CNN, asked, reviews
from tests.data.store.store_data import CELL
from tests.pages.heatmaps.finished_run import RUN, write_run

BEFORE, AFTER = ["thing"] * 3 + ["place"] * 2, ["thing", "place", "thing", "", "place"]


def score(model: str, metric: str, value: float, perturbation: str = "", half: float = 0.0) -> Score:
    severity = pps(1) if perturbation else None
    return Score("r", model, "d", metric, value, 90, perturbation, severity, value - half, value + half)


def test_two_trainings_are_two_models_of_the_run_and_one_in_its_tables(workspace: Workspace) -> None:
    reviews(workspace)
    quick = replace(CNN, epochs=1)
    run_id = run_inline(workspace, "evaluate", "reviews", asked(*seeded([quick], 2)).arguments())
    card = run_card(workspace, run_id)
    assert [(m.name, m.seed, m.training_of) for m in card.models] == [("CNN #1", 0, "CNN"), ("CNN #2", 1, "CNN")]
    assert len({model.digest for model in card.models}) == len({model.file for model in card.models}) == 2
    each = scores(workspace, run_id)
    means = averaged(card, each)
    assert {s.model for s in each} == {"CNN #1", "CNN #2"} and {s.model for s in means} == {"CNN"}
    kappas = [s.value for s in each if (s.metric, s.severity) == ("kappa", pps(1))]
    (mean,) = (s for s in means if (s.metric, s.severity) == ("kappa", pps(1)))
    if not any(map(isnan, kappas)):
        assert mean.value == pytest.approx(sum(kappas) / 2) and mean.trainings == 2
    head, *lines = score_lines(workspace, run_id)
    assert head.endswith("\tsd\ttrainings") and all(line.endswith("\t2") for line in lines if "\taccuracy\t" in line)
    assert len([*score_lines(workspace, run_id, each=True)]) == len(each) + 1
    alone = run_inline(workspace, "evaluate", "reviews", asked(quick).arguments())
    assert run_card(workspace, alone).models[0].digest == card.models[0].digest  # the first training is the only one
    assert run_card(workspace, alone).models[0].training_of == ""


def test_scores_of_trainings_become_their_mean_and_their_losses_are_tested(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, [CELL], ["A #1", "A #2", "A #3", "B"])
    card = run_card(workspace, RUN)
    lost = zip(("A #1", "A #2", "A #3", "B"), (0.04, 0.05, 0.06, 0.2), strict=True)
    found = [score(model, "accuracy_lost", value, "negation", 0.03) for model, value in lost]
    found += [score("A #1", "accuracy_lost_p", 0.5, "negation"), score("B", "accuracy_lost_p", 0.01, "negation")]
    made = {(s.model, s.metric): s for s in averaged(card, found)}
    mean = made["A", "accuracy_lost"]
    assert (mean.value, mean.sd, mean.trainings, mean.n) == (pytest.approx(0.05), pytest.approx(0.01), 3, 90)
    assert made["A", "accuracy_lost_p"].value == pytest.approx(0.0131, abs=1e-4)  # the t-test's, not McNemar's
    assert made["B", "accuracy_lost"] == found[3] and made["B", "accuracy_lost_p"] == found[-1]
    assert len(made) == 4


@pytest.mark.parametrize(
    ("metric", "differs"), [("accuracy", True), ("share_perturbed", False), ("mean_severity", False)]
)
def test_what_is_of_the_texts_does_not_differ_from_training_to_training(
    workspace: Workspace, metric: str, differs: bool
) -> None:
    write_run(workspace, BEFORE, AFTER, [CELL], ["A #1", "A #2"])
    found = [score(model, metric, value, "negation") for model, value in (("A #1", 0.25), ("A #2", 0.75))]
    (mean,) = averaged(run_card(workspace, RUN), found)
    assert mean.value == 0.5 and isnan(mean.sd) is not differs


@pytest.mark.parametrize("metric", ["mean_change", "mean_severity"])
def test_the_interval_of_what_has_no_upper_end_goes_beyond_one(workspace: Workspace, metric: str) -> None:
    write_run(workspace, BEFORE, AFTER, [CELL], ["A #1", "A #2"])
    found = [score(model, metric, value, "negation", 0.5) for model, value in (("A #1", 2.0), ("A #2", 4.0))]
    (mean,) = averaged(run_card(workspace, RUN), found)
    assert mean.value == 3 and 0 <= mean.low < 3 < mean.high


def test_the_interval_of_a_mean_is_none_where_a_training_has_none_and_stays_where_the_metric_can_be(
    workspace: Workspace,
) -> None:
    write_run(workspace, BEFORE, AFTER, [CELL], ["A #1", "A #2"])
    card = run_card(workspace, RUN)
    bare = replace(score("A #2", "f1_entities", 1.0), low=nan, high=nan)
    (unknown,) = averaged(card, [score("A #1", "f1_entities", 0.9, half=0.05), bare])
    assert isnan(unknown.low) and isnan(unknown.high)  # not from -1 to 1
    (low,) = averaged(card, [score("A #1", "accuracy", 0.05, half=0.04), score("A #2", "accuracy", 0.3, half=0.04)])
    assert (low.low, low.high) == (0.0, 1.0)  # Student's point for two trainings is 12.7
    (moved,) = averaged(card, [score(f"A #{n}", "mean_change", 0.3 * n, half=0.1) for n in (1, 2)])
    assert moved.low == 0.0 and moved.high > 1  # a distance
    lost, _ = averaged(card, [score(f"A #{n}", "accuracy_lost", 0.3 * n, half=0.04) for n in (1, 2)])
    assert lost.low == -1.0


def test_trainings_are_compared_by_what_all_of_them_have(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, [CELL], ["A #1", "A #2", "B"])
    card = run_card(workspace, RUN)
    rows = {"A #1": (0.8, 0.7, 0.6, nan), "A #2": (0.9, 0.82, 0.68, 0.5)}
    places = ("", "negation", "word_deletion", "keyboard")
    found = [score(m, "accuracy", v, p) for m, row in rows.items() for p, v in zip(places, row, strict=True)]
    assert runs_that_differ(card, found, "accuracy") == {"A": (1, pytest.approx(0.0131, abs=1e-4))}


def test_the_card_shows_means_and_says_how_to_train_so_often(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, [CELL], ["A #1", "A #2"])
    folder = workspace.runs / RUN
    card = read_card(folder)
    assert card
    first, second = card.models
    write_card(folder, replace(card, models=(replace(first, seed=4), replace(second, seed=5))))
    found = facts(workspace, RUN, examples=0)
    text = markdown_card(found)
    assert [model.name for model in found.models] == ["A"] and "--seeds 2" in found.command
    assert "0.62 ± 0.00" in text.replace("\\", "") and "± is the standard deviation over trainings" in text
    assert "--train-seed 4" in found.command and "2 trainings with seeds 4, 5" in text and '"name": "A"' in text
    assert "A #1" not in text
    second_alone = facts(workspace, RUN, ["A #2"], 0)
    assert [model.name for model in second_alone.models] == ["A #2"]  # its own figures under its own name and seed
    assert "--train-seed 5" in second_alone.command and "--seeds" not in second_alone.command
    assert "2 trainings" not in markdown_card(second_alone)


def test_a_model_trained_once_is_as_before(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, [CELL], ["A", "B"])
    card = run_card(workspace, RUN)
    assert averaged(card, scores(workspace, RUN)) is not None
    assert repr(averaged(card, scores(workspace, RUN))) == repr(scores(workspace, RUN))
    assert next(iter(score_lines(workspace, RUN))).endswith("\tlow\thigh")
    assert RunModel("a", "", "a").training_of == ""


def test_more_than_ten_trainings_are_bad_usage() -> None:
    asked_for = ["evaluate", "--dataset", "d", "--model", "cnn", "--perturbation", "negation@1", "--seeds", "11"]
    done = CliRunner().invoke(app, asked_for)
    assert done.exit_code != 0

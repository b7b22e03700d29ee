"""What a run's card says: its two figures in words, and on how much its models were trained."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from streamlit.testing.v1 import AppTest

from core.design import Condition
from core.models.spec import ModelSpec
from core.records import Score, Task
from core.severity import pps
from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.runs.files import read_card
from data.runs.headline import Headline
from data.runs.inputs import EvaluationInputs
from data.runs.job import done_in_words
from data.variants.counts import Counts
from data.variants.files import Recipe, VariantFile
from data.workspace import Workspace
from pages.ui.evaluate.run_cards import details_of, rows_of
from pages.ui.runs.headlines import _headlines
from tests.data.runs.measures.test_unlearned import run_of
from tests.pages.heatmaps.finished_run import RUN, write_run

BEST = Score("run", "CNN", "trec", "accuracy", 0.5, 90, low=0.4, high=0.6)
WORST = Score("run", "CNN", "trec", "kappa", -0.01, 90, "negation", pps(2), -0.02, 0.82)


def test_a_row_has_the_two_figures_of_a_model_and_how_long_it_took(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    card = read_card(workspace.runs / RUN)
    assert card
    one, other = card.models
    timed = replace(card, models=(replace(one, seconds=125.0), other))
    each = {one.name: Headline(BEST, WORST), other.name: Headline(None, None)}
    [[name, accuracy, kappa, n, took]] = rows_of(timed, each)
    assert (name, accuracy.lines, n, took) == (one.name, ("50.0 %\xa0(40.0\xa0to\xa060.0)",), "90", "2 min")
    assert kappa.lines == ("−0.01\xa0(−0.02\xa0to\xa00.82)",) and "n = " not in kappa.drawing
    assert f"run={RUN}&amp;perturbation=negation%40pps-2&amp;model=CNN" in kappa.drawing
    assert '<b style="left:40.00%;width:20.00%"></b><i style="left:50.00%"></i>' in accuracy.drawing
    [[_, _, nearly, _, took]] = rows_of(card, {one.name: Headline(BEST, replace(WORST, value=0.08, low=-0.001))})
    assert nearly.lines == ("0.08\xa0(0.00\xa0to\xa00.82)",) and took == "1 s in all"  # and not −0.00
    tags = replace(card, task=Task.TAGGING)
    of = Headline(replace(BEST, metric="f1_entities"), replace(WORST, n=700))
    [[_, f1, lowest, *_]] = rows_of(tags, {one.name: of})
    assert f1.lines[0].startswith("50.0") and "</a>, n = 700 tokens" in lowest.drawing
    [[*_, n, _]] = rows_of(card, {one.name: Headline(replace(BEST, trainings=5), WORST)})
    assert n == "90, mean of 5 trainings"
    [[*_, took]] = rows_of(replace(card, models=(one,), seconds=7.0), {one.name: Headline(BEST, WORST)})
    assert took == "7 s"  # of the one model, as long as the run


def test_seconds_of_a_model_add_up_over_a_resume(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    card = read_card(workspace.runs / RUN)
    assert card
    once = card.after(card.models[0], 2.0)
    again = once.after(once.models[0], 3.0)
    assert [model.seconds for model in again.models] == [5.0, 0.0] and again.seconds == card.seconds + 5.0


def test_the_details_say_on_how_many_samples_models_were_trained(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    card = read_card(workspace.runs / RUN)
    assert card
    assert details_of(card)["Trained on"] == "train"  # not known yet
    one, other = card.models
    models = (replace(one, trained_on=300), replace(other, trained_on=1200))
    assert details_of(replace(card, models=models))["Trained on"] == "train, 300 and 1,200 samples"
    assert details_of(replace(card, models=(models[0], models[0])))["Trained on"] == "train, 300 samples"
    alone = replace(card, samples=1, models=(replace(one, trained_on=1),))
    assert (details_of(alone)["Evaluated on"], details_of(alone)["Trained on"]) == ("test, 1 sample", "train, 1 sample")


def test_a_model_that_tells_no_texts_apart_is_not_the_best(workspace: Workspace) -> None:
    run_of(workspace, ["thing"] * 8 + ["place"] * 5, ["thing"] * 13)  # the CNN's answers
    card = read_card(workspace.runs / RUN)
    assert card
    best = _headlines(workspace, RUN, 1, card.dataset, card.task).run.best
    assert best and best.model == "MiniLM"
    for path in (workspace.runs / RUN).glob("predictions-minilm-*"):
        path.unlink()
    assert _headlines(workspace, RUN, 2, card.dataset, card.task).run.best is None


def test_models_are_counted_and_their_trainings_apart() -> None:
    applied = VariantFile(
        Path(), Condition("negation", pps(1)), Recipe("d", "test", "", "", 0, 0, 1.0, ()), Counts(1, 1, 1)
    )
    two = (ModelSpec("CNN", "cnn"), ModelSpec("BiLSTM", "bilstm"))
    several = [replace(spec, name=f"{spec.name} #{n}") for spec in two for n in (1, 2, 3)]
    inputs = EvaluationInputs([], (applied,))
    assert done_in_words(inputs, two) == "0 samples, 1 cell, 2 models"
    assert done_in_words(inputs, several) == "0 samples, 1 cell, 2 models, 6 trainings"
    assert done_in_words(inputs, two[:1]) == "0 samples, 1 cell, 1 model"


def test_only_a_run_that_could_be_compared_offers_it(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    scored, unscored = (create(workspace, "evaluate", "a run", {}) for _ in range(2))
    for run in (scored, unscored):
        write_run(workspace, ["thing", "place"], ["place", "place"], run=run)
        end(workspace.jobs / run, JobState.CANCELLED)
    for path in (workspace.runs / unscored).glob("predictions-*"):
        path.unlink()
    keys = {button.key for button in open_page("evaluate").button}
    ways = ("heatmap", "flips", "samples", "compare")
    assert {f"{way}-{scored}" for way in ways} <= keys and not keys & {f"{way}-{unscored}" for way in ways}

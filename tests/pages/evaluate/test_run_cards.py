"""What a run's card says: its two figures in words, and on how much its models were trained."""

from collections.abc import Callable
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from core.records import Score
from core.severity import pps
from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.runs.files import read_card
from data.runs.headline import Headline
from data.workspace import Workspace
from pages.ui.evaluate.run_cards import details_of, headline_in_words
from tests.pages.heatmaps.finished_run import RUN, write_run

BEST = Score("run", "CNN", "trec", "accuracy", 0.5, 90, low=0.4, high=0.6)
WORST = Score("run", "CNN", "trec", "kappa", -0.01, 90, "negation", pps(2), -0.02, 0.82)


def test_the_figures_say_of_how_many_trainings_they_are_the_mean() -> None:
    assert headline_in_words(Headline(BEST, WORST)) == [
        "Best on untouched text: CNN, 50.0 % (40.0 to 60.0) right (n = 90).",
        "Lowest kappa: −0.01 (−0.02 to 0.82), CNN under negation, PPS 2 (n = 90).",
    ]
    best, _ = headline_in_words(Headline(replace(BEST, trainings=5), WORST))
    assert best.endswith("right (n = 90, mean of 5 trainings).")


def test_the_details_say_on_how_many_samples_models_were_trained(workspace: Workspace) -> None:
    write_run(workspace, ["thing"], ["place"])
    card = read_card(workspace.runs / RUN)
    assert card
    assert details_of(card)["Trained on"] == "train"  # not known yet
    one, other = card.models
    models = (replace(one, trained_on=300), replace(other, trained_on=1200))
    assert details_of(replace(card, models=models))["Trained on"] == "train, 300 and 1,200 samples"
    assert details_of(replace(card, models=(models[0], models[0])))["Trained on"] == "train, 300 samples"


def test_only_a_run_that_could_be_compared_offers_it(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    scored, unscored = (create(workspace, "evaluate", "a run", {}) for _ in range(2))
    for run in (scored, unscored):
        write_run(workspace, ["thing", "place"], ["place", "place"], run=run)
        end(workspace.jobs / run, JobState.CANCELLED)
    for path in (workspace.runs / unscored).glob("predictions-*"):
        path.unlink()
    keys = {button.key for button in open_page("evaluate").button}
    assert f"compare-{scored}" in keys and f"heatmap-{unscored}" in keys
    assert f"compare-{unscored}" not in keys

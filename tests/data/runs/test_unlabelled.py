"""A split without labels: kappa, flips and curation, but no accuracy, and nothing is trained on it."""

from dataclasses import replace
from math import isnan

import pytest

from core.design import Condition
from core.errors import BadInput
from core.models.registry import usual_spec
from core.records import Sample
from core.severity import pps
from data.datasets.stored import dataset_card, read_samples, save_dataset
from data.jobs.job import run_inline
from data.jobs.jobs import status
from data.runs.evaluation import judging_split
from data.runs.scores import flips, run_card, scores
from data.workspace import Workspace
from pages.ui.datasets.cards import splits_in_words
from pages.ui.evaluate.form import which_epoch
from pages.ui.evaluate.run_cards import details_of
from pages.ui.heatmaps.metrics import METRICS
from pages.ui.heatmaps.run_heatmaps import run_heatmap
from pages.ui.runs.flip import FlipKind, became
from tests.data.runs.run_data import CNN, asked, reviews


def bare(workspace: Workspace, *splits: str) -> None:
    """The data set "reviews", these splits of it without labels."""
    reviews(workspace)
    card = dataset_card(workspace, "reviews")
    every = [sample for split in card.splits for sample in read_samples(workspace, "reviews", split)]
    samples = [Sample(s.dataset, s.split, s.fields, "") if s.split in splits else s for s in every]
    save_dataset(workspace, card, samples)


@pytest.mark.parametrize("name", ["dev", "validation", "val", "valid"])
def test_the_best_epoch_is_chosen_by_a_split_of_a_usual_name(workspace: Workspace, name: str) -> None:
    reviews(workspace)
    card = dataset_card(workspace, "reviews")
    card = replace(card, splits={name if split == "dev" else split: n for split, n in card.splits.items()})
    assert judging_split(card, "test", "train") == name
    assert judging_split(card, name, "train") is None


def test_a_run_on_it_has_kappa_and_no_accuracy(workspace: Workspace) -> None:
    bare(workspace, "test")
    run_id = run_inline(workspace, "evaluate", "a run", asked(replace(CNN, epochs=1)).arguments())
    card = run_card(workspace, run_id)
    assert not card.labelled
    assert details_of(card)["Evaluated on"] == "test, 25 samples without labels"
    assert "has no labels, so there is kappa but no accuracy" in status(workspace, run_id).message
    found = {(s.metric, s.perturbation, s.severity): s for s in scores(workspace, run_id)}
    bare_of_figures = ("accuracy", "f1_macro", "accuracy_lost", "accuracy_lost_p")
    assert {*bare_of_figures} <= {metric for metric, *_ in found}
    for metric in bare_of_figures:
        for score in (s for s in found.values() if s.metric == metric):
            assert isnan(score.value) and score.n == 0
    kappa = found["kappa", "word_deletion", pps(3)]
    assert kappa.n == 25
    heatmap = run_heatmap("a run", list(found.values()), METRICS["kappa"])
    assert heatmap.heads == {}
    flipped = flips(workspace, run_id, "CNN", Condition("word_deletion", pps(3)))
    assert {became(flip) for flip in flipped} <= {FlipKind.UNKNOWN}


def test_nothing_is_trained_on_it_nor_chosen_by_it(workspace: Workspace) -> None:
    bare(workspace, "train", "dev")
    card = dataset_card(workspace, "reviews")
    assert splits_in_words(card) == "88 train (no labels), 16 dev (no labels), 25 test"
    with pytest.raises(BadInput, match="'train' of 'reviews' has no labels to learn from; train on test"):
        asked(split="dev").check(workspace)
    assert judging_split(card, "test", "train") is None
    assert (
        which_epoch(card, "dev", "test", [usual_spec("cnn")])
        == "The best epoch is chosen by Matthews' correlation on a tenth of test, held out from training."
    )

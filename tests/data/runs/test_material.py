"""What a model learns from, and what is held out to choose its best epoch by."""

from dataclasses import replace

import pytest

from core.errors import BadInput
from core.models.registry import usual_spec
from core.models.spec import Example, Material
from core.models.training.recipes import specs_of
from core.records import Bounds, DatasetCard, Sample, Task, TextField
from data.datasets.stored import dataset_card, read_samples, save_dataset
from data.runs.evaluation import answers, material
from data.workspace import Workspace
from pages.ui.evaluate.form import which_epoch
from tests.data.runs.run_data import CNN, asked, reviews


def texts(workspace: Workspace, split: str) -> set[tuple[str, ...]]:
    samples = read_samples(workspace, "reviews", split)
    return {tuple(field.text for field in sample.fields) for sample in samples}


def parts(learnt: Material) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    return [example.texts for example in learnt.train], [example.texts for example in learnt.dev]


def test_dev_is_the_dev_split_where_there_is_one(workspace: Workspace) -> None:
    reviews(workspace)
    train, dev = parts(material(workspace, asked(), dataset_card(workspace, "reviews"), CNN))
    assert set(train) == texts(workspace, "train")
    assert set(dev) == texts(workspace, "dev")


def test_without_a_dev_split_a_tenth_is_held_out_and_not_trained_on(workspace: Workspace) -> None:
    samples = [
        Sample("reviews", split, (TextField("text", f"{split} {n}"),), "good")
        for split in ("train", "test")
        for n in range(50)
    ]
    save_dataset(workspace, DatasetCard("reviews", Task.CLASSIFICATION, ("bad", "good"), ("text",), {}), samples)
    card = dataset_card(workspace, "reviews")
    train, dev = parts(material(workspace, asked(), card, CNN))
    assert (len(train), len(dev)) == (45, 5)
    assert set(train) | set(dev) == texts(workspace, "train")
    assert not set(train) & set(dev)
    assert parts(material(workspace, asked(), card, CNN)) == (train, dev)
    assert parts(material(workspace, asked(), card, replace(CNN, seed=1))) != (train, dev)
    limited = parts(material(workspace, asked(), card, replace(CNN, train_limit=10)))
    assert limited == (train[:10], dev)


def test_a_dev_split_that_is_trained_on_does_not_choose_the_best_epoch(workspace: Workspace) -> None:
    reviews(workspace)
    card = dataset_card(workspace, "reviews")
    evaluation = replace(asked(), train_split="dev")
    train, dev = parts(material(workspace, evaluation, card, CNN))
    assert (len(train), len(dev)) == (14, 2)  # of 16
    assert set(train) | set(dev) == texts(workspace, "dev")
    assert not set(train) & set(dev)
    assert which_epoch(card, "test", "train", [CNN]) == "The best epoch is chosen by Matthews' correlation on dev."
    for split, trained_on in (("test", "dev"), ("dev", "train")):
        where = f"a tenth of {trained_on}, held out from training"
        sentence = f"The best epoch is chosen by Matthews' correlation on {where}."
        assert which_epoch(card, split, trained_on, [CNN]) == sentence


def test_the_form_says_whose_last_epoch_stays_and_nothing_of_models_that_learn_nothing(workspace: Workspace) -> None:
    reviews(workspace)
    card = dataset_card(workspace, "reviews")
    minilm, cnn = specs_of(["minilm", "cnn"], "talman")
    endpoint = usual_spec("endpoint:http://127.0.0.1:9/v1#a")
    last = "The last epoch is kept, as in the recipe, and measured on dev."
    assert which_epoch(card, "test", "train", [minilm, endpoint]) == last
    best = (
        "The best epoch is chosen by Matthews' correlation on dev; for MiniLM the last epoch is kept, as in the recipe."
    )
    assert which_epoch(card, "test", "train", [minilm, cnn]) == best
    assert which_epoch(card, "test", "train", [endpoint]) == ""


def test_numbers_have_the_ends_of_their_scale_else_of_what_is_learnt_as_answers() -> None:
    card = DatasetCard("likeness", Task.SIMILARITY, (), ("text", "other"), {})
    learnt = Material(tuple(Example(("a", "b"), label) for label in ("2", "4.5", "3")))
    assert answers(replace(card, scale=Bounds(0, 5)), learnt) == ("0", "5")
    assert answers(card, learnt) == ("2", "4.5")
    with pytest.raises(BadInput, match="All gold scores of 'likeness' are 2; train on samples whose scores differ"):
        answers(card, Material(learnt.train[:1]))
    with pytest.raises(BadInput, match="All gold scores of 'likeness' are 0;"):
        answers(card, Material())

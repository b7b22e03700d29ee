"""Word classes by the metric of each data set: F1 and accuracy of pairs, Matthews, Pearson and Spearman of numbers."""

import csv
import io
from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.errors import BadInput
from core.experiments.corruption_results import corrupted
from core.experiments.registry import ExperimentRequest, find_experiment
from core.models import registry
from core.models.function import Probabilities, model
from core.models.spec import Material, ModelSpec
from core.records import Bounds, DatasetCard, Sample, Task, TextField
from data.datasets.stored import dataset_card, save_dataset
from data.experiments.files import experiment_named, known_metrics, outcomes
from data.experiments.scoring import check_metric
from data.experiments.texts import ExperimentTexts
from data.jobs.job import run_inline
from data.workspace import Workspace
from tests.command_line import command_line
from tests.data.runs.run_data import CNN

NOUNS = ("dog", "house", "river", "letter", "garden")
HOW = ("old", "green", "dark")
NOUN, BOTH = "word_class_removal@NOUN", "word_class_removal@NOUN+VERB"
READER = ModelSpec("Reader", "shared-nouns")


@pytest.fixture
def noun_reader() -> Iterator[None]:
    """A model that says "paraphrase" where both texts name one of five nouns, and "different" where they do not."""

    @model("shared-nouns", "Reads nouns")
    def reader(material: Material, labels: tuple[str, ...]) -> Probabilities:
        def probabilities(texts: tuple[str, ...]) -> list[float]:
            named = [{noun for noun in NOUNS if noun in text.split()} for text in texts]
            same = bool(named[0] & named[1])
            return [float(not same), float(same)]

        return probabilities

    yield
    registry._FAMILIES.pop("shared-nouns")


def pairs(workspace: Workspace, name: str, task: Task) -> None:
    """Pairs that share a noun or not, three in five of them do: 60 to train on and 40 to test."""
    workspace.prepare()
    samples = []
    for n in range(100):
        one, same = NOUNS[n % 5], n % 5 < 3
        other = one if same else NOUNS[(n + 1) % 5]
        texts = (f"She saw the {one} near {n} {HOW[n % 3]} trees.", f"He found the {other} after {n} days.")
        fields = tuple(TextField(f"sentence{at + 1}", text) for at, text in enumerate(texts))
        label = ("5" if same else "1") if task is Task.SIMILARITY else "paraphrase" if same else "different"
        samples.append(Sample(name, "train" if n < 60 else "dev", fields, label))
    numbers = task is Task.SIMILARITY
    labels = () if numbers else ("different", "paraphrase")
    card = DatasetCard(name, task, labels, ("sentence1", "sentence2"), {}, scale=Bounds(0, 5) if numbers else None)
    save_dataset(workspace, card, samples)


def request(dataset: str, spec: ModelSpec, *conditions: str) -> ExperimentRequest:
    return ExperimentRequest(
        "word_classes", dataset, (spec,), conditions, (1.0,), test_split="dev", train_samples=0, test_samples=0,
        balanced=False,
    )  # fmt: skip


def test_a_model_that_reads_nouns_alone_falls_to_chance_without_them(workspace: Workspace, noun_reader: None) -> None:
    pairs(workspace, "mrpc", Task.PAIR_CLASSIFICATION)
    asked = request("mrpc", READER, NOUN, BOTH, "word_class_removal@DET")
    found = outcomes(workspace, run_inline(workspace, "experiment", "t", asked.arguments()))
    card = experiment_named(workspace, "latest")
    assert card.metrics == ("f1_binary", "accuracy") and "matthews" in known_metrics(card, found)
    by_accuracy, by_f1, by_matthews = (corrupted(found, name) for name in ("accuracy", "f1_binary", "matthews"))
    for nouns in by_accuracy[:2]:  # of 40 test pairs 24 share their noun; without nouns all are "different"
        assert nouns.baseline.mean == 1 and nouns.changes == pytest.approx((0, -60, -60))
        assert nouns.changed[1].n == 40 and nouns.changed[1].low < -0.6 < nouns.changed[1].high < 0
    assert by_f1[0].changes == pytest.approx((0, -100, -100)) and by_matthews[0].changes == pytest.approx(
        (0, -100, -100)
    )
    assert by_accuracy[2].changes == by_matthews[2].changes == (0, 0, 0)  # determiners are not read


def test_numbers_are_scored_by_their_correlation_with_the_gold_ones(workspace: Workspace) -> None:
    pairs(workspace, "stsb", Task.SIMILARITY)
    asked = request("stsb", replace(CNN, epochs=2), NOUN)
    found = outcomes(workspace, run_inline(workspace, "experiment", "t", asked.arguments()))
    assert [o.reason for o in found] == [""] * 4 and all(o.accuracy != o.accuracy for o in found)
    assert experiment_named(workspace, "latest").metrics == ("pearson", "spearman")
    [row] = corrupted(found, "pearson")
    assert -1 <= row.test.mean < row.baseline.mean <= 1
    assert row.changes[1] == pytest.approx(100 * (row.test.mean - row.baseline.mean))
    assert corrupted(found, "spearman")[0].baseline.seeds == 1
    printed = command_line("experiments", "latest", "--metric", "spearman")
    [line] = csv.DictReader(io.StringIO(printed.stdout), delimiter="\t")
    assert (line["metric"], line["samples"]) == ("spearman", "40") and line["test_change"]


def test_samples_are_drawn_as_they_come_or_with_as_many_of_each_label(workspace: Workspace) -> None:
    pairs(workspace, "mrpc", Task.PAIR_CLASSIFICATION)
    asked = replace(request("mrpc", READER, NOUN), train_samples=40, test_samples=20)

    def paraphrases(**others: bool) -> float:
        texts = ExperimentTexts.read(workspace, replace(asked, **others))
        return sum(sample.gold == "paraphrase" for sample in texts.train)

    assert paraphrases(balanced=True) == 20 < paraphrases(balanced=False)
    with pytest.raises(
        BadInput, match="You asked for 61 samples, but the split 'train' of 'mrpc' has only 60; ask for 60 or fewer"
    ):
        ExperimentTexts.read(workspace, replace(asked, train_samples=61))


def test_a_metric_that_a_task_has_not_is_refused_before_anything_is_trained(workspace: Workspace) -> None:
    pairs(workspace, "stsb", Task.SIMILARITY)
    wrong = command_line(
        *("experiment", "word_classes", "--dataset", "stsb", "--model", "cnn", "--split", "dev"), "--metric", "matthews"
    )
    assert wrong.returncode == 2 and not any(workspace.experiments.glob("*"))
    assert "Word classes on 'stsb' has no metric 'matthews'; choose pearson or spearman." in " ".join(
        wrong.stderr.split()
    )
    card = dataset_card(workspace, "stsb")
    with pytest.raises(BadInput, match="Learnability on 'stsb' has no metric 'pearson'; choose accuracy"):
        check_metric(card, find_experiment("learnability"), "pearson")
    with pytest.raises(BadInput, match="give a number for a pair; the experiment needs texts with labels"):
        ExperimentTexts.read(workspace, replace(request("stsb", CNN, NOUN), experiment="augmentation"))

"""Fine-tuned classifiers of a script and of a folder go through a whole evaluation, untaught."""

from pathlib import Path
from typing import Any

import pytest

import flinch
from core.errors import BadInput
from data.importing.script_samples import dataset_of
from data.workspace import Workspace
from tests.command_line import command_line
from tests.core.models.test_as_is import TEXTS, tuned


@pytest.fixture
def classifier(tmp_path: Path) -> tuple[Any, Any]:
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    folder = tuned(tmp_path / "mine")
    return AutoModelForSequenceClassification.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)


def says(classifier: tuple[Any, Any]) -> list[str]:
    import torch

    model, tokenizer = classifier
    with torch.inference_mode():
        read = (tokenizer(text, return_tensors="pt", truncation=True) for text in TEXTS)
        return [("good", "bad")[int(model.eval()(**one).logits.argmax())] for one in read]


def test_a_classifier_of_a_script_is_evaluated_as_it_is(workspace: Workspace, classifier: tuple[Any, Any]) -> None:
    said = says(classifier)
    films = flinch.samples(TEXTS, ["good", "bad"] * 6 + ["bad"], dataset="films")
    run = flinch.evaluate(films, classifier, "word_deletion@1", device="cpu")
    assert flinch.predictions(run)["label"].to_pylist() == said
    [name] = [model.name for model in run.models]
    assert name == "DistilBertForSequenceClassification"
    assert [one.label for one in flinch.predict(name, TEXTS)] == said  # kept: the script may have ended
    card = flinch.card(run)
    assert "as-is:DistilBertForSequenceClassification" in card and "/tmp" not in card
    again = flinch.evaluate(films, [classifier, classifier], "word_deletion@1", device="cpu")
    assert [model.name for model in again.models] == [f"{name} (1)", f"{name} (2)"]
    assert {model.digest for model in again.models} == {run.models[0].digest}


def test_a_pipeline_is_a_function(workspace: Workspace, classifier: tuple[Any, Any]) -> None:
    from transformers import pipeline

    model, tokenizer = classifier
    films = flinch.samples(TEXTS, ["good", "bad"] * 6 + ["bad"], dataset="films")
    asked = pipeline("text-classification", model, tokenizer=tokenizer, device="cpu")
    run = flinch.evaluate(films, asked, "word_deletion@1")
    assert flinch.predictions(run)["label"].to_pylist() == says(classifier)


def test_a_model_alone_gets_the_tokenizer_that_lies_where_it_came_from(
    workspace: Workspace, classifier: tuple[Any, Any]
) -> None:
    model, _ = classifier
    films = flinch.samples(TEXTS, ["good", "bad"] * 6 + ["bad"], dataset="films")
    for given in (model, [model]):
        run = flinch.evaluate(films, given, "word_deletion@1", device="cpu")
        assert flinch.predictions(run)["label"].to_pylist() == says(classifier)
    for place in ("", "nowhere-at-all"):
        model.config._name_or_path = place
        with pytest.raises(BadInput, match=r"no tokenizer where DistilBert\S+ was loaded from; give"):
            flinch.evaluate(films, model, "word_deletion@1")


def test_a_folder_is_evaluated_by_command_where_nothing_can_be_trained_on(
    workspace: Workspace, tmp_path: Path, classifier: tuple[Any, Any]
) -> None:
    dataset_of(workspace, flinch.samples(TEXTS, ["good", "bad"] * 6 + ["bad"], dataset="films"))
    asked = ("evaluate", "--dataset", "films", "--perturbation", "word_deletion@1", "--device", "cpu")
    done = command_line(*asked, "--model", f"as-is:{tmp_path / 'mine'}")
    assert done.returncode == 0, done.stderr
    assert "mine\tword_deletion\t1" in done.stdout.replace("PPS ", "")
    gone = command_line(*asked, "--model", "as-is:nowhere-at-all")
    assert gone.returncode == 1 and "Traceback" not in gone.stderr and "nowhere-at-all" in gone.stderr

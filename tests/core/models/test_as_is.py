"""Classifiers that were fine-tuned elsewhere, asked as they are: their labels, their length, what is refused."""

from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from core.models.as_is.head import places
from core.models.device import Device
from core.models.family import ModelPlan
from core.models.registry import family, usual_spec
from core.models.spec import Material
from core.records import Task
from data.models.folder import ModelFolder
from tests.tiny_models import tiny_model

TEXTS = ["one two three four", "four three two", "two two", "one"] * 3 + ["one two " * 20]


@pytest.mark.parametrize(
    ("said", "labels", "found"),
    [
        (["NEGATIVE", "POSITIVE"], ["negative", "positive"], [0, 1]),
        (["b", "a", "c"], ["a", "b", "c"], [1, 0, 2]),
        (["LABEL_0", "LABEL_1", "LABEL_2"], ["0", "1", "2"], [0, 1, 2]),
        (["LABEL_0", "LABEL_1"], ["1", "0"], [1, 0]),
        (["a", "A"], ["A", "a"], [1, 0]),
    ],
)
def test_labels_are_found_by_name(said: list[str], labels: list[str], found: list[int]) -> None:
    assert places(said, labels) == found


@pytest.mark.parametrize(
    ("said", "labels", "sentence"),
    [
        (
            ["LABEL_0", "LABEL_1"],
            ["bad", "good"],
            "its 2 labels have no names; set its id2label to the data set's labels",
        ),
        (["LABEL_0", "LABEL_1"], ["1", "2"], "its 2 labels have no names"),
        (["neg", "mid", "pos"], ["neg", "pos"], "its labels are neg, mid, pos, but the data set has neg, pos"),
        (["a", "a"], ["a", "b"], "its labels are a, a"),
        (["0", "1"], ["no", "yes"], "its labels are 0, 1, but the data set has no, yes"),
    ],
)
def test_other_labels_are_refused(said: list[str], labels: list[str], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        places(said, labels)


def tuned(folder: Path, kind: str = "distilbert", **settings: Any) -> Path:
    """A classifier whose outputs are called so, whatever it learned."""
    from transformers import AutoConfig

    tiny_model(kind, folder, TEXTS)
    config = AutoConfig.from_pretrained(folder)
    config.id2label, config.label2id = {0: "good", 1: "bad"}, {"good": 0, "bad": 1}
    config.update(settings)
    config.save_pretrained(folder)
    return folder


def plan(folder: Path, weights: str = "w", task: Task = Task.CLASSIFICATION) -> ModelPlan:
    spec = usual_spec(f"as-is:{folder}")
    return family(spec.kind).plan(spec, task, ("bad", "good"), Material(weights=weights))


def asked(made: ModelPlan, store: Path) -> Any:
    return family("as-is").ready(made, Material(), Device("cpu", False, "CPU"), ModelFolder(store), print)


@pytest.mark.parametrize("kind", ["distilbert", "roberta", "xlnet", "gpt2"])
def test_it_says_what_transformers_says_and_is_kept(tmp_path: Path, kind: str) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    folder = tuned(tmp_path / "mine", kind)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForSequenceClassification.from_pretrained(folder).eval()
    model.config.pad_token_id = tokenizer.pad_token_id
    made = plan(folder)
    first = asked(made, tmp_path / "kept").predict([(text,) for text in TEXTS])
    for text, output in zip(TEXTS, first, strict=True):
        with torch.inference_mode():
            [by_hand] = model(**tokenizer(text, return_tensors="pt", truncation=True)).logits.softmax(-1).tolist()
        assert output.probabilities == pytest.approx([by_hand[1], by_hand[0]], abs=1e-5)  # bad stands first here
    folder.rename(tmp_path / "gone")
    assert asked(made, tmp_path / "kept").predict([(text,) for text in TEXTS]) == first


def test_a_text_is_read_as_far_as_the_model_can(tmp_path: Path) -> None:
    network = asked(plan(tuned(tmp_path / "mine")), tmp_path / "kept")
    words = ["one"] * 40 + ["two"] * 40
    assert network.encode([(" ".join(words),)], False)["input_ids"].shape[1] == 60  # the tokenizer's own end
    assert usual_spec("as-is:mine").max_length > 1_000_000


def test_the_same_files_and_labels_are_the_same_model_wherever_they_lie(tmp_path: Path) -> None:
    one, other = plan(tmp_path / "a" / "mine"), plan(tmp_path / "b" / "other")
    assert one.digest == other.digest != plan(tmp_path / "a" / "mine", "x").digest
    assert (one.spec.name, one.cost.training) == ("mine", 0)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"id2label": {0: "x", 1: "y"}}, "mine: its labels are x, y, but the data set has bad, good"),
        ({"problem_type": "multi_label_classification"}, "it can give a text several labels"),
    ],
)
def test_what_is_no_such_classifier_is_told(tmp_path: Path, settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        asked(plan(tuned(tmp_path / "mine", **settings)), tmp_path / "kept")


def test_a_model_without_a_head_of_its_own_is_refused(tmp_path: Path) -> None:
    from transformers import AutoModel, AutoModelForSequenceClassification

    folder = tuned(tmp_path / "mine")
    bare = AutoModelForSequenceClassification.from_pretrained(folder).base_model
    assert isinstance(bare, AutoModel._model_mapping[type(bare.config)])
    bare.save_pretrained(folder)
    with pytest.raises(BadInput, match="it was not fine-tuned to classify: its weights lack"):
        asked(plan(folder), tmp_path / "kept")
    with pytest.raises(BadInput, match="'as-is:' names no model"):
        family("as-is").check(usual_spec("as-is:"))

"""An architecture without its weights, and position embeddings frozen at zero, as Clouatre et al. 2021 tried them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from core.models.device import choose
from core.models.network import ModelContext, Network
from core.models.predictor import Labelled
from core.models.registry import family, usual_spec
from core.models.spec import Material, ModelSpec
from core.models.training.recipes import specs_of
from core.models.transformer.family import fresh
from core.records import Task
from data.models.weights import weights_of
from tests.core.models.learning import LABELS, lesson, texts_of, trained
from tests.tiny_models import tiny_model

ARCHITECTURES = ("bert", "roberta", "xlnet", "electra", "distilbert", "funnel", "bart")
RELATIVE = ("xlnet", "funnel")
WORDS = "day film long good plot fine"


def model(path: str, seed: int = 0) -> Network:
    spec = replace(usual_spec(path), seed=seed)
    plan = family("transformer").plan(spec, Task.CLASSIFICATION, LABELS, Material())
    return fresh(ModelContext(plan, choose("cpu"), lambda: False), [])


def weights(network: Network) -> dict[str, Any]:
    return dict(network.module.named_parameters())


def body(network: Network) -> str:
    """The largest weight that is no head."""
    return max(weights(network), key=lambda name: weights(network)[name].numel())


def chance(network: Network, text: str) -> float:
    [said] = network.predict([(text,)])
    assert isinstance(said, Labelled)
    return said.probabilities[0]


@pytest.mark.parametrize("kind", ARCHITECTURES)
def test_an_untrained_one_has_the_shape_and_the_tokenizer_but_not_the_weights(tmp_path: Path, kind: str) -> None:
    folder = tiny_model(kind, tmp_path / kind, [WORDS])
    pretrained, untrained = model(str(folder)), model(f"untrained:{folder}")
    shapes = [{name: tuple(w.shape) for name, w in weights(one).items()} for one in (pretrained, untrained)]
    assert shapes[0] == shapes[1]
    name = body(pretrained)
    assert not weights(pretrained)[name].equal(weights(untrained)[name])
    assert weights(model(f"untrained:{folder}"))[name].equal(weights(untrained)[name])  # the seed decides
    assert not weights(model(f"untrained:{folder}", seed=1))[name].equal(weights(untrained)[name])
    one, other = (network.encode([(WORDS,)], False)["input_ids"].tolist() for network in (pretrained, untrained))
    assert one == other
    (folder / "model.safetensors").unlink()  # a config and a tokenizer are all it takes
    assert weights(model(f"untrained:{folder}"))[name].equal(weights(untrained)[name])


@pytest.mark.parametrize("prefix", ["untrained-no-positions", "no-positions"])
@pytest.mark.parametrize("kind", [kind for kind in ARCHITECTURES if kind not in RELATIVE])
def test_without_positions_the_order_of_words_is_not_known(tmp_path: Path, kind: str, prefix: str) -> None:
    folder = tiny_model(kind, tmp_path / kind, [WORDS])
    plain, bare = model(str(folder)), model(f"{prefix}:{folder}")
    turned = " ".join(WORDS.split()[::-1])
    assert chance(plain, WORDS) != pytest.approx(chance(plain, turned), abs=1e-6)
    frozen = {name: weight for name, weight in weights(bare).items() if not weight.requires_grad}
    assert len(frozen) == (2 if kind == "bart" else 1) and not any(weight.any() for weight in frozen.values())
    if kind != "bart":  # its decoder reads from left to right
        assert chance(bare, WORDS) == pytest.approx(chance(bare, turned), abs=1e-6)


@pytest.mark.parametrize("kind", RELATIVE)
def test_relative_positions_can_not_be_frozen_and_that_is_said(tmp_path: Path, kind: str) -> None:
    folder = tiny_model(kind, tmp_path / kind, [WORDS])
    with pytest.raises(BadInput, match=f"{kind} has no absolute position embeddings to freeze"):
        model(f"untrained-no-positions:{folder}")


def test_an_untrained_t5_learns_and_is_asked_and_one_whose_texts_have_no_end_is_refused(tmp_path: Path) -> None:
    texts = [text for example in lesson() for text in example.texts]
    folder = tiny_model("t5", tmp_path / "t5", texts)  # its config does not say what its decoder begins with
    asked = replace(usual_spec(f"untrained:{folder}"), epochs=1, batch_size=8)
    network = trained(asked, tmp_path / "kept", lesson(), lesson())
    again = trained(asked, tmp_path / "kept", [])
    assert again.predict(texts_of(lesson())) == network.predict(texts_of(lesson()))
    settings = json.loads((folder / "tokenizer.json").read_text())
    (folder / "tokenizer.json").write_text(json.dumps(settings | {"post_processor": None}))
    with pytest.raises(BadInput, match=r"can't be loaded \(Each example must contain at least one <eos> token"):
        model(f"untrained:{folder}")


def test_what_is_frozen_stays_so_in_training_and_when_it_is_read_again(tmp_path: Path) -> None:
    texts = [text for example in lesson() for text in example.texts]
    folder = tiny_model("bert", tmp_path / "bert", texts, spread=False)
    asked = replace(usual_spec(f"untrained-no-positions:{folder}"), epochs=2, batch_size=8, learning_rate=5e-3)
    network = trained(asked, tmp_path / "kept", lesson(), lesson())
    again = trained(asked, tmp_path / "kept", [])
    for one in (network, again):
        assert not weights(one)["bert.embeddings.position_embeddings.weight"].any()
    assert again.predict(texts_of(lesson())) == network.predict(texts_of(lesson()))


def test_each_start_is_another_model_with_the_recipe_of_the_paper() -> None:
    names = ("minilm", "untrained:minilm", "no-positions:minilm", "untrained-no-positions:minilm")
    specs = [usual_spec(name) for name in names]
    plans = [family("transformer").plan(spec, Task.CLASSIFICATION, LABELS, Material(lesson())) for spec in specs]
    assert len({plan.digest for plan in plans}) == 4
    assert [spec.name for spec in specs[1:]] == [
        "minilm, untrained",
        "minilm, no positions",
        "minilm, untrained, no positions",
    ]
    assert {weights_of(spec) for spec in specs} == {weights_of(specs[0])}  # of the same files
    untrained = specs[1]
    assert (untrained.learning_rate, untrained.batch_size, untrained.epochs, untrained.patience) == (1e-4, 128, 50, 2)
    assert specs_of(["untrained:minilm"], "romero") == (untrained,)  # a recipe for what is pretrained
    assert specs_of(["no-positions:minilm"], "romero")[0].search == "grid"
    with pytest.raises(BadInput, match="'untrained:' has no path"):
        family("transformer").check(ModelSpec("untrained:", "transformer", "untrained:"))


def test_minilm_untrained_is_opened_offline() -> None:
    assert weights(model("untrained:minilm")).keys() == weights(model("no-positions:minilm")).keys()

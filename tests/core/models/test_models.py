"""Networks on small real things: a tiny BERT, the CNN, and MiniLM from the requirements."""

from dataclasses import replace
from math import isnan
from pathlib import Path

import pytest

from core.errors import BadInput
from core.models.device import choose
from core.models.predictor import Texts
from core.models.registry import usual_spec
from core.models.spec import Example, ModelSpec
from core.randomness import Draws
from data.models.folder import ModelFolder
from tests.core.models.learning import (
    CNN,
    FRAMES,
    FROM_SCRATCH,
    GOOD,
    KINDS,
    lesson,
    right,
    small,
    texts_of,
    tiny,
    trained,
)

TREC = "datasets/trec6/TREC.train.all"


def test_a_transformer_learns_and_is_read_again_the_same(tmp_path: Path) -> None:
    spec = tiny(tmp_path)
    network = trained(spec, tmp_path / "model", lesson(FRAMES[:4]), lesson(FRAMES[4:]))
    assert right(network, lesson(FRAMES[4:])) == 1
    assert ModelFolder(tmp_path / "model").dev_accuracy == 1
    again = trained(spec, tmp_path / "model", [])  # nothing to train on: it is only read
    assert again.predict(texts_of(lesson())) == network.predict(texts_of(lesson()))


@pytest.mark.parametrize("spec", FROM_SCRATCH.values(), ids=FROM_SCRATCH)
def test_a_network_of_words_learns_from_scratch_and_is_read_again_the_same(tmp_path: Path, spec: ModelSpec) -> None:
    network = trained(spec, tmp_path / "model", lesson(FRAMES[:4]))
    assert right(network, lesson(FRAMES[4:])) == 1
    assert ModelFolder(tmp_path / "model").dev_accuracy is None
    texts: list[Texts] = [("such fine food",), ("",), ("words it never saw",)]
    said = trained(spec, tmp_path / "model", []).predict(texts)
    assert said == replace(network).predict(texts)  # a copy, which remembers no answer from another batch
    assert all(sum(output.probabilities) == pytest.approx(1) for output in said)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_makes_the_same_model(tmp_path: Path, kind: str) -> None:
    spec = small(kind, tmp_path, epochs=2)
    one, other = (trained(spec, tmp_path / name, lesson()).predict(texts_of(lesson())) for name in "ab")
    assert one == other


@pytest.mark.parametrize("kind", KINDS)
def test_pairs_are_read_side_by_side(tmp_path: Path, kind: str) -> None:
    # The label says whether the second text repeats the first one's word, so neither text alone gives it away.
    pairs = [Example((f"a {a} book", f"such {b} food"), "good" if a == b else "bad") for a in GOOD for b in GOOD]
    network = trained(small(kind, tmp_path, epochs=1), tmp_path / "model", pairs)
    said = network.predict([*texts_of(pairs), pairs[1].texts[::-1]])
    assert len(said) == len(pairs) + 1
    assert said[1] != said[-1]  # the order of the two texts counts


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_gets_the_same_prediction_in_whatever_order_it_is_asked(tmp_path: Path, kind: str) -> None:
    network = trained(small(kind, tmp_path, epochs=1), tmp_path / "model", lesson())
    adjectives = [example.texts[0].split()[-1] for example in lesson(FRAMES[:1])]
    texts: list[Texts] = [
        (f"a {a} book and a {b} {'film ' * (n % 3)}",) for n, a in enumerate(adjectives) for b in adjectives
    ]
    texts *= 3  # more than a batch, and each text more than once
    straight = dict(zip(texts, network.predict(texts), strict=True))
    for way in (texts[::-1], texts[1::2] + texts[::2]):
        assert dict(zip(way, network.predict(way), strict=True)) == straight


def test_equal_texts_are_predicted_once_and_outputs_keep_their_order(tmp_path: Path) -> None:
    network = trained(CNN, tmp_path / "model", lesson())
    texts: list[Texts] = [("such fine food",), ("a dull book",)] * 200
    checked: list[int] = []
    said = network.predict(texts, lambda: checked.append(1))
    assert len(checked) == 1  # two distinct texts are one batch of at most 64
    assert said == [said[0], said[1]] * 200
    assert (said[0].label, said[1].label) == ("good", "bad")


def test_nothing_to_train_on_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nothing to train 'CNN' on"):
        trained(CNN, tmp_path / "model", [])


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="can't be loaded") as refused:
        trained(ModelSpec("none", "transformer", str(tmp_path)), tmp_path / "model", lesson())
    assert "\n" not in str(refused.value)


def test_a_hub_that_can_not_be_reached_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(BadInput, match=r"no-such/model.*reachable hub name") as refused:
        trained(ModelSpec("hub", "transformer", "no-such/model"), tmp_path / "model", lesson())
    assert "\n" not in str(refused.value)


def test_an_unknown_device_is_named() -> None:
    with pytest.raises(BadInput, match="There is no device 'tpu'"):
        choose("tpu")


def test_cuda_is_refused_where_there_is_none() -> None:
    import torch

    if torch.cuda.is_available():
        assert choose("auto").kind == "cuda"
    else:
        assert choose("auto").kind == "cpu"
        with pytest.raises(BadInput, match="No CUDA device"):
            choose("cuda")


@pytest.mark.slow
def test_minilm_learns_real_questions(tmp_path: Path, shared: Path) -> None:
    rows = [line.split(" ", 1) for line in (shared / TREC).read_text(encoding="latin-1").splitlines()]
    examples = [Example((text,), label) for label, text in rows]
    labels = tuple(sorted({example.label for example in examples}))
    Draws.seeded("trec").shuffle(examples)
    folder = tmp_path / "model"
    trained(usual_spec("minilm"), folder, examples[:300], examples[300:500], labels=labels)
    reached = ModelFolder(folder).dev_accuracy
    assert reached is not None and not isnan(reached)
    assert reached > 0.7  # 0.22 is what the most frequent label gets

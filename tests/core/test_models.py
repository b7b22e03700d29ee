"""Classifiers on small real things: a tiny BERT, the CNN, and MiniLM from the requirements."""

from collections.abc import Sequence
from math import isnan
from pathlib import Path

import pytest

from core.errors import BadInput
from core.models.classifier import dev_accuracy_of, is_trained, trained
from core.models.device import choose
from core.models.network import Classifier, Texts, by_length, probabilities
from core.models.spec import Example, ModelKind, ModelSpec, default_spec
from core.models.training import batches
from core.randomness import Draws
from tests.tiny_bert import tiny_bert

TREC = "datasets/trec6/TREC.train.all"
LABELS = ("bad", "good")
GOOD, BAD = ("fine", "lovely", "great", "bright"), ("awful", "dull", "poor", "grey")
FRAMES = ("the day was {}", "a {} book", "it looked {} to me", "we saw a {} film today", "such {} food")


def lesson(frames: Sequence[str] = FRAMES) -> list[Example]:
    """Sentences whose adjective alone says the label: 4 x 2 for each frame."""
    sides = (("good", GOOD), ("bad", BAD))
    return [Example((f.format(word),), label) for f in frames for label, words in sides for word in words]


def untold(*_: object) -> None:
    """A report that nobody reads."""


def made(spec: ModelSpec, folder: Path, examples: Sequence[Example], dev: Sequence[Example] = ()) -> Classifier:
    return trained(spec, LABELS, examples, dev, choose("cpu"), folder, untold)


def right(classifier: Classifier, examples: Sequence[Example]) -> float:
    rows = probabilities(classifier, [example.texts for example in examples])
    return sum(LABELS[row.index(max(row))] == example.label for row, example in zip(rows, examples, strict=True)) / len(
        examples
    )


def tiny(tmp_path: Path, **others: object) -> ModelSpec:
    path = tiny_bert(tmp_path / "tiny", [text for example in lesson() for text in example.texts])
    usual = {"epochs": 6, "learning_rate": 5e-3, "batch_size": 8}
    return ModelSpec("tiny", ModelKind.TRANSFORMER, str(path), **usual | others)  # type: ignore[arg-type]


CNN = ModelSpec("CNN", ModelKind.CNN, epochs=8, learning_rate=2e-3, batch_size=8)


def test_a_transformer_learns_and_is_read_again_the_same(tmp_path: Path) -> None:
    spec = tiny(tmp_path)
    learned = made(spec, tmp_path / "model", lesson(FRAMES[:4]), lesson(FRAMES[4:]))
    assert right(learned, lesson(FRAMES[4:])) == 1
    assert dev_accuracy_of(tmp_path / "model") == 1
    read = made(spec, tmp_path / "model", [])  # nothing to train on: it is only read
    texts = [example.texts for example in lesson()]
    assert probabilities(read, texts) == probabilities(learned, texts)


def test_the_cnn_learns_from_nothing_and_is_read_again_the_same(tmp_path: Path) -> None:
    learned = made(CNN, tmp_path / "model", lesson(FRAMES[:4]))
    assert right(learned, lesson(FRAMES[4:])) == 1
    assert dev_accuracy_of(tmp_path / "model") is None
    texts: list[Texts] = [("such fine food",), ("",), ("words it never saw",)]
    found = probabilities(made(CNN, tmp_path / "model", []), texts)
    assert found == probabilities(learned, texts)
    assert all(sum(row) == pytest.approx(1) for row in found)


@pytest.mark.parametrize("kind", list(ModelKind))
def test_the_same_seed_makes_the_same_model(tmp_path: Path, kind: ModelKind) -> None:
    spec = CNN if kind is ModelKind.CNN else tiny(tmp_path, epochs=2)
    texts = [example.texts for example in lesson()]
    one, other = (probabilities(made(spec, tmp_path / name, lesson()), texts) for name in "ab")
    assert one == other


@pytest.mark.parametrize("kind", list(ModelKind))
def test_pairs_are_read_side_by_side(tmp_path: Path, kind: ModelKind) -> None:
    # The label says whether the second text repeats the first one's word, so neither text alone gives it away.
    spec = CNN if kind is ModelKind.CNN else tiny(tmp_path, epochs=1)
    pairs = [Example((f"a {a} book", f"such {b} food"), "good" if a == b else "bad") for a in GOOD for b in GOOD]
    rows = probabilities(made(spec, tmp_path / "model", pairs), [p.texts for p in pairs] + [pairs[1].texts[::-1]])
    assert len(rows) == len(pairs) + 1
    assert rows[1] != rows[-1]  # the order of the two texts counts


def test_a_stopped_training_leaves_no_model(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(done: int, total: int, message: str) -> None:
        assert total == 8 * 5
        assert message.startswith("Training CNN: epoch")
        if done == 7:
            raise Stop

    with pytest.raises(Stop):
        trained(CNN, LABELS, lesson(), (), choose("cpu"), tmp_path / "model", stop)
    assert not is_trained(tmp_path / "model")


@pytest.mark.parametrize("kind", list(ModelKind))
def test_a_stopped_training_goes_on_from_its_last_whole_epoch_as_if_nothing_had_happened(
    tmp_path: Path, kind: ModelKind
) -> None:
    class Stop(Exception):
        pass

    spec = CNN if kind is ModelKind.CNN else tiny(tmp_path, epochs=3)
    undisturbed = made(spec, tmp_path / "undisturbed", lesson(), lesson(FRAMES[:1]))
    told: list[int] = []

    def stop(done: int, total: int, message: str) -> None:
        told.append(done)
        if done == 12 and len(told) > 1:  # 40 examples in batches of 8: five steps an epoch, so in the third
            raise Stop

    place, dev = tmp_path / "model", lesson(FRAMES[:1])
    with pytest.raises(Stop):
        trained(spec, LABELS, lesson(), dev, choose("cpu"), place, stop)
    told.clear()
    resumed = trained(spec, LABELS, lesson(), dev, choose("cpu"), place, lambda done, *_: told.append(done))
    assert told[0] == 10
    texts = [example.texts for example in lesson()]
    assert probabilities(resumed, texts) == probabilities(undisturbed, texts)
    assert [path.name for path in tmp_path.glob(".model*")] == []


def test_equal_texts_are_predicted_once_and_answers_keep_their_order(tmp_path: Path) -> None:
    learned = made(CNN, tmp_path / "model", lesson())
    texts: list[Texts] = [("such fine food",), ("a dull book",)] * 200
    asked = []
    rows = probabilities(learned, texts, lambda: asked.append(1))
    assert len(asked) == 1  # two distinct texts are one batch of at most 64
    assert rows == [rows[0], rows[1]] * 200
    assert rows[0][1] > 0.5 > rows[1][1]


def test_batches_hold_every_example_once_in_a_seeded_order() -> None:
    examples = [Example((f"{'x' * (n % 17)} {n}",), "good") for n in range(500)]
    found = [example for batch in batches(examples, 8, Draws.seeded("a")) for example in batch]
    assert found != examples
    assert sorted(found) == sorted(examples)
    assert found == [example for batch in batches(examples, 8, Draws.seeded("a")) for example in batch]
    assert [len(batch) for batch in by_length([e.texts for e in examples], 64)] == [64] * 7 + [52]


def test_nothing_to_train_on_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="nothing to train 'CNN' on"):
        made(CNN, tmp_path / "model", [])


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    spec = ModelSpec("none", ModelKind.TRANSFORMER, str(tmp_path))
    with pytest.raises(BadInput, match="can't be loaded") as told:
        made(spec, tmp_path / "model", lesson())
    assert "\n" not in str(told.value)


def test_a_hub_that_can_not_be_reached_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(BadInput, match=r"no-such/model.*hub name that can be reached") as told:
        made(ModelSpec("hub", ModelKind.TRANSFORMER, "no-such/model"), tmp_path / "model", lesson())
    assert "\n" not in str(told.value)


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


def test_what_decides_a_model_is_in_its_id() -> None:
    examples = lesson()
    spec = default_spec("cnn")
    assert spec.trained_id(examples, []) == default_spec("cnn").trained_id(examples, [])
    others = [default_spec("cnn", seed=1), default_spec("minilm"), default_spec("some/bert")]
    ids = {spec.trained_id(examples, []), spec.trained_id(examples[1:], []), spec.trained_id(examples[1:], examples)}
    assert len(ids | {other.trained_id(examples, []) for other in others}) == 6


@pytest.mark.slow
def test_minilm_learns_real_questions(tmp_path: Path, shared: Path) -> None:
    rows = [line.split(" ", 1) for line in (shared / TREC).read_text(encoding="latin-1").splitlines()]
    examples = [Example((text,), label) for label, text in rows]
    labels = tuple(sorted({example.label for example in examples}))
    Draws.seeded("trec").shuffle(examples)
    spec = default_spec("minilm")
    folder = tmp_path / "model"
    trained(spec, labels, examples[:300], examples[300:500], choose("cpu"), folder, untold)
    reached = dev_accuracy_of(folder)
    assert reached is not None and not isnan(reached)
    assert reached > 0.7  # 0.22 is what the most frequent label gets

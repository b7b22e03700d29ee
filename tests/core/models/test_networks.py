"""Networks before they learn: their sizes, how they read, and how one step is made."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from core.models.cnn.family import fresh
from core.models.cnn.network import network
from core.models.device import choose
from core.models.network import MOST, ModelContext
from core.models.predictor import Texts
from core.models.registry import family, usual_spec
from core.models.spec import Example, Material, ModelSpec
from core.models.training.history import parse_history
from core.models.training.loop import train
from core.models.transformer.network import opened
from core.models.transformer.start import Start
from core.models.words import BETWEEN, UNKNOWN, WordReading, words
from core.records import Task
from data.models.folder import ModelFolder
from tests.core.models.learning import CNN, LABELS, lesson, tiny

USUAL = usual_spec("cnn")


def opening(spec: ModelSpec = CNN, labels: tuple[str, ...] = LABELS) -> ModelContext:
    plan = family(spec.kind).plan(spec, Task.CLASSIFICATION, labels, Material(lesson()))
    return ModelContext(plan, choose("cpu"), asked)


def asked() -> bool:
    raise AssertionError("The hub was asked about what lies in a folder.")


def test_the_convolutional_network_is_kims() -> None:
    shapes = {name: tuple(tensor.shape) for name, tensor in network(50, 6, USUAL).state_dict().items()}
    assert shapes == {
        "embedding.weight": (50, 128),
        **{f"filters.{i}.weight": (100, 128, width) for i, width in enumerate((3, 4, 5))},
        **{f"filters.{i}.bias": (100,) for i in range(3)},
        "head.weight": (6, 300),
        "head.bias": (6,),
    }
    module = network(50, 6, USUAL)
    assert module.dropout.p == 0.5
    assert module.embedding.padding_idx == 0
    assert not module.embedding.weight[0].any()
    many = network(2000, 2, USUAL).embedding.weight[1:]  # 256,000 numbers
    assert many.std().item() == pytest.approx(0.1, rel=0.01)


def test_the_convolutional_network_has_the_sizes_that_are_asked_for() -> None:
    module = network(50, 6, replace(USUAL, embedding=768, hidden=768, dropout=0.1))
    assert module.embedding.weight.shape == (50, 768)
    assert [tuple(conv.weight.shape) for conv in module.filters] == [(256, 768, width) for width in (3, 4, 5)]
    assert (module.head.in_features, module.dropout.p) == (768, 0.1)


def test_the_convolutional_network_by_hand() -> None:
    import torch

    module = network(9, 2, USUAL).eval()
    tokens = torch.tensor([[3, 4, 5, 6, 7, 8, 0, 0]])  # the last two are padding, and no part of any answer
    embedded = module.embedding.weight[tokens[0, :6]].T
    strongest = [(conv(embedded[None])).clamp(min=0).max(-1).values for conv in module.filters]
    expected = torch.cat(strongest, 1) @ module.head.weight.T + module.head.bias
    assert torch.allclose(module(tokens), expected, atol=1e-6)


def test_words_become_numbers_padded_to_the_widest_filter() -> None:
    assert words(("A fine Day.", "so it is")) == ["a", "fine", "day", ".", "", "so", "it", "is"]
    reading = WordReading(["a", "day", "fine"], max_length=6, least=5)
    tokens = reading([("a fine x",), ("A", "day day")], False)["tokens"].tolist()
    assert tokens == [[3, 5, UNKNOWN, 0, 0], [3, BETWEEN, 4, 4, 0]]
    assert (UNKNOWN, BETWEEN) == (1, 2)
    assert reading([("a " * 9,)], False)["tokens"].tolist() == [[3] * 6]
    assert WordReading(["a"], max_length=6)([("",), ("",)], False)["tokens"].tolist() == [[0], [0]]


def test_in_training_one_word_in_twenty_is_read_as_unknown_and_padding_never() -> None:
    import torch

    torch.manual_seed(0)
    reading = WordReading(["a"], max_length=1000)
    tokens = reading([("a " * 1000,)] * 20 + [("a",)], True)["tokens"]
    share = (tokens[:20] == UNKNOWN).float().mean().item()
    assert share == pytest.approx(0.05, abs=0.006)  # of 20,000: four standard errors
    assert not tokens[20, 1:].any()


def test_the_vocabulary_is_every_word_of_the_examples() -> None:
    examples = [Example(("b a",), "good"), Example(("a c", "d"), "bad")]
    built = fresh(opening(), examples)
    assert built.module.embedding.num_embeddings == 3 + 4
    read = built.encode([("a b c d",)], False)["tokens"].tolist()
    assert read == [[3, 4, 5, 6, 0]]
    assert built.identity == built.opening.plan.identity


def test_a_seed_draws_the_first_weights() -> None:
    import torch

    one, same, other = (fresh(opening(replace(CNN, seed=seed)), lesson()).module.head.weight for seed in (1, 1, 2))
    assert torch.equal(one, same)
    assert not torch.equal(one, other)


def test_the_tokenizer_cuts_at_the_shorter_of_two_limits(tmp_path: Path) -> None:
    spec = tiny(tmp_path)
    assert opened(opening(spec), Start(spec.path)).encode([("book " * 99,)], False)["input_ids"].shape == (1, 32)
    short = replace(spec, max_length=7)
    read = opened(opening(short), Start(spec.path)).encode([("book " * 99, "day"), ("a", "day")], False)
    assert read["input_ids"].shape == (2, 7)
    assert read["attention_mask"][1].tolist() == [1, 1, 1, 1, 1, 0, 0]  # [CLS] a [SEP] day [SEP]
    module = opened(opening(short, ("x", "y", "z")), Start(spec.path)).module
    assert module.config.id2label == {0: "x", 1: "y", 2: "z"}
    assert module.config.label2id == {"x": 0, "y": 1, "z": 2}


def test_a_mark_of_the_tokenizer_in_a_text_is_only_words(tmp_path: Path) -> None:
    spec = tiny(tmp_path)
    read = opened(opening(spec), Start(spec.path)).encode([("a [SEP] book",), ("a [PAD] book",)], False)["input_ids"]
    separator, padding = 3, 0  # where the tiny vocabulary has them
    assert (read == separator).sum(1).tolist() == [1, 1]
    assert padding not in read[1]


def test_a_prediction_asks_before_each_batch_and_switches_dropout_off() -> None:
    built = fresh(opening(), lesson())
    built.module.train()
    texts = [(f"{n} a fine book",) for n in range(MOST["cpu"] + 1)]
    asked: list[int] = []
    once = replace(built).predict([*texts, texts[0]], lambda: asked.append(1))
    assert len(asked) == 1  # what reads alike is asked once, and every number is an unknown word
    different = [(f"{one} {other}",) for one, other in product(["a", "fine", "book"], repeat=2)]
    asked.clear()
    built.predict([(" ".join(sum(several, ())),) for several in product(different, repeat=3)], lambda: asked.append(1))
    assert 3 <= len(asked) < 10  # 729 of six words: 256 at once, and a few that are close again
    assert not built.module.training
    assert built.predict(texts) == once[:-1]
    assert built.predict([]) == []


@dataclass(frozen=True, slots=True)
class Remembering(ModelFolder):
    """A place that remembers the checkpoints too."""

    checkpoints: list[Mapping[str, Any]] = field(default_factory=list)

    def due(self) -> bool:
        return True

    def keep_checkpoint(self, state: Mapping[str, Any]) -> None:
        self.checkpoints.append(state)


def test_steps_are_reported_and_the_optimiser_is_adamw_with_its_usual_decay(tmp_path: Path) -> None:
    built = fresh(opening(replace(CNN, batch_size=40, epochs=2)), lesson())  # two steps
    store, reported = Remembering(tmp_path / "model"), list[tuple[int, int, str]]()
    train(built, Material(lesson(), lesson()[:4]), store, lambda *said: reported.append(said))
    _, first, _ = store.checkpoints  # after a step, at the end of its epoch, and after the other step
    training, trying = "Training CNN: epoch {} of 2", "Testing CNN on dev"
    assert reported == [(0, 2, training.format(1)), (1, 2, trying), (1, 2, training.format(2)), (2, 2, trying)]
    weights, biases = first["optimiser"]["param_groups"]
    assert (weights["weight_decay"], weights["betas"], weights["fused"]) == (0.01, (0.9, 0.999), True)
    assert (biases["weight_decay"], len(biases["params"])) == (0, 4)  # three filters and the head
    (attempt,) = parse_history(first["history"]).attempts
    assert (len(attempt.epochs), attempt.kept, attempt.fault) == (1, 1, "")
    assert 0 <= (attempt.epochs[0].dev or -1) <= 1


@pytest.mark.parametrize("kind", ["cnn", "textrnn", "bilstm"])
def test_networks_of_characters_read_what_those_of_words_do_not(kind: str) -> None:
    texts: list[Texts] = [("such a day",), ("such A day",), ("such a  day",), ("such a dya",), ("", "a"), ("a", "")]
    known = [Example(("such a day", "A dya"), "good")]

    def told_apart(kind: str) -> int:
        reading = family(kind).fresh(opening(usual_spec(kind)), known)  # type: ignore[attr-defined]
        return len(set(map(str, reading.predict(texts))))

    assert told_apart(f"char-{kind}") == 6 and told_apart(kind) == 4

"""Specs, batches and devices: what decides a model before any network is there."""

from contextlib import nullcontext
from dataclasses import replace

import pytest

from core.errors import BadInput
from core.models.batching import BUCKET, by_length, shuffled
from core.models.device import Device, choose
from core.models.predicting.linear import bf16_units
from core.models.predictor import Cost, NumberAnswer, Tagged
from core.models.registry import family, usual_spec
from core.models.spec import Example, Material, ModelSpec
from core.models.tasks import OBJECTIVES, objective
from core.models.training.recipes import left_as_usual, specs_of
from core.randomness import Draws
from core.records import Task
from tests.core.models.learning import LABELS, lesson

SPEC = ModelSpec("some", "cnn")


def test_a_spec_has_the_usual_training_of_the_papers_models() -> None:
    usual = (SPEC.path, SPEC.epochs, SPEC.learning_rate, SPEC.batch_size, SPEC.max_length, SPEC.train_limit, SPEC.seed)
    assert usual == ("", 3, 5e-5, 32, 128, 0, 0)
    cnn, minilm = usual_spec("cnn"), usual_spec("minilm")
    assert (cnn.name, cnn.kind, cnn.epochs, cnn.learning_rate, cnn.max_length) == ("CNN", "cnn", 10, 1e-3, 256)
    assert (minilm.path, minilm.learning_rate, minilm.batch_size) == ("minilm", 1e-4, 32)


@pytest.mark.parametrize("what", ["epochs", "batch_size", "max_length"])
def test_a_count_must_be_one_at_least(what: str) -> None:
    assert getattr(replace(SPEC, **{what: 1}), what) == 1  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=f"{what} is 0 for the model 'some'"):
        replace(SPEC, **{what: 0})  # type: ignore[arg-type]


def test_a_learning_rate_lies_between_0_and_1() -> None:
    assert replace(SPEC, learning_rate=0.999).learning_rate == 0.999
    for rate in (0, 1, -0.1, 1.5, float("nan")):
        with pytest.raises(BadInput, match="must lie between 0 and 1"):
            replace(SPEC, learning_rate=rate)


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        ({"warm_up": 1.0}, "warm_up is 1 for the model 'some'; it must be at least 0 and below 1"),
        ({"weight_decay": -0.1}, "weight_decay is -0.1"),
        ({"patience": -1}, "patience is -1"),
        ({"train_limit": -5}, "train_limit is -5 for the model 'some'; it must be 0 or more"),
        ({"seed": 1 << 63}, "seed 9223372036854775808 of 'some' is too large"),
        ({"seed": -(1 << 63)}, "seed -9223372036854775808 of 'some' is too large"),
        ({"keep": "first"}, "'some' can't keep the epoch 'first'; choose best or last"),
    ],
)
def test_the_rest_of_a_recipe_has_bounds_too(others: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        replace(SPEC, **others)  # type: ignore[arg-type]


def test_a_recipe_says_whom_it_leaves_alone() -> None:
    said = "CNN, TextRNN use their own settings, because the recipe moradi does not cover them."
    assert left_as_usual(["cnn", "minilm", "textrnn", "endpoint:http://host/v1#m"], "moradi") == said
    assert (
        left_as_usual(["cnn", "minilm"], "romero")
        == "CNN uses its own settings, because the recipe romero does not cover it."
    )
    assert left_as_usual(["cnn", "minilm"], "clouatre") == left_as_usual(["cnn"], "usual") == ""


def test_the_id_of_a_training_is_made_of_all_that_decides_it_but_its_name() -> None:
    material = Material([Example(("a", "b"), "good")], [Example(("c",), "bad")])
    same = SPEC.trained_id(material)
    assert same == "3d8a14588ddaf434d674"  # else what was trained before would be trained again
    assert replace(SPEC, name="other").trained_id(material) == same
    others = [
        replace(SPEC, **{key: value}).trained_id(material)  # type: ignore[arg-type]
        for key, value in {"kind": "x", "path": "p", "epochs": 4, "learning_rate": 0.1, "batch_size": 8}.items()
    ]
    sizes: dict[str, object] = {"embedding": 8, "hidden": 8, "dropout": 0.1, "batches": "chance"}
    others += [replace(SPEC, **{key: value}).trained_id(material) for key, value in sizes.items()]  # type: ignore[arg-type]
    others += [replace(SPEC, max_length=9).trained_id(material), replace(SPEC, train_limit=9).trained_id(material)]
    others += [SPEC.trained_id(Material(material.dev, material.train)), SPEC.trained_id(Material(material.train))]
    others += [SPEC.trained_id(Material([Example(("a", "b"), "bad")], material.dev))]
    others += [SPEC.trained_id(Material([*material.train, *material.dev]))]  # no dev, and the same rows
    others += [SPEC.trained_id(replace(material, weights="w")), SPEC.trained_id(replace(material, precision="bf16"))]
    one, two = Example(("a", "b", "c"), "d"), Example(("a",), "b")  # the same words, in other examples
    others += [SPEC.trained_id(Material([one])), SPEC.trained_id(Material([two, Example(("c",), "d")]))]
    assert len({same, *others}) == 1 + len(others)


def test_batches_by_chance_hold_texts_of_any_length() -> None:
    examples = [Example(("a" * n,), "good") for n in range(1, 101)]
    alike, by_chance = (list(shuffled(examples, 10, Draws.seeded("b"), like=like)) for like in (True, False))
    assert sorted(e for batch in by_chance for e in batch) == sorted(examples)

    def spread(batches: list[list[Example]]) -> int:
        return max(max(len(e.texts[0]) for e in batch) - min(len(e.texts[0]) for e in batch) for batch in batches)

    assert spread(alike) == 9 < 50 < spread(by_chance)


def test_batches_by_length_are_longest_first_and_the_same_in_any_order() -> None:
    texts = [("a",), ("bbb",), ("b", "aa"), ("cc",), ("dddd",)]
    batches = list(by_length(texts, 2))
    assert batches == [[("dddd",), ("b", "aa")], [("bbb",), ("cc",)], [("a",)]]
    assert list(by_length(texts[::-1], 2)) == batches


def test_shuffled_batches_are_of_like_length_within_a_bucket() -> None:
    size, buckets = 4, 3
    examples = [Example(("x" * (n % 37), "y" * (n % 5)), "good") for n in range(size * BUCKET * buckets - 1)]
    batches = list(shuffled(examples, size, Draws.seeded("b")))
    assert sorted(map(len, batches)) == [size - 1] + [size] * (BUCKET * buckets - 1)
    spans = [max(lengths) - min(lengths) for batch in batches if (lengths := [sum(map(len, e.texts)) for e in batch])]
    assert max(spans) <= 6  # of 200 drawn from 0 to 40 characters, four neighbours
    longest = [max(sum(map(len, e.texts)) for e in batch) for batch in batches]
    assert longest != sorted(longest)  # and the batches themselves are shuffled
    assert sorted(e for batch in batches for e in batch) == sorted(examples)
    assert BUCKET == 50


def test_a_plan_says_what_the_model_will_be() -> None:
    material = Material(lesson(), lesson()[:8])
    plan = family("cnn").plan(usual_spec("cnn"), Task.PAIR_CLASSIFICATION, LABELS, material)
    assert (plan.identity.name, plan.identity.kind, plan.identity.digest) == ("CNN", "cnn", plan.digest)
    # A text costs a CNN a twentieth: 10 epochs of 3 * 40 + 8 texts
    assert plan.cost == Cost(pytest.approx(0.05 * 10 * (3 * 40 + 8)), 0.05)
    assert (plan.task, plan.labels, plan.trained_on) == (Task.PAIR_CLASSIFICATION, LABELS, 40)
    other = family("cnn").plan(usual_spec("cnn"), Task.CLASSIFICATION, ("good", "bad"), material)
    assert other.digest != plan.digest
    with pytest.raises(BadInput, match="'CNN' can't tag the words of a text; choose minilm or another"):
        family("cnn").plan(usual_spec("cnn"), Task.TAGGING, LABELS, material)


def test_every_task_can_be_learned_two_of_them_by_labels() -> None:
    assert set(OBJECTIVES) == set(Task)
    assert objective(Task.CLASSIFICATION) is objective(Task.PAIR_CLASSIFICATION)


def test_tags_are_learned_word_by_word_and_what_is_unread_is_outside() -> None:
    import torch
    from torch.nn.functional import cross_entropy

    from core.models.tagging import of_words

    tags, labels = objective(Task.TAGGING), ("O", "B-PER", "I-PER")
    tokens = torch.tensor([[[0.0, 2, 0], [9, 9, 9], [3, 0, 0]], [[0, 0, 1.0], [0, 1, 0], [9, 9, 9]]])
    # The first text's second word begins at its third token, its third is cut off; the second has two words.
    words = of_words(tokens, torch.tensor([[0, 2, -1], [0, 1, -2]]))
    assert tags.read(words, labels) == [Tagged(("B-PER", "O", "O"), 1), Tagged(("I-PER", "B-PER"))]
    targets = torch.tensor(tags.targets(["B-PER O I-PER", "O B-PER"], labels))
    assert targets.tolist() == [[1, 0, 2], [0, 1, -100]]
    read = torch.tensor([[0.0, 2, 0], [3, 0, 0], [0, 0, 1], [0, 1, 0]])
    expected = cross_entropy(read, torch.tensor([1, 0, 0, 1]))
    assert float(tags.loss(words, targets, None)) == pytest.approx(float(expected))
    assert tags.named(["B-PER O", "O"]) == ["B-PER", "O", "O"]
    # Found B-PER alone of two entities and named two: F1 = 2 * 1 / 4
    said = [Tagged(("B-PER", "O", "B-PER")), Tagged(("O",))]
    assert tags.metric(["B-PER O O", "B-PER"], said) == 0.5


def test_folders_that_end_in_one_name_are_told_apart_by_where_they_lie() -> None:
    names = ["runs/a/out/best", "runs/b/out/best", "elmo:c/out/best", "best", "untrained:a/best", "untrained:b/best"]
    assert [spec.name for spec in specs_of(names)] == [
        "best (a/out)",
        "best (b/out)",
        "best (c/out)",
        "best",
        "best, untrained (a)",
        "best, untrained (b)",
    ]
    twice = specs_of(["x/best", "./x/best", "x/best/"])
    assert [spec.name for spec in twice] == ["best"] * 3


def test_a_number_is_learned_as_a_share_of_its_scale() -> None:
    import torch

    number = objective(Task.SIMILARITY)
    assert number.size(("0", "5")) == 1
    targets = number.targets(["0", "2.5", "5.0"], ("0", "5"))
    assert targets == [0, 0.5, 1]
    outputs = torch.tensor([[0.0], [0.75], [1.2]])
    # Off by 0, a quarter and a fifth: (1/16 + 1/25) / 3
    assert float(number.loss(outputs, torch.tensor(targets), None)) == pytest.approx((0.0625 + 0.04) / 3)
    assert [said.label for said in number.read(outputs, ("0", "5"))] == ["0.0000", "3.7500", "6.0000"]
    assert number.read(outputs, ("1", "3"))[0] == NumberAnswer(1.0)
    assert number.guessing(["0", "2.5", "5.0"], ("0", "5")) == pytest.approx(1 / 6)
    # 0 1 2 and 0 1 3: r = (3 / 3) / sqrt(2/3 * 14/9)
    assert number.metric(["0", "1", "2"], [NumberAnswer(0.0), NumberAnswer(1.0), NumberAnswer(3.0)]) == pytest.approx(
        0.98198, abs=1e-5
    )


@pytest.mark.filterwarnings("ignore:CUDA is not available")
def test_the_cpu_is_a_device_that_learns_in_float32() -> None:
    import torch

    device = choose("cpu")
    assert (device.kind, device.bf16, device.fast, device.precision) == ("cpu", False, False, "float32")
    threads = torch.get_num_threads()
    assert device.description == ("CPU, 1 thread, float32" if threads == 1 else f"CPU, {threads} threads, float32")
    assert choose() == choose("auto")
    assert isinstance(device.autocast(False), nullcontext)
    half = Device("cuda", True, "a card").autocast(True)
    assert isinstance(half, torch.autocast)
    assert half.fast_dtype is torch.bfloat16


def test_fast_is_bf16_only_where_the_processor_has_units_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose("cpu", "fast").fast == bf16_units()
    assert choose("cpu", "fast").description.endswith("bf16, close labels in float32" if bf16_units() else "float32")
    assert not choose("cpu", "exact").fast and not choose("cpu", "auto").fast
    with pytest.raises(BadInput, match=r"no precision 'half'; choose auto, exact or fast"):
        choose("cpu", "half")

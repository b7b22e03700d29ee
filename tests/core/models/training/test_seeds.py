"""Several trainings of a model: their names, their seeds, and which names are one model's."""

import pytest

from core.errors import BadInput
from core.models.spec import Material, ModelSpec
from core.models.training.recipes import specs_of
from core.models.training.seeds import named, seeded, trainings_of


def test_each_model_gets_its_seed_and_the_next_ones() -> None:
    specs = seeded(specs_of(["minilm", "cnn"], seed=7), 3)
    minilm, cnn = (spec.name for spec in specs_of(["minilm", "cnn"]))
    assert [(spec.name, spec.seed) for spec in specs] == [
        (f"{name} #{n + 1}", 7 + n) for name in (minilm, cnn) for n in range(3)
    ]
    assert seeded(specs[:1], 1) == specs[:1]
    assert named(specs) == [f"{spec.name} (3 trainings)" for spec in specs_of(["minilm", "cnn"])]


def test_the_first_training_is_the_only_one_of_before() -> None:
    (alone,) = specs_of(["cnn"], seed=7)
    first = seeded([alone], 2)[0]
    assert first.trained_id(Material()) == alone.trained_id(Material())


def test_what_is_not_trained_is_asked_once() -> None:
    endpoint = specs_of(["endpoint:http://localhost:1/v1#m"])
    assert seeded(endpoint, 5) == endpoint


@pytest.mark.parametrize("trainings", [0, 11])
def test_so_many_trainings_are_refused(trainings: int) -> None:
    with pytest.raises(BadInput, match="give a number from 1 to 10"):
        seeded([ModelSpec("a", "cnn")], trainings)


def test_only_names_that_several_trainings_have_are_one_models() -> None:
    assert trainings_of(["a #1", "a #2", "b", "c #1", "#1", "#2", "d #x", "d #y"]) == {"a #1": "a", "a #2": "a"}

"""A function behind the door: what it says, when it may be stopped, and what its plan says of it."""

import pytest

from core.models.function import FunctionFamily, FunctionModel
from core.models.predictor import Labelled, Texts
from core.models.spec import Example, Material, ModelSpec
from core.records import Task

MATERIAL = Material([Example(("a fine day",), "good")])
FAMILY = FunctionFamily("length", lambda material, labels: long, ())


def long(text: Texts) -> list[float]:
    return [0.25, 0.75] if len(text[0]) > 5 else [0.5, 0.5]


def test_the_likeliest_label_comes_with_all_probabilities_and_the_first_of_equals() -> None:
    plan = FAMILY.plan(ModelSpec("Length", "length"), Task.CLASSIFICATION, ("bad", "good"), MATERIAL)
    model = FunctionModel(plan.identity, plan.labels, long)
    assert model.predict([("a fine day",), ("a day",)]) == [
        Labelled("good", (0.25, 0.75)),
        Labelled("bad", (0.5, 0.5)),
    ]
    assert model.predict([]) == []
    assert (plan.identity.name, plan.trained_on, plan.cost.training) == ("Length", 1, 0)


def test_it_can_be_stopped_between_batches() -> None:
    checks = []

    def check() -> None:
        checks.append(None)
        if len(checks) == 3:
            raise KeyboardInterrupt

    model = FunctionModel(
        FAMILY.plan(ModelSpec("L", "length"), Task.CLASSIFICATION, ("a", "b"), MATERIAL).identity, ("a", "b"), long
    )
    assert len(model.predict([("text",)] * 128, check)) == 128  # two batches of 64
    with pytest.raises(KeyboardInterrupt):
        model.predict([("text",)], check)


def test_other_material_and_other_labels_are_another_model() -> None:
    spec = ModelSpec("Length", "length")
    asked = [(("a", "b"), MATERIAL), (("b", "a"), MATERIAL), (("a", "b"), Material())]
    assert len({FAMILY.plan(spec, Task.CLASSIFICATION, *one).digest for one in asked}) == 3

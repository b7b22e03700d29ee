"""A function of a script as a model of each task: what it may say, and what is told where it says anything else."""

import pytest

from core.errors import BadInput
from core.models.called.family import CalledModel, called
from core.models.device import Device
from core.models.predictor import Labelled, NumberAnswer, Output, Tagged, Texts
from core.models.registry import family
from core.models.spec import Material
from core.records import Task

TEXTS = {
    Task.CLASSIFICATION: ("so good",), Task.PAIR_CLASSIFICATION: ("one", "two"), Task.SIMILARITY: ("one", "two"),
    Task.TAGGING: ("Ada met Bo",),
}  # fmt: skip
LABELS = {Task.SIMILARITY: ("0.0", "5.0"), Task.TAGGING: ("O", "B-PER")}


def output(task: Task, said: object) -> Output:
    def mine(*texts: str) -> object:
        return said

    with called(mine) as spec:
        ours = family(spec.kind)
        plan = ours.plan(spec, task, LABELS.get(task, ("bad", "good")), Material())
        made = ours.ready(plan, Material(), Device("cpu", False, "CPU"), None, print)  # type: ignore[arg-type]
        assert isinstance(made, CalledModel)
        asked: list[Texts] = [TEXTS[task]]
        return made.predict(asked)[0]


@pytest.mark.parametrize(
    ("task", "said", "expected"),
    [
        (Task.CLASSIFICATION, "good", Labelled("good", (0.0, 1.0))),
        (Task.PAIR_CLASSIFICATION, [0.5, 0.5], Labelled("bad", (0.5, 0.5))),
        (Task.CLASSIFICATION, {"good": 0.75, "bad": 0.25}, Labelled("good", (0.25, 0.75))),
        (Task.SIMILARITY, 3, NumberAnswer(3.0)),
        (Task.TAGGING, ["B-PER", "O", "B-PER"], Tagged(("B-PER", "O", "B-PER"))),
    ],
)
def test_what_a_function_says_is_read_as_its_task_has_it(task: Task, said: object, expected: Output) -> None:
    assert output(task, said) == expected


@pytest.mark.parametrize(
    ("task", "said", "told"),
    [
        (Task.CLASSIFICATION, "fine", "one of the labels bad, good, or {label: probability}"),
        (Task.CLASSIFICATION, [1.0], "one of the labels"),
        (Task.CLASSIFICATION, [0.5, "x"], "one of the labels"),
        (Task.CLASSIFICATION, {"good": 1.0}, "one of the labels"),
        (Task.SIMILARITY, "much", "a number on the scale"),
        (Task.SIMILARITY, float("nan"), "a number on the scale"),
        (Task.TAGGING, ["O"], "a list of 3 tags, one for each word"),
        (Task.TAGGING, "O O O", "a list of 3 tags"),
        (Task.TAGGING, None, "a list of 3 tags"),
    ],
)
def test_anything_else_is_told_in_a_sentence(task: Task, said: object, told: str) -> None:
    with pytest.raises(BadInput, match=f"'mine' returned .*; it must return {told}"):
        output(task, said)

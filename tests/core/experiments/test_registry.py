"""Experiments are found by name, make each training once, and are added as the page of docs says."""

import re
from pathlib import Path

import pytest

from core.errors import BadInput
from core.experiments import registry
from core.experiments.registry import ExperimentRequest, experiments, find_experiment, parse_request
from core.models.spec import ModelSpec

DOCS = Path(__file__).parents[3] / "docs" / "experiments.md"
ASKED = ExperimentRequest("replacing", "sst2", (ModelSpec("CNN", "cnn"),), ("keyboard@5",), (1.0,))


def test_every_experiment_says_what_it_asks_and_has_usual_settings() -> None:
    names = [one.name for one in experiments()]
    assert names == ["learnability", "augmentation", "word_classes", "word_order"]
    for one in experiments():
        assert one.asks.endswith("?") and one.conditions and one.shares
        assert one.trainings(ExperimentRequest(one.name, "sst2", ASKED.models, one.conditions, one.shares))


def test_the_one_of_the_docs_is_found_and_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    experiments()
    monkeypatch.setattr(registry, "_EXPERIMENTS", dict(registry._EXPERIMENTS))
    (code,) = re.findall(r"```python\n(# core/experiments/.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) < 15
    exec(code, {})
    plan = find_experiment("replacing").trainings(ASKED)
    assert [(one.trained_on, one.replaces) for one in plan] == [(None, False), (ASKED.parsed[0], True)]


def test_trainings_that_differ_in_nothing_are_made_once_and_steps_are_those_asked_for() -> None:
    asked = ExperimentRequest("learnability", "sst2", ASKED.models * 2, ("keyboard@5",), (1.0,), steps=40)
    plan = find_experiment("learnability").trainings(asked)
    assert len(plan) == 3 and {one.spec.steps for one in plan} == {40}


def test_a_request_is_read_back_as_it_was_written() -> None:
    assert parse_request(ASKED.arguments()) == ASKED
    with pytest.raises(BadInput, match="incomplete or unknown"):
        parse_request(ASKED.arguments() | {"colour": "red"})


def test_an_unknown_experiment_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="choose learnability, augmentation, word_classes or word_order"):
        find_experiment("learnabilty")

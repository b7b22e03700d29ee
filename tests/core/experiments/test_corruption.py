"""What corrupted data costs: the plan, the losses, and the measure that goes together with them."""

from dataclasses import replace
from math import isnan

import pytest

from core.experiments.corruption_results import corrupted, explained, position_gains
from core.experiments.records import Labels, Outcome
from core.experiments.registry import ExperimentRequest, find_experiment
from core.metrics.estimate import Estimate
from core.models.spec import ModelSpec
from core.models.training.recipes import specs_of
from core.perturbations.conditions import parse_condition

NOUN, VERB, FLIP = "word_class_removal@NOUN", "word_class_removal@VERB", "word_neighbour_flip@0.5"


def outcome(seed: int, on: str, test: str, accuracy: float) -> Outcome:
    return Outcome("sst2", "CNN", seed, Labels.GOLD, on, float(bool(on)), test, 100, accuracy, accuracy)


def test_a_class_is_removed_in_the_test_in_training_and_in_both() -> None:
    asked = ExperimentRequest("word_classes", "sst2", (ModelSpec("CNN", "cnn"),), (NOUN, VERB), (1.0,), (0, 1))
    plan = find_experiment("word_classes").trainings(asked)
    noun, verb = map(parse_condition, (NOUN, VERB))
    assert [(one.trained_on, one.tests, one.replaces) for one in plan[:3]] == [
        (None, (None, noun, verb), False), (noun, (None, noun), True), (verb, (None, verb), True),
    ]  # fmt: skip
    assert len(plan) == 6 and {one.spec.seed for one in plan} == {0, 1}


def test_losses_are_points_against_the_original_texts_over_seeds() -> None:
    found = [
        one
        for seed, more in ((0, 0.0), (1, 0.02))
        for one in (
            outcome(seed, "", "", 0.8 + more), outcome(seed, "", NOUN, 0.6 + more),
            outcome(seed, NOUN, "", 0.7 + more), outcome(seed, NOUN, NOUN, 0.65 + more),
        )
    ]  # fmt: skip
    [row] = corrupted(found)
    assert row.changes == pytest.approx((-10, -20, -15))
    assert (row.baseline.low, row.baseline.high, row.baseline.seeds) == pytest.approx((0.8, 0.82, 2))
    [unknown] = corrupted([outcome(0, NOUN, "", 0.7)])
    assert all(map(isnan, unknown.changes))


def test_another_metric_is_read_with_the_interval_of_its_paired_changes() -> None:
    of = {"matthews": Estimate(0.5, 100, 0.4, 0.6)}, {"matthews": Estimate(0.1, 100, 0.0, 0.2)}
    paired = {"matthews": Estimate(-0.4, 100, -0.5, -0.3)}
    found = [
        replace(outcome(0, "", "", 0.8), scores=of[0]),
        replace(outcome(0, "", NOUN, 0.7), scores=of[1], changes=paired),
        replace(outcome(0, NOUN, "", 0.7), scores=of[1]),
    ]
    [row] = corrupted(found, "matthews")
    assert (row.baseline.mean, row.test.mean, row.changes[1]) == pytest.approx((0.5, 0.1, -40))
    assert (row.changed[1].low, row.changed[1].high) == pytest.approx((-0.5, -0.3))
    assert row.changes[0] == pytest.approx(-40) and isnan(row.changed[0].low)  # not paired
    assert corrupted(found)[0].changes[1] == pytest.approx(-10)


def test_accuracy_is_set_against_likeness_with_the_original_texts_as_a_point() -> None:
    found = [outcome(0, "", "", 0.9)]
    measured = {}
    for on, far, accuracy in ((NOUN, 0.2, 0.8), (VERB, 0.4, 0.7), (FLIP, 0.8, 0.5)):
        found += [outcome(0, on, "", 0.5), outcome(0, on, on, accuracy)]
        measured[on] = {"DND": far, "BLEU-4": 1 - far} | ({"IDC": 0.1} if on == FLIP else {})
    lines = {one.metric: one for one in explained(corrupted(found), measured)}
    assert list(lines) == ["DND", "BLEU-4"]  # IDC has a point beside the original texts, and no more
    for line in lines.values():  # accuracy is .9 - far / 2: the less like, the worse
        assert (line.pearson.value, line.spearman.value, line.pearson.n) == (pytest.approx(1), pytest.approx(1), 4)


def test_position_embeddings_are_worth_the_difference_to_the_same_model_without_them() -> None:
    models = specs_of(["minilm", "untrained:minilm", "no-positions:minilm", "cnn"])
    scores = {"MiniLM": (0.9, 0.6), "minilm, no positions": (0.7, 0.55), "minilm, untrained": (0.6, 0.5)}
    found = [
        replace(outcome(0, on, on, accuracy), model=model)
        for model, both in scores.items()
        for on, accuracy in zip(("", FLIP), both, strict=True)
    ]
    gains = position_gains(models, corrupted(found), {FLIP: {"DND": 0.8}}, "DND")
    assert [(one.model, one.condition) for one in gains] == [("MiniLM", ""), ("MiniLM", FLIP)]
    assert [(one.likeness, one.points) for one in gains] == [
        (1.0, pytest.approx(20)),
        (pytest.approx(0.2), pytest.approx(5)),
    ]
    assert position_gains(models[:2], corrupted(found), {FLIP: {"DND": 0.8}}, "DND") == []  # no twin

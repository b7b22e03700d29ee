"""What metrics are called, and which of them a run of some task and labels has."""

import pytest

from core.records import Task
from data.runs.measures.registry import FOLLOWING, Compares, Needs, Unit, measures_of, metrics

OF_LABELS = {
    "accuracy", "f1_micro", "f1_macro", "f1_binary", "matthews", "accuracy_lost", "f1_macro_lost", "f1_binary_lost",
    "matthews_lost", "kappa", "kappa_linear", "kappa_quadratic",
}  # fmt: skip
OF_NUMBERS = {"pearson", "spearman", "pearson_lost", "spearman_lost", "concordance", "mean_change"}
OF_TAGS = {"kappa", "f1_entities", "f1_entities_lost"}


def test_each_task_has_its_metrics() -> None:
    assert {task: set(measures_of(task)) for task in Task} == {
        Task.CLASSIFICATION: OF_LABELS, Task.PAIR_CLASSIFICATION: OF_LABELS, Task.SIMILARITY: OF_NUMBERS,
        Task.TAGGING: OF_TAGS,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "spoken", "full"),
    [
        ("accuracy", "accuracy", "Accuracy"),
        ("f1_micro", "micro F1", "Micro F1"),
        ("f1_binary", "F1", "F1 of the positive label"),
        ("matthews", "Matthews correlation", "Matthews correlation"),
        ("f1_entities", "entity F1", "Entity F1"),
        ("mean_change", "mean change", "Mean change of the score"),
        ("kappa", "kappa", "Cohen's kappa, original against perturbed"),
    ],
)
def test_a_metric_is_called_by_its_name_unless_it_says_otherwise(name: str, spoken: str, full: str) -> None:
    assert (metrics()[name].spoken, metrics()[name].full) == (spoken, full)


def test_metrics_are_found_by_what_they_say_and_need() -> None:
    def names(needs: Needs) -> set[str]:
        return {name for name, one in metrics().items() if one.needs is needs}

    assert names(Needs.TWO) == {"f1_binary", "f1_binary_lost"}
    assert names(Needs.ORDER) == {"kappa_linear", "kappa_quadratic"}
    assert _lost() == {name for name in metrics() if name.endswith("_lost")}
    without_gold = {"kappa", "kappa_linear", "kappa_quadratic", "concordance", "mean_change"}
    assert {name for name, one in metrics().items() if not one.needs_gold} == without_gold
    assert {name for name, one in metrics().items() if one.needs_changes} == without_gold | _lost()
    assert not any(one.needs_gold or one.needs_changes for one in FOLLOWING)
    assert set(metrics()) == OF_LABELS | OF_NUMBERS | OF_TAGS


def _lost() -> set[str]:
    return {name for name, one in metrics().items() if one.of is Compares.LOST}


def test_what_perturbing_costs_is_told_in_what_it_is_lost_of() -> None:
    losses = {one.lost for one in metrics().values() if one.lost}
    assert losses == _lost() and all(metrics()[name].unit is Unit.LOST for name in losses)
    assert all(unit.value for unit in Unit)


def test_quadratic_kappa_weighs_far_changes_more() -> None:
    from data.runs.counts import LabelPairs, Labels

    counted = {
        Labels("", was, "", now): n for was, now, n in (("1", "1", 4), ("2", "2", 4), ("3", "3", 4), ("1", "3", 2))
    }
    pairs = LabelPairs(counted, ("1", "2", "3"))
    linear, quadratic = (
        metrics()[f"kappa_{kind}"].measures[Task.CLASSIFICATION](pairs) for kind in ("linear", "quadratic")
    )
    # Of 14, before 6 4 4 and after 4 4 6. Steps found 2 * 2 = 4, expected (6*4 + 6*6*2 + 4*4 + 4*6 + 4*4*2 + 4*4) / 14;
    # squared 2 * 4 = 8 and (6*4 + 6*6*4 + 4*4 + 4*6 + 4*4*4 + 4*4) / 14.
    assert linear.value == pytest.approx(1 - 4 * 14 / (24 + 72 + 16 + 24 + 32 + 16))
    assert quadratic.value == pytest.approx(1 - 8 * 14 / (24 + 144 + 16 + 24 + 64 + 16))

"""Robustness by hand; the thesis's own tables stand in tests/data/published."""

from dataclasses import replace
from math import isnan, nan

import pytest

from core.metrics.grid import GridKappa, by_level, by_model, by_perturbation, by_task, robustness

CELL = GridKappa("A", "SA", "character", "Ocr", 0.5, 1.0, 0.4, 0.6)
CELLS = [
    CELL,
    replace(CELL, perturbation="Typos", kappa=0.7, low=0.6, high=0.8),
    replace(CELL, level="other", perturbation="Twitter", kappa=0.9, share=0.5, low=0.8, high=1.0),
    replace(CELL, level="other", perturbation="WordCase", kappa=0.1),
    replace(CELL, model="B", kappa=0.3),
]


def test_robustness_is_the_mean_over_levels_of_the_mean_of_kappa_times_share() -> None:
    # characters (0.5 + 0.7) / 2 = 0.6; other 0.9 * 0.5 = 0.45; (0.6 + 0.45) / 2 = 0.525, not the mean of three, 0.55
    found = robustness(CELLS[:3])
    assert (found.value, found.n) == (pytest.approx(0.525), 3)
    # lows (0.4 + 0.6) / 2 = 0.5 and 0.4; highs 0.7 and 0.5
    assert (found.low, found.high) == (pytest.approx(0.45), pytest.approx(0.6))


def test_the_share_perturbed_is_weighted_as_the_score() -> None:
    # characters (1 + 1) / 2 = 1, other 0.5: 0.75, where the mean over three cells were 0.833
    (place,) = by_model(CELLS[:3])
    assert place.share == pytest.approx(0.75)


def test_models_and_tasks_leave_word_case_out_and_the_best_comes_first() -> None:
    assert [(place.name, round(place.robustness.value, 3)) for place in by_model(CELLS)] == [("A", 0.525), ("B", 0.3)]
    (task,) = by_task(CELLS)  # characters (0.5 + 0.7 + 0.3) / 3 = 0.5; other 0.45
    assert task.robustness.value == pytest.approx(0.475)


def test_a_level_is_the_mean_over_its_perturbations_however_many_cells_they_have() -> None:
    # Ocr (0.5 + 0.3) / 2 = 0.4, Typos 0.7: 0.55, where the mean over three cells were 0.5
    assert [(place.name, round(place.robustness.value, 3)) for place in by_level(CELLS)] == [
        ("character", 0.55), ("other", 0.45),
    ]  # fmt: skip
    seldom = [*CELLS, replace(CELL, level="other", perturbation="Prejudice", kappa=1.0, share=0.01)]
    # other: Twitter 0.45 and WordCase 0.1: 0.275; Prejudice changed too few
    assert by_level(seldom, representative=True)[-1].robustness.value == pytest.approx(0.275)


def test_perturbations_of_a_level() -> None:
    assert [place.name for place in by_perturbation(CELLS)] == ["Typos", "Twitter", "Ocr", "WordCase"]
    twitter, _ = by_perturbation(CELLS, "other")
    assert (twitter.share, twitter.robustness.n) == (0.5, 1)


def test_where_nothing_was_changed_it_is_0_and_what_has_no_kappa_is_left_out() -> None:
    nothing, constant = replace(CELL, kappa=nan, share=0.0), replace(CELL, kappa=nan)
    assert robustness([CELL, nothing]).value == pytest.approx(0.25)
    assert (robustness([CELL, constant]).value, robustness([CELL, constant]).n) == (0.5, 1)
    assert isnan(robustness([]).value) and isnan(robustness([constant]).value)
    assert [place.name for place in by_model([replace(constant, model="C"), CELL])] == ["A", "C"]


def test_a_model_that_tells_no_texts_apart_is_in_no_mean() -> None:
    constant = [replace(CELL, model="C", kappa=nan, share=share) for share in (0.81, 0.0)]
    (a, c), (task,) = by_model([CELL, *constant]), by_task([CELL, *constant])
    assert (a.name, a.robustness.value, a.share) == ("A", 0.5, 1.0)
    assert (c.name, c.robustness.n, isnan(c.robustness.value)) == ("C", 0, True)
    assert c.share == pytest.approx(0.405)  # there is nothing better to say of it
    assert (task.robustness.value, task.robustness.n, task.share) == (0.5, 1, 1.0)
    elsewhere = [replace(cell, task="NLI") for cell in constant]  # on another task it tells texts apart
    assert by_model([replace(CELL, model="C"), *elsewhere])[0].robustness == by_model([CELL])[0].robustness


def test_word_case_by_other_rules_is_word_case() -> None:
    assert by_model([*CELLS[:3], replace(CELLS[3], perturbation="WordCase (paper rules)")]) == by_model(CELLS[:3])

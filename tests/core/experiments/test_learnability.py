"""Learnability by hand, and the paper's own tables from what it prints."""

import csv
from collections import defaultdict
from math import isnan, nan
from pathlib import Path

import pytest

from core.experiments.learnability import PROBABILITIES
from core.experiments.learnability_results import ALL, correlations, learned, most_telling
from core.experiments.records import Labels, Outcome
from core.metrics.learnability import average_learnability

TABLES = Path(__file__).parents[3] / "data" / "published" / "learnability_tables.csv"


def test_a_perturbation_seen_at_once_has_the_width_of_the_axis() -> None:
    assert average_learnability(dict.fromkeys(PROBABILITIES, 1.0)) == pytest.approx(3)
    assert average_learnability(dict.fromkeys(PROBABILITIES, 0.0)) == 0


def test_average_learnability_by_hand() -> None:
    # .01 to .1: (0 + .5) / 2 of one decade; .1 to 1: (.5 + 1) / 2 of one
    assert average_learnability({1.0: 1.0, 0.01: 0.0, 0.1: 0.5}) == pytest.approx(0.25 + 0.75)
    assert isnan(average_learnability({0.1: 1.0})) and isnan(average_learnability({0.1: nan, 1.0: 1.0}))


def test_the_papers_averages_over_models_follow_from_its_rows() -> None:
    of: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for row in csv.DictReader(TABLES.open(encoding="utf-8")):
        of[row["table"], row["perturbation"]][row["model"]] = float(row["average_learnability"])
    printed = {key: models.pop("average_over_models") for key, models in of.items()}
    assert len(printed) == 23 and all(len(models) == 4 for models in of.values())
    for key, models in of.items():
        assert sum(models.values()) / 4 == pytest.approx(printed[key], abs=0.00051), key


def outcome(model: str, labels: Labels, on: str, share: float, test: str, accuracy: float, seed: int = 0) -> Outcome:
    return Outcome("sst", model, seed, labels, on, share, test, 100, accuracy, accuracy / 2)


def of_a_pair(model: str, on: str, at: dict[float, float], robust: float, post: float, seed: int = 0) -> list[Outcome]:
    """The outcomes of a model whose accuracy is .9 on original texts, and .1 on those of the perturbed class."""
    seen = [
        one
        for share, value in at.items()
        for one in (
            outcome(model, Labels.RANDOM, on, share, "", 0.1, seed),
            outcome(model, Labels.RANDOM, on, share, on, 0.1 + value, seed),
        )
    ]
    return [
        outcome(model, Labels.GOLD, "", 0.0, "", 0.9, seed),
        outcome(model, Labels.GOLD, "", 0.0, on, 0.9 + robust, seed),
        outcome(model, Labels.GOLD, on, 1.0, on, 0.9 + robust + post, seed),
        *seen,
    ]


def test_figures_are_means_over_seeds_with_the_lowest_and_highest() -> None:
    first = of_a_pair("CNN", "typos@1", {0.1: 0.2, 1.0: 0.8}, -0.3, 0.1)
    second = of_a_pair("CNN", "typos@1", {0.1: 0.4, 1.0: 0.8}, -0.1, 0.3, seed=1)
    (row,) = learned([*first, *second])
    at = row.at[0.1]
    assert (at.mean, at.low, at.high, at.seeds) == (pytest.approx(0.3), pytest.approx(0.2), pytest.approx(0.4), 2)
    assert row.average.mean == pytest.approx((0.5 + 0.6) / 2)
    assert row.robustness.mean == pytest.approx(-0.2) and row.post_augmentation.mean == pytest.approx(0.2)


def test_a_training_without_a_figure_is_left_out_and_counted() -> None:
    first = of_a_pair("CNN", "typos@1", {0.1: nan, 1.0: 0.8}, -0.3, 0.1)
    second = of_a_pair("CNN", "typos@1", {0.1: 0.4, 1.0: 0.8}, -0.1, 0.3, seed=1)
    (row,) = learned([*first, *second])
    assert row.at[0.1].seeds == 1 and row.average.seeds == 1 and row.robustness.seeds == 2


def test_correlations_over_pairs_and_the_probability_that_tells_most() -> None:
    rows = [
        one
        for place, name in enumerate("abcdef")
        for one in of_a_pair("CNN", name, {0.1: 0.1 * place, 1.0: 0.9 + 0.01 * place}, -0.05 * place, 0.02 * place)
    ]
    found = correlations(learned(rows))
    assert [one.at for one in found] == [ALL, 0.1, 1.0]
    assert [one.robustness.estimate.value for one in found] == pytest.approx([-1.0] * 3)
    assert [one.post_augmentation.in_words for one in found] == ["1.000*"] * 3
    best = most_telling(found)
    assert best and best.at == 0.1

"""Kappas of the same samples side by side: against a plain bootstrap, by hand, and where nothing can be said."""

from math import erf, isnan, sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from core.errors import BadInput
from core.metrics import cohens_kappa
from core.metrics.kappa_paired import kappa_difference, mean_kappa

LABELS = "abc"
rng = np.random.default_rng(7)
ORIGINAL = rng.choice(list(LABELS), 300, p=[0.5, 0.3, 0.2]).tolist()


def perturbed(original: list[str], often: float, seed: int) -> list[str]:
    """The labels, of which this share is drawn anew."""
    drawn = np.random.default_rng(seed)
    return [drawn.choice(list(LABELS)) if drawn.random() < often else label for label in original]


LITTLE, MUCH = perturbed(ORIGINAL, 0.1, 1), perturbed(ORIGINAL, 0.4, 2)


def kappas(weights: NDArray[np.float64], before: list[str], after: list[str]) -> NDArray[np.float64]:
    """The kappa of each row of weights, label by label."""
    was, now = np.array(before), np.array(after)
    agreed = (weights * (was == now)).sum(axis=1)
    chance = sum((weights * (was == label)).sum(axis=1) * (weights * (now == label)).sum(axis=1) for label in LABELS)
    return np.asarray((agreed - chance) / (1 - chance))


def test_a_difference_is_that_of_the_kappas_with_the_interval_of_a_plain_bootstrap() -> None:
    found = kappa_difference((ORIGINAL, MUCH), (ORIGINAL, LITTLE))
    value = cohens_kappa(ORIGINAL, LITTLE).value - cohens_kappa(ORIGINAL, MUCH).value
    assert (found.found.value, found.found.n) == (pytest.approx(value), 300)
    drawn = np.random.default_rng(3).dirichlet(np.ones(300), 20_000)
    differences = kappas(drawn, ORIGINAL, LITTLE) - kappas(drawn, ORIGINAL, MUCH)
    low, high = np.quantile(differences, (0.025, 0.975))
    assert (found.found.low, found.found.high) == (pytest.approx(low, abs=0.008), pytest.approx(high, abs=0.008))
    assert found.p > 0.999


def test_p_is_one_sided_and_of_the_margin() -> None:
    again = perturbed(ORIGINAL, 0.12, 5)
    found = kappa_difference((ORIGINAL, LITTLE), (ORIGINAL, again))
    spread = (found.found.high - found.found.low) / 2 / 1.96
    at = found.found.value / spread
    assert 0.01 < found.p < 0.9
    assert found.p == pytest.approx((1 + erf(at / sqrt(2))) / 2, abs=0.02)
    loose = kappa_difference((ORIGINAL, LITTLE), (ORIGINAL, again), margin=spread)
    assert loose.p == pytest.approx((1 + erf((at + 1) / sqrt(2))) / 2, abs=0.02)
    assert loose.found == found.found
    back = kappa_difference((ORIGINAL, again), (ORIGINAL, LITTLE))
    assert back.p == pytest.approx(1 - found.p, abs=0.02)


def test_a_few_changes_of_mind_do_not_look_sure() -> None:
    one = ["b" if label == "a" else "a" for label in ORIGINAL[:1]] + ORIGINAL[1:]
    found = kappa_difference((ORIGINAL, ORIGINAL), (ORIGINAL, one))
    # A sample and a half changed their minds only now, and half a one only earlier: a loss that may be chance.
    assert found.found.value < 0 < found.found.high
    assert 0.05 < found.p < 0.4
    same = kappa_difference((ORIGINAL, ORIGINAL), (ORIGINAL, ORIGINAL))
    assert (same.found.value, same.p) == (0, pytest.approx(0.5, abs=0.03))
    assert same.found.low == pytest.approx(-same.found.high, abs=0.003)
    assert 0.005 < same.found.high < 0.02


def test_a_difference_with_a_constant_side_is_unknown_and_lengths_must_agree() -> None:
    nothing = kappa_difference((["a", "a"], ["a", "a"]), (["a", "b"], ["a", "b"]))
    assert isnan(nothing.found.value) and isnan(nothing.p)
    assert nothing.found.n == 2
    with pytest.raises(BadInput, match="2 and 1 labels"):
        kappa_difference((["a", "b"], ["a", "b"]), (["a", "b"], ["a"]))
    with pytest.raises(BadInput, match="2 and 3 labels"):
        kappa_difference((["a", "b"], ["a", "b", "a"]), (["a", "b"], ["a", "b"]))


def test_a_mean_of_kappas_has_the_interval_of_a_plain_bootstrap_of_samples() -> None:
    cells = [(ORIGINAL, LITTLE), (ORIGINAL, MUCH)]
    found = mean_kappa(cells)
    assert found.value == pytest.approx(sum(cohens_kappa(*cell).value for cell in cells) / 2)
    assert found.n == 300
    drawn = np.random.default_rng(4).dirichlet(np.ones(300), 20_000)
    low, high = np.quantile((kappas(drawn, *cells[0]) + kappas(drawn, *cells[1])) / 2, (0.025, 0.975))
    assert (found.low, found.high) == (pytest.approx(low, abs=0.012), pytest.approx(high, abs=0.012))


def test_a_mean_leaves_out_what_has_no_kappa() -> None:
    constant = (["a"] * 300, ["a"] * 300)
    assert mean_kappa([constant, (ORIGINAL, LITTLE)]) == mean_kappa([(ORIGINAL, LITTLE)])
    assert isnan(mean_kappa([constant]).value) and mean_kappa([]).n == 0
    perfect = mean_kappa([(ORIGINAL, ORIGINAL)])
    alone = cohens_kappa(ORIGINAL, ORIGINAL)
    assert (perfect.value, perfect.low, perfect.high) == (1, pytest.approx(alone.low, abs=0.004), pytest.approx(1))


def test_a_mean_where_one_label_is_nearly_all_is_as_unsure_as_its_kappas() -> None:
    # 100 samples with one label before; one became another: kappa 0, and so it would be however many did.
    cell = (["a"] * 100, ["a"] * 99 + ["b"])
    alone, mean = cohens_kappa(*cell), mean_kappa([cell])
    assert alone.value == mean.value == 0
    assert mean.high == pytest.approx(alone.high, abs=0.05) and alone.high > 0.9


@pytest.mark.slow
@pytest.mark.parametrize(("often", "flips", "cells"), [(0.95, 0.3, 1), (0.97, 0.5, 2), (0.5, 0.02, 10), (0.5, 0.1, 4)])
def test_intervals_of_a_mean_hold_the_truth(often: float, flips: float, cells: int) -> None:
    """300 tables of 200 samples, of which flipped ones get "b": a nominal 95 % may come out at 92 % by chance."""
    draws = np.random.default_rng(5)

    def drawn(n: int) -> list[tuple[list[str], list[str]]]:
        before = np.where(draws.random(n) < often, "b", "a")
        after = [np.where(draws.random(n) < flips, "b", before) for _ in range(cells)]
        return [(before.tolist(), one.tolist()) for one in after]

    truth = cohens_kappa(*drawn(400_000)[0]).value
    found = [mean_kappa(drawn(200)) for _ in range(300)]
    assert np.mean([one.low <= truth <= one.high for one in found]) > 0.92
    assert min(one.high - one.low for one in found) > 0.01


def test_a_difference_lies_between_minus_two_and_two() -> None:
    one = (["a"] * 99 + ["b"], ["a"] * 100)
    for earlier, now in ((one, one), (one, one[::-1]), ((one[0], one[0]), one)):
        found = kappa_difference(earlier, now).found
        assert -2 <= found.low <= found.value <= found.high <= 2

"""The area under the ROC curve: by hand, beside scikit-learn, and an interval that holds."""

from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from core.metrics.roc import auc


def test_by_hand() -> None:
    # pairs: 3>1, 3>2, 2>1, 2=2: 3.5 of 4
    found = auc([3, 2], [1, 2])
    assert found.value == 3.5 / 4
    assert found.n == 4
    # of the good the mean wins are 1 and .75, of the bad 1 and .75: variances .03125, over 2 each
    half = 1.959963984540054 * (2 * 0.03125 / 2) ** 0.5 / (0.875 * 0.125)
    odds = np.log(7)
    assert found.low == pytest.approx(1 / (1 + np.exp(-(odds - half))))
    assert found.high == pytest.approx(1 / (1 + np.exp(-(odds + half))))


@pytest.mark.parametrize(("good", "bad"), [([], [1.0]), ([1.0], []), ([nan], [1.0])])
def test_an_empty_side_is_not_scored(good: list[float], bad: list[float]) -> None:
    found = auc(good, bad)
    assert isnan(found.value)
    assert found.n == 0


def test_where_all_lie_above_nothing_is_known_of_the_spread() -> None:
    found = auc([2, 3, nan], [0, 1])
    assert (found.value, found.n) == (1, 4)
    assert isnan(found.low) and isnan(found.high)


NUMBERS = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=12)


@given(NUMBERS, NUMBERS)
def test_it_is_that_of_scikit_learn(good: list[float], bad: list[float]) -> None:
    expected = roc_auc_score([1] * len(good) + [0] * len(bad), good + bad)
    found = auc(good, bad)
    assert found.value == pytest.approx(expected)
    if not isnan(found.low):
        assert 0 <= found.low <= found.value <= found.high <= 1


@pytest.mark.parametrize("apart", [0.0, 1.0, 2.0])
def test_the_interval_holds_the_truth_as_often_as_it_says(apart: float) -> None:
    """Normal numbers `apart` standard deviations apart, 150 against 40: the area is Phi(apart / sqrt 2)."""
    from scipy.stats import norm

    truth, draws = float(norm.cdf(apart / 2**0.5)), np.random.default_rng(1)
    held = 0
    for _ in range(400):
        found = auc(list(draws.normal(apart, 1, 150)), list(draws.normal(0, 1, 40)))
        held += found.low <= truth <= found.high
    assert held / 400 >= 0.92

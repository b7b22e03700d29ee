"""Tests and slopes by hand, and against SciPy and NumPy."""

from math import comb, isnan, nan

import numpy as np
import pytest
from scipy import stats

from core.errors import BadInput
from core.metrics import Estimate
from core.metrics.significance import holm, mcnemar
from core.metrics.slope import slope


def test_mcnemar_by_hand_and_as_scipy_has_it() -> None:
    # 1 of 6 tosses or fewer: (1 + 6) / 64, twice: 0.21875
    assert mcnemar(5, 1) == mcnemar(1, 5) == pytest.approx(2 * (1 + comb(6, 1)) / 64)
    assert mcnemar(0, 0) == 1 and mcnemar(7, 7) == 1
    assert mcnemar(300, 241) == pytest.approx(stats.binomtest(241, 541).pvalue)


def test_holm_by_hand() -> None:
    # sorted 0.01, 0.02, 0.03, 0.04: times 4, 3, 2, 1 is 0.04, 0.06, 0.06, 0.04, which may not fall: 0.06
    assert holm([0.04, 0.01, nan, 0.03, 0.02])[:2] == pytest.approx([0.06, 0.04])
    assert holm([0.04, 0.01, nan, 0.03, 0.02])[3:] == pytest.approx([0.06, 0.06])
    assert isnan(holm([0.04, nan])[1]) and holm([0.04, nan])[0] == 0.04
    assert holm([]) == [] and holm([0.9, 0.8]) == [1.0, 1.0]


def test_a_slope_by_hand() -> None:
    # equal weights, through 0.9, 0.8, 0.4 at 0, 1, 2: ((-1) 0.9 + 1 * 0.4) / 2 = -0.25; z s = 0.1, half 0.1 / sqrt(2)
    found = slope([0, 1, 2], [Estimate(y, 100, y - 0.1, y + 0.1) for y in (0.9, 0.8, 0.4)])
    assert (found.value, found.n) == (pytest.approx(-0.25), 3)
    assert found.high - found.value == pytest.approx(0.1 / 2**0.5)


def test_a_slope_weighs_and_leaves_out_as_it_says() -> None:
    x, y, half = [1.0, 5.0, 10.0], [0.95, 0.8, 0.5], [0.01, 0.05, 0.1]
    figures = [Estimate(v, 9, v - h, v + h) for v, h in zip(y, half, strict=True)]
    fitted = np.polyfit(x, y, 1, w=[1 / h for h in half])
    assert slope(x, figures).value == pytest.approx(fitted[0])
    more = [*figures, Estimate(nan, 0), Estimate(0.3, 9)]
    assert slope([*x, 20.0, 30.0], more) == slope(x, figures)
    assert isnan(slope([1, 1], figures[:2]).value) and isnan(slope([], []).value)


def test_two_severities_make_a_slope_and_a_figure_without_width_does_not_count() -> None:
    ends = [Estimate(0.9, 50, 0.8, 1.0), Estimate(0.5, 50, 0.4, 0.6)]
    found = slope([1, 3], ends)
    assert (found.value, found.n) == (pytest.approx(-0.2), 2)
    assert found.high - found.value == pytest.approx(found.value - found.low) == pytest.approx(0.1 / 2**0.5)
    assert isnan(slope([1, 3], [ends[0], Estimate(0.5, 50, 0.5, 0.5)]).value)
    assert slope([1, 3], [ends[0], Estimate(0.5, 50, 0.5, 0.5)]).n == 1
    with pytest.raises(BadInput):
        slope([1, 2, 3], ends)

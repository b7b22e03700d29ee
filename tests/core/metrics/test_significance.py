"""Tests and slopes by hand, and against SciPy and NumPy."""

from math import comb, inf, isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from core.errors import BadInput
from core.metrics import Estimate
from core.metrics.significance import holm, mcnemar, paired_t_test, t_test
from core.metrics.slope import slope

FIVE, OTHERS = [90.4, 90.1, 91.0, 89.8, 90.6], [89.1, 90.0, 89.5, 88.9, 90.2]
runs = st.lists(st.integers(0, 1000).map(lambda n: n / 10), min_size=2, max_size=9)


def test_five_runs_against_five_by_hand() -> None:
    # means 90.38 and 89.54, difference 0.84; variances 0.212 and 0.313: error sqrt(0.0424 + 0.0626) = 0.324037;
    # t = 2.592296; freedom 0.105² / (0.0424² / 4 + 0.0626² / 4) = 0.011025 / 0.00142913 = 7.714
    found = t_test(FIVE, OTHERS)
    assert (found.difference, found.t) == (pytest.approx(0.84), pytest.approx(2.592296, abs=1e-4))
    assert found.freedom == pytest.approx(7.714, abs=1e-3)
    # pairs 1.3, 0.1, 1.5, 0.9, 0.4: mean 0.84, variance (0.2116 + 0.5476 + 0.4356 + 0.0036 + 0.1936) / 4 = 0.348
    paired = paired_t_test(FIVE, OTHERS)
    assert (paired.t, paired.freedom) == (pytest.approx(0.84 / (0.348 / 5) ** 0.5), 4)


@given(runs, runs)
def test_t_tests_are_scipys(one: list[float], other: list[float]) -> None:
    if len(set(one)) > 1 or len(set(other)) > 1:
        assert t_test(one, other).p == pytest.approx(stats.ttest_ind(one, other, equal_var=False).pvalue, abs=1e-5)
    both = list(zip(one, other, strict=False))
    ones, others = ([pair[side] for pair in both] for side in (0, 1))
    if len({round(a - b, 9) for a, b in both}) > 1:
        assert paired_t_test(ones, others).p == pytest.approx(stats.ttest_rel(ones, others).pvalue, abs=1e-5)


def test_runs_that_do_not_vary_and_too_few_runs() -> None:
    assert t_test([1, 1], [1, 1]).p == 1 and paired_t_test([1, 2], [1, 2]).p == 1
    assert (t_test([2, 2], [1, 1]).p, t_test([2, 2], [1, 1]).t) == (0, inf)
    assert (paired_t_test([2, 3], [3, 4]).p, paired_t_test([2, 3], [3, 4]).t) == (0, -inf)
    with pytest.raises(BadInput, match="not 1 and 5; add seeds"):
        t_test([1], FIVE)
    with pytest.raises(BadInput, match="not 2 and 5 runs"):
        paired_t_test([1, 2], FIVE)


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

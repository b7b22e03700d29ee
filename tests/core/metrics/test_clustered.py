"""The interval of a share over texts that hang together by their samples."""

import numpy as np
import pytest
from scipy import stats

from core.metrics.clustered import clustered_share, student
from core.metrics.share import share


def test_with_one_text_a_sample_it_is_wilsons() -> None:
    assert clustered_share(7, 40, 40, (7, 7, 40)) == share(7, 40)
    assert clustered_share(0, 0, 0, (0, 0, 0)).n == 0


def test_texts_of_a_sample_that_always_flip_together_are_worth_one_sample() -> None:
    # 40 samples of 10 texts, 10 samples flip whole: hits² 10*100, hits x items 10*100, items² 40*100
    together = clustered_share(100, 400, 40, (1000, 1000, 4000))
    assert together.value == 0.25
    assert together.high - together.low >= share(10, 40).high - share(10, 40).low > 0.25
    # 400 texts of which every sample has 2 or 3 flips: as good as independent ones
    apart = clustered_share(100, 400, 40, (260, 1000, 4000))
    assert apart.high - apart.low < 0.1


def test_where_nothing_flips_each_sample_counts_once() -> None:
    assert clustered_share(0, 400, 40, (0, 0, 4000)).high == pytest.approx(share(0, 40).high)


@pytest.mark.parametrize(("samples", "texts", "rate", "together"), [(20, 12, 0.1, 0.5), (200, 50, 0.02, 0.5)])
def test_it_covers_the_rate_where_wilsons_interval_does_not(
    samples: int, texts: int, rate: float, together: float
) -> None:
    rng = np.random.default_rng(0)
    a, b = rate * (1 - together) / together, (1 - rate) * (1 - together) / together
    covered = missed = 0
    for _ in range(500):
        n = rng.integers(1, texts + 1, samples)
        hits = rng.binomial(n, rng.beta(a, b, samples))
        squares = (int((hits * hits).sum()), int((hits * n).sum()), int((n * n).sum()))
        found = clustered_share(int(hits.sum()), int(n.sum()), samples, squares)
        covered += found.low <= rate <= found.high
        plain = share(int(hits.sum()), int(n.sum()))
        missed += not plain.low <= rate <= plain.high
    assert covered / 500 >= 0.93
    assert missed / 500 > 0.25


def test_the_point_ofstudents_t_is_hills_series() -> None:
    # z = 1.959964, z³ = 7.529121, z⁵ = 28.922808, z⁷ = 111.10578: (z³ + z) / 4 = 2.372271;
    # (5 z⁵ + 16 z³ + 3 z) / 96 = 2.822499; (3 z⁷ + 19 z⁵ + 17 z³ - 15 z) / 384 = 2.555850
    assert student(2) == pytest.approx(1.959964 + 2.372271 / 2 + 2.822499 / 4 + 2.555850 / 8, abs=1e-5)
    assert [student(freedom) for freedom in (5, 10, 40)] == pytest.approx(stats.t.ppf(0.975, [5, 10, 40]), abs=4e-3)


def test_by_hand() -> None:
    # 3 samples with 1 of 2, 0 of 2 and 2 of 4 texts: p = 3/8; hits² 5, hits x items 10, items² 24.
    # between (5 - 7.5 + 3.375) / 64 * 3 / 2 = 0.0205078; worth 0.234375 / 0.0205078 = 11.43, at most 8
    # degrees: hits 9 / 5 = 1.8, others 25 / (24 - 20 + 5) = 2.78; so 2: t = 4.171205
    t = student(2)
    spread = t * t / 8
    middle, half = (0.375 + spread / 2) / (1 + spread), t * (0.234375 / 8 + spread / 32) ** 0.5 / (1 + spread)
    found = clustered_share(3, 8, 3, (5, 10, 24))
    assert (found.value, found.n) == (0.375, 8)
    assert (found.low, found.high) == (pytest.approx(middle - half), pytest.approx(middle + half))
    # 4 samples of 5, hits 5, 5, 0, 1: p = 11/20; hits² 51, both 55, items² 100
    # between (51 - 60.5 + 30.25) / 400 * 4 / 3 = 0.0691667; worth 0.2475 / 0.0691667 = 3.578313
    # degrees: 121 / 51 = 2.3725, others 81 / (100 - 110 + 51) = 1.9756; so 2
    spread = t * t / 3.5783133
    middle = (0.55 + spread / 2) / (1 + spread)
    half = t * (0.2475 / 3.5783133 + spread / 4 / 3.5783133) ** 0.5 / (1 + spread)
    found = clustered_share(11, 20, 4, (51, 55, 100))
    assert (found.low, found.high) == (pytest.approx(middle - half), pytest.approx(middle + half))

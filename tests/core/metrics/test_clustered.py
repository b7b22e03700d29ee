"""The interval of a share over texts that hang together by their samples."""

import numpy as np
import pytest

from core.metrics.clustered import clustered_share
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

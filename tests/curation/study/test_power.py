"""What a power note says, beside what happens when people and samples differ."""

from math import sqrt

import numpy as np
import pytest

from core.metrics.estimate import Z
from core.metrics.share import share
from curation.study.power import OF_PEOPLE, OF_SAMPLES, power


def test_independent_judgements_are_wilsons() -> None:
    found = power(100, 1, 1, 0.5)
    wilson = share(50, 100)
    assert (found.judgements, found.effect) == (100, 1.0)
    assert found.half_width == pytest.approx((wilson.high - wilson.low) / 2)


def test_the_design_effect_by_hand() -> None:
    # 30 each and 2 per sample: 1 + 29 * .05 + 1 * .2
    assert power(20, 30, 2).effect == pytest.approx(2.65)
    assert power(20, 0.5, 1).effect == 1.0  # fewer than one each can't be alike


def test_the_spread_of_simulated_studies_is_the_one_foretold() -> None:
    """Judgements 0 or 1 whose probability moves with the person and with the sample, each by its share of p (1 - p)."""
    draws, p, people, each, k = np.random.default_rng(5), 0.5, 20, 15, 3
    samples = people * each // k
    who = np.repeat(np.arange(people), each)
    means = []
    for _ in range(1_500):
        what = np.concatenate([draws.permutation(samples) for _ in range(k)])
        person = draws.choice([-1, 1], people) * sqrt(OF_PEOPLE * p * (1 - p))
        sample = draws.choice([-1, 1], samples) * sqrt(OF_SAMPLES * p * (1 - p))
        means.append((draws.random(len(who)) < p + person[who] + sample[what]).mean())
    assert power(people, each, k, p).half_width == pytest.approx(Z * float(np.std(means)), rel=0.08)

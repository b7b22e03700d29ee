"""What several trainings come to, by hand, and how often the interval of their mean holds the truth."""

from math import isnan, nan, sqrt

import numpy as np
import pytest

from core.metrics.estimate import Estimate
from core.metrics.trainings import differing, lost_p, over_trainings


def test_the_mean_of_three_trainings_by_hand() -> None:
    # values .80 .82 .84: mean .82, sd .02; halves below .03 .04 .05, above .02 each: means .04 and .02;
    # other trainings 4.3027 * .02 / sqrt(3) = .049683; below sqrt(.0016 + .002468) = .063784, above .053557
    found = over_trainings(
        [Estimate(0.80, 90, 0.77, 0.82), Estimate(0.82, 90, 0.78, 0.84), Estimate(0.84, 90, 0.79, 0.86)]
    )
    assert (found.mean.value, found.sd, found.count) == (pytest.approx(0.82), pytest.approx(0.02), 3)
    assert (found.mean.low, found.mean.high) == (pytest.approx(0.756216, abs=1e-5), pytest.approx(0.873557, abs=1e-5))
    assert found.mean.n == 90


def test_one_training_is_itself_and_what_was_not_scored_is_left_out() -> None:
    one = Estimate(0.8, 90, 0.7, 0.9)
    for alone in ([one], [one, Estimate(nan, 90)], [Estimate(nan, 0), one]):
        found = over_trainings(alone)
        assert (found.mean.value, found.mean.low, found.mean.high) == pytest.approx((0.8, 0.7, 0.9))
        assert found.count == 1 and isnan(found.sd)
    none = over_trainings([Estimate(nan, 90), Estimate(nan, 90)])
    assert isnan(none.mean.value) and none.count == 0


def test_what_is_lost_is_tested_over_the_trainings() -> None:
    # mean .05, sd .01: t = .05 / (.01 / sqrt(3)) = 8.660 with 2 degrees of freedom: p = .0131
    assert lost_p([0.04, 0.05, 0.06]) == pytest.approx(0.0131, abs=1e-4)
    assert lost_p([0.0, 0.0]) == 1
    assert isnan(lost_p([0.05])) and isnan(lost_p([0.05, nan]))
    assert isnan(lost_p([0.05, 0.05]))  # two that lose the same do not make it sure


def test_trainings_are_compared_in_pairs_over_their_figures() -> None:
    # first and second: differences -.1, -.12, -.08: mean -.1, sd .02, t = 8.66, p = .0131, times 3 = .0393;
    # first and third: 0, .01, -.01: p = 1; second and third as sure as .1, .13, .07: mean .1, sd .03, t 5.774, p .0287
    table = [[0.8, 0.7, 0.6], [0.9, 0.82, 0.68], [0.8, 0.69, 0.61]]
    assert differing(table) == pytest.approx([0.0393, 1.0, 0.0574], abs=2e-4)
    assert len(differing(table[:1])) == 0


def test_the_interval_of_a_mean_holds_the_truth_93_times_in_100() -> None:
    # 400 texts, 5 trainings: how hard a text is is shared, how good a training is drawn anew; the truth is the mean
    # over all texts and trainings
    draws, held = np.random.default_rng(8), []
    for _ in range(400):
        hard = draws.normal(0, 1, 400)
        skill = draws.normal(1.2, 0.3, 5)
        right = (skill[:, None] - hard[None] + draws.normal(0, 0.6, (5, 400))) > 0
        found = over_trainings([_share(int(one.sum()), 400) for one in right]).mean
        held.append(found.low <= _truth() <= found.high)
    assert np.mean(held) >= 0.93


def _share(hits: int, n: int) -> Estimate:
    half = 1.96 * sqrt(hits / n * (1 - hits / n) / n)
    return Estimate(hits / n, n, hits / n - half, hits / n + half)


def _truth() -> float:
    from math import erf

    return 0.5 * (1 + erf(1.2 / sqrt(1 + 0.3**2 + 0.6**2) / sqrt(2)))

"""Looks and hours left: the distribution by hand, and whether the intervals hold the truth."""

from math import comb, inf

import numpy as np
import pytest

from curation.triage.forecast import Forecast, hours_left, looks_left, looks_left_in_triage
from tests.curation.triage.worlds import IDS, looked


def test_the_points_of_a_small_distribution() -> None:
    # none seen: a rate of Beta(1/2, 1/2). One is wanted: the first look brings it with 1/2, the second with 1/8,
    # the third with 1/16; three wait
    drawn = looks_left(0, 0, 1, 3)
    assert [int((drawn.drawn == looks).sum()) for looks in (1, 2, 3)] == [200, 50, 25]
    assert drawn.reached == 275 / 400
    assert (drawn.low, drawn.middle, drawn.high) == (1, 1, inf)


def test_it_is_the_negative_binomial_distribution_once_the_rate_is_known() -> None:
    drawn = looks_left(800_000, 1_000_000, 3, 50)
    for looks in (3, 4, 5):
        expected = comb(looks - 1, 2) * 0.8**3 * 0.2 ** (looks - 3)
        assert (drawn.drawn == looks).mean() == pytest.approx(expected, abs=0.004)


def test_nothing_wanted_takes_nothing_and_too_few_never_suffice() -> None:
    assert looks_left(5, 9, 0, 9).high == 0
    assert looks_left_in_triage([0.5], 0, []).high == 0
    assert looks_left(5, 9, 4, 3).reached == 0
    assert looks_left_in_triage([0.9, 0.9], 3, []).reached == 0
    assert looks_left_in_triage([], 1, []).reached == 0


@pytest.mark.parametrize(("rate", "seen"), [(0.3, 20), (0.7, 40), (0.95, 150)])
def test_the_range_of_looks_and_hours_holds_the_truth(rate: float, seen: int) -> None:
    random, runs, held, in_time = np.random.default_rng(1), 200, 0, 0
    for _ in range(runs):
        kept, times = random.random(1500) < rate, np.exp(random.normal(1.2, 0.6, 1500))
        looks = looks_left(int(kept[:seen].sum()), seen, 60, 1500 - seen)
        truth = int(np.searchsorted(np.cumsum(kept[seen:]), 60)) + 1
        hours = hours_left(looks, list(times[:seen]))
        assert hours is not None
        held += looks.low <= truth <= looks.high
        in_time += hours.low <= times[seen : seen + truth].sum() / 3600 <= hours.high
    assert held / runs >= 0.92
    assert in_time / runs >= 0.88  # few times of a skewed distribution tell its mean less well than they seem to


def test_breaks_are_no_pace_and_few_times_say_nothing() -> None:
    looks = Forecast(np.full(400, 3600.0))
    with_a_break = hours_left(looks, [2.0] * 30 + [3000.0])
    assert with_a_break is not None and with_a_break.middle == 2
    assert hours_left(looks, [2.0] * 19 + [0.0] * 5) is None


@pytest.mark.parametrize("share", [0.0, 0.2, 1.0])
def test_the_likeliest_come_first_but_for_what_chance_draws(share: float) -> None:
    """100 sure ones among 400: in order the first looks bring them, by chance one look in four."""
    found = looks_left_in_triage([1 - 1e-9] * 100 + [1e-9] * 300, 50, [0.5] * 10_000, share)
    assert found.middle == pytest.approx({0.0: 50, 0.2: 59, 1.0: 200}[share], abs=6)


def test_the_range_in_triage_holds_the_truth() -> None:
    random, runs, held = np.random.default_rng(2), 40, 0
    for run in range(runs):
        chances = _chances(300, 0.5, 1.2, run)
        drawn = {id_: random.random() < chance for id_, chance in zip(IDS, chances, strict=False)}
        ranking = sorted(drawn, key=lambda id_: -chances[int(id_[1:])])
        truth = len(looked(ranking, drawn, 60, run))
        found = looks_left_in_triage(chances, 60, [0.5] * 200)
        held += found.low <= truth <= found.high
    assert held / runs >= 0.9


def _chances(many: int, share: float, apart: float, seed: int) -> list[float]:
    odds = np.random.default_rng(seed).normal(np.log(share / (1 - share)), apart, many)
    return [float(chance) for chance in 1 / (1 + np.exp(-odds))]

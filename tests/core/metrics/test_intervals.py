"""Intervals: by hand, against simpler reckonings, and whether they hold the truth as often as they say."""

from math import isnan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.metrics import accuracy_lost, cohens_kappa
from core.metrics.agreement import kappa_interval
from tools.bench.intervals.coverage import Truth, covered, fleiss, ours

outcomes = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=60)


def answers(both: int, worse: int, better: int, neither: int) -> tuple[list[bool], list[bool]]:
    """So many samples right before and after, only before, only after, and never."""
    before = [True] * (both + worse) + [False] * (better + neither)
    return before, [True] * both + [False] * worse + [True] * better + [False] * neither


def test_accuracy_lost_by_hand() -> None:
    # 7 of 20 are right only before, 2 only after: 5/20 = 0.25. p = 8/22, q = 3/22, p - q = 5/22 = 0.227273;
    # half 1.959964 * sqrt((11/22 - 25/484) / 22) = 1.959964 * sqrt(0.448347 / 22) = 1.959964 * 0.142757 = 0.279798
    found = accuracy_lost(*answers(9, 7, 2, 2))
    assert (found.value, found.n) == (0.25, 20)
    assert (found.low, found.high) == (pytest.approx(-0.052525, abs=1e-5), pytest.approx(0.507071, abs=1e-5))


def test_accuracy_lost_where_nothing_or_everything_is_lost() -> None:
    # p = q = 1/12: half 1.959964 * sqrt(1/6 / 12) = 0.230984
    assert accuracy_lost(*answers(6, 0, 0, 4)).high == pytest.approx(0.230984, abs=1e-5)
    # p = 3/4, q = 1/4: 0.5 ± 1.959964 * sqrt(3/4 / 4) = 0.5 ± 0.848689, cut off at 1; and the other way round
    lost, won = accuracy_lost(*answers(0, 2, 0, 0)), accuracy_lost(*answers(0, 0, 2, 0))
    assert (lost.value, lost.high, lost.low) == (1, 1, pytest.approx(-0.348689, abs=1e-5))
    assert (won.value, won.low, won.high) == (-1, -1, pytest.approx(0.348689, abs=1e-5))


def test_nothing_lost_of_nothing_is_not_zero() -> None:
    assert isnan(accuracy_lost([], []).value)
    with pytest.raises(BadInput, match="2 and 1 labels"):
        accuracy_lost([True, False], [True])


@given(outcomes)
def test_the_loss_lies_in_its_interval(pairs: list[tuple[bool, bool]]) -> None:
    before, after = ([pair[side] for pair in pairs] for side in (0, 1))
    found = accuracy_lost(before, after)
    assert -1 <= found.low <= found.value <= found.high <= 1


def test_the_interval_of_a_kappa_in_the_middle_is_nearly_the_large_sample_one() -> None:
    # Romero 2023, Figure 7, ten times as many: kappa 0.4 of 500 pairs. Fleiss, Cohen & Everitt (1969), formula 13:
    # agreeing 0.4 * (1 - 1.1 * 0.6)^2 = 0.04624 and 0.3 * (1 - 0.9 * 0.6)^2 = 0.06348; differing 0.1 * 1.1^2 = 0.121
    # and 0.2 * 0.9^2 = 0.162, both times 0.6^2: 0.10188; less (0.4 - 0.5 * 0.6)^2 = 0.01
    error = sqrt((0.04624 + 0.06348 + 0.10188 - 0.01) / 500) / 0.5
    low, high = kappa_interval(((200, 50), (100, 150)))
    assert low == pytest.approx(0.4 - 1.959964 * error, abs=0.008)
    assert high == pytest.approx(0.4 + 1.959964 * error, abs=0.008)
    assert kappa_interval(((200, 50), (100, 150))) == (low, high)


@pytest.mark.parametrize(
    "times",
    [((25, 5), (0, 20)), ((30, 0, 0), (0, 20, 0), (0, 0, 0)), ((60, 0, 4), (0, 30, 0), (1, 0, 10))],
)
def test_the_interval_of_kappa_is_that_of_a_plain_simulation(times: tuple[tuple[int, ...], ...]) -> None:
    # One sample's worth of prior over the agreeing cells; over the others one for the lower bound, a quarter for the
    # upper; every cell drawn by itself, many times.
    k = len(times)
    for bound, (changes, at) in enumerate(((1, 0.025), (0.25, 0.975))):
        prior = np.where(np.eye(k, dtype=bool), 1 / k, changes / (k * k - k))
        tables = np.random.default_rng(1).dirichlet((np.array(times) + prior).ravel(), 40_000).reshape(-1, k, k)
        agreed = np.trace(tables, axis1=1, axis2=2)
        chance = (tables.sum(axis=1) * tables.sum(axis=2)).sum(axis=1)
        plain = np.quantile((agreed - chance) / (1 - chance), at)
        assert kappa_interval(times)[bound] == pytest.approx(
            plain, abs=0.02
        )  # a thousand draws are as near; twice the prior is not


def test_many_labels_do_not_add_many_changes_of_mind() -> None:
    labels = [f"label {n}" for n in range(30)]
    found = cohens_kappa(labels * 10, [*labels * 9, *labels[1:], labels[0]])  # kappa (0.9 - 1/30) / (29/30) = 0.897
    assert found.value == pytest.approx((0.9 - 1 / 30) / (29 / 30))
    assert 0.84 < found.low < 0.88 < 0.91 < found.high < 0.94


@pytest.mark.parametrize(("labels", "n", "same"), [(2, 200, 0.99), (6, 40, 0.9), (6, 500, 0.99)])
def test_an_interval_of_kappa_holds_the_truth_95_times_in_100(labels: int, n: int, same: float) -> None:
    draws, shares = np.random.default_rng(3), np.full(labels, 1 / labels)
    table = same * np.diag(shares) + (1 - same) * np.outer(shares, shares)  # its kappa is `same`
    found = [kappa_interval(_times(t)) for t in draws.multinomial(n, table.ravel(), 300)]
    held = np.mean([low <= same <= high for low, high in found])
    assert 0.93 <= held <= 0.995  # a half added to each cell holds 0.95, 0.55 and 0.59 of these


@pytest.mark.parametrize("one_sided", [True, False])
@pytest.mark.parametrize(("kappa", "n"), [(0.98, 200), (0.996, 500), (0.996, 1821)])
def test_near_1_an_interval_of_kappa_covers_at_least_93_of_100_also_where_minds_change_one_way(
    one_sided: bool, kappa: float, n: int
) -> None:
    truth = Truth(2, True, one_sided, kappa)
    assert covered(truth, n, ours, 600) >= 0.93
    assert covered(truth, n, fleiss, 600) < 0.93  # .6 to .9


def _times(drawn: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> tuple[tuple[int, ...], ...]:
    size = round(sqrt(len(drawn)))
    return tuple(map(tuple, drawn.reshape(size, size).tolist()))


@pytest.mark.parametrize("n", [20, 40, 200])
def test_an_interval_of_what_was_lost_holds_the_truth_95_times_in_100(n: int) -> None:
    both, worse, better, neither = 0.5, 0.3, 0.05, 0.15
    drawn = np.random.default_rng(4).multinomial(n, (both, worse, better, neither), 2_000)
    found = [accuracy_lost(*answers(*times)) for times in drawn.tolist()]
    held = np.mean([estimate.low <= worse - better <= estimate.high for estimate in found])
    assert 0.935 <= held <= 0.975

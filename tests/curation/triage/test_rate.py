"""The share people would keep and the looks that triage saved: by hand, and whether they are right on average."""

from math import isnan

import numpy as np
import pytest

from curation.triage.rate import Review, begun_by_seed, kept_share
from curation.triage.saved import looks_at_random, saving
from tests.curation.triage.worlds import looked, world

K, D = True, False


def test_by_hand() -> None:
    # of 5 candidates: drawn from 5 and kept: 5 of 5. The likeliest, kept. Drawn from 3 and discarded: 2 kept before
    # it and none of 3: 2 of 5. Weights 1/20 and 1/6: (1 * 3 + .4 * 10) / 13
    found = kept_share([Review(K, 5), Review(K), Review(D, 3)], 5)
    assert found.value == pytest.approx(7 / 13)
    assert found.n == 2
    assert found.low == 2 / 5 and 0.7 < found.high <= 4 / 5  # two were kept, one was not


def test_where_chance_drew_all_it_is_the_plain_share() -> None:
    looks = [Review(hit, 50 - place) for place, hit in enumerate([K, D, K, K, D, K, D, K])]
    assert kept_share(looks, 50).value == pytest.approx(5 / 8)


def test_what_was_seen_out_of_turn_counts_as_seen_before() -> None:
    """Drawn from 3 of 5 when one had been handed out that was judged later: it stands in its place."""
    in_turn = kept_share([Review(K, 5), Review(K), Review(D, 3)], 5)
    assert kept_share([Review(K, 5), Review(D, 3), Review(K)], 5) == in_turn


def test_all_seen_is_known_and_nothing_drawn_is_not() -> None:
    found = kept_share([Review(K, 2), Review(D, 1)], 2)
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)
    assert isnan(kept_share([Review(K), Review(D)], 10).value)
    assert isnan(kept_share([], 10).value)


def test_looks_before_triage_were_drawn_by_the_seed() -> None:
    early = [Review(K, logged=False), Review(D, logged=False)]
    late = [Review(K), Review(D, 6), Review(K, logged=False)]
    found = begun_by_seed([*early, *late], 9)
    assert [look.drawn_from for look in found] == [9, 8, 0, 6, 0]


def test_saved_looks_by_hand() -> None:
    # 6 candidates of which chance says all are alike: 2 of 4 kept; 2 of 6 * .5 take 2 * 7 / 4 looks on average
    found = saving([Review(K, 6), Review(D, 5), Review(D, 4), Review(K, 3)], 6)
    assert found.share.value == pytest.approx(0.5)
    assert found.expected.value == pytest.approx(3.5)
    assert found.saved.value == pytest.approx(-0.5)
    assert found.saved.low == pytest.approx(looks_at_random(2, found.share.high, 6) - 4)
    assert found.saved.high == pytest.approx(looks_at_random(2, found.share.low, 6) - 4)
    assert looks_at_random(10, 0.1, 50) == 10 * 51 / 11  # ten were found, so at least ten are there
    assert isnan(saving([Review(D, 6)], 6).saved.value)


@pytest.mark.parametrize("by_seed", [0, 40])
@pytest.mark.parametrize(("share", "apart"), [(0.4, 1.5), (0.8, 1.5), (0.8, 0.0)])
def test_right_on_average_and_as_sure_as_it_says(share: float, apart: float, by_seed: int) -> None:
    """200 candidates until 60 are kept: the true share and the true saving lie in their intervals."""
    random, runs = np.random.default_rng(3), 150
    errors, held, won = [], 0, 0
    for run in range(runs):
        ranking, kept = world(random, 200, share, apart)
        found = saving(begun_by_seed(looked(ranking, kept, 60, run, by_seed), 200), 200)
        truth = sum(kept.values()) / 200
        errors.append(found.share.value - truth)
        held += found.share.low <= truth <= found.share.high
        cost = found.collected * 201 / (200 * truth + 1) - found.looks
        won += found.saved.low <= cost <= found.saved.high
    assert held / runs >= 0.91 and won / runs >= 0.91
    # stopping at a quota favours a lucky beginning a little: of inverse sampling the bias is of the order of 1 / looks
    assert abs(np.mean(errors)) < 3 * np.std(errors) / runs**0.5 + 0.005


def test_the_plain_share_would_be_wrong() -> None:
    random = np.random.default_rng(4)
    plain, weighted = [], []
    for run in range(60):
        ranking, kept = world(random, 300, 0.4, 1.5)
        looks, truth = looked(ranking, kept, 60, run), sum(kept.values()) / 300
        plain.append(sum(look.collected for look in looks) / len(looks) - truth)
        weighted.append(kept_share(looks, 300).value - truth)
    assert np.mean(plain) > 0.25
    assert abs(np.mean(weighted)) < 0.05

"""Shares over judgements that hang together by person and by item."""

import pytest

from core.errors import BadInput
from core.metrics.share import share
from core.metrics.study_results.crossed import crossed_share
from tools.bench.intervals.judgements import JudgedTruth, draw_study


def test_a_share_is_the_hits_over_the_judgements() -> None:
    found = crossed_share([True, True, False, True], ["a", "a", "b", "b"], [1, 2, 1, 2])
    assert (found.value, found.n) == (0.75, 4)
    assert found.low < 0.75 < found.high


def test_no_judgements_have_no_share() -> None:
    found = crossed_share([], [], [])
    assert found.n == 0
    assert found.value != found.value


def test_the_variance_is_that_between_people_and_items_less_that_within() -> None:
    """Two people, three items: errors -.5 and .5. Person sums: a 1.5, b -1.5; item sums 0."""
    hits = [True, True, True, False, False, False]
    found = crossed_share(hits, list("aaabbb"), [1, 2, 3, 1, 2, 3])
    # between people: (1.5² + 1.5²) x 2 / 1 = 9, between items 0, alone 1.5; 9 + 0 - 1.5 < 9, so 9 / 36 = .25;
    # worth = .25 / .25 = 1 judgement: the interval says nearly nothing, as two people who differ should.
    assert found.low < 0.06
    assert found.high > 0.94


def test_unanimous_people_are_worth_no_more_than_there_are_of_them() -> None:
    found = crossed_share([True] * 60, [n % 4 for n in range(60)], list(range(60)))
    assert found.value == found.high == 1
    assert found.low == pytest.approx(share(4, 4).low)


def test_one_person_says_next_to_nothing_of_others_however_much_they_judged() -> None:
    alone = crossed_share([n % 10 > 0 for n in range(100)], ["a"] * 100, list(range(100)))
    assert (alone.value, alone.n) == (0.9, 100)
    assert alone.high - alone.low > 0.7
    one_item = crossed_share([n > 0 for n in range(10)], list(range(10)), [1] * 10)
    assert one_item.high - one_item.low > 0.7


def test_unequal_lists_are_refused() -> None:
    with pytest.raises(BadInput, match="2 and 1"):
        crossed_share([True, False], ["a"], [1, 2])


def test_where_nothing_hangs_together_it_is_hardly_wider_than_wilsons() -> None:
    import numpy as np

    study = draw_study(JudgedTruth((0.0,), 0, 0, people=40), np.random.default_rng(3))
    ours, wilson = crossed_share(study.hits, study.people, study.items), share(sum(study.hits), len(study.hits))
    assert (wilson.high - wilson.low) <= (ours.high - ours.low) < 1.4 * (wilson.high - wilson.low)


def test_its_interval_holds_the_truth_where_wilsons_does_not() -> None:
    import numpy as np

    truth, random = JudgedTruth((2.5,), 0.8, 1.0), np.random.default_rng(1)
    held = {"ours": 0, "wilson": 0}
    for _ in range(200):
        study = draw_study(truth, random)
        ours, wilson = crossed_share(study.hits, study.people, study.items), share(sum(study.hits), len(study.hits))
        held["ours"] += ours.low <= truth.shares[0] <= ours.high
        held["wilson"] += wilson.low <= truth.shares[0] <= wilson.high
    assert held["ours"] >= 180
    assert held["wilson"] < 175


def test_where_several_items_come_of_one_source_only_its_clusters_hold_the_truth() -> None:
    import numpy as np

    truth = JudgedTruth((1.0,), 0.3, 0.3, judges=2, of_one=10, source_sd=1.0)
    random, held = np.random.default_rng(4), {"source": 0, "item": 0}
    for _ in range(200):
        study = draw_study(truth, random)
        for name, of in (("source", study.sources), ("item", study.items)):
            one = crossed_share(study.hits, study.people, of)
            held[name] += one.low <= truth.shares[0] <= one.high
    assert held["source"] >= 180
    assert held["item"] < 168

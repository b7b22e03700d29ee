"""Blocks of a person's decisions, the others beside them, and the test of change."""

from math import erfc, isnan, sqrt
from random import Random

import pytest

from core.metrics.share import share
from core.records import Verdict
from curation.quality.drift import BLOCK, drifts, middle, trend
from curation.quality.streaks import TimedVerdict
from tests.curation.quality.looks import look
from tests.data.store.store_data import OTHER

KEEP, DISCARD = Verdict.KEEP, Verdict.DISCARD


def course(kept: list[bool], annotator: str = "ann", seconds: float = 5.0, **more: object) -> list[TimedVerdict]:
    return [look(n, KEEP if k else DISCARD, annotator, seconds, **more) for n, k in enumerate(kept)]  # type: ignore[arg-type]


def test_mantels_trend_by_hand() -> None:
    # x = 0 1 2 3, y = 0 0 1 1: T = 1.5/2 + .5/2 + .5/2 + 1.5/2 = 2; variance 5 * 1 / 3
    assert trend([[(0, 0), (1, 0), (2, 1), (3, 1)]]) == pytest.approx(erfc(2 / sqrt(5 / 3) / sqrt(2)))
    # a second stratum doubles both
    twice = [[(0, 0), (1, 0), (2, 1), (3, 1)], [(9, 0), (10, 0), (11, 1), (12, 1)], [(5, 1)]]
    assert trend(twice) == pytest.approx(erfc(4 / sqrt(10 / 3) / sqrt(2)))
    assert isnan(trend([[(0, 1), (1, 1)], []]))


def test_a_change_between_cells_is_none_within_them() -> None:
    assert isnan(trend([[(x, 1) for x in range(20)], [(x, 0) for x in range(20, 40)]]))


def test_the_median_goes_between_order_statistics() -> None:
    # of six, 1 of 64 has no heads (1.6 %), 7 of 64 at most one (10.9 %): from the smallest to the largest
    assert middle([3, 1, 2, 6, 5, 4]).low == 1
    assert (middle(range(1, 7)).value, middle(range(1, 7)).high) == (3.5, 6)
    # of 20, P(at most 5 heads) is 2.07 % and P(at most 6) 5.8 %: the 6th from either end
    found = middle(range(1, 21))
    assert (found.n, found.value, found.low, found.high) == (20, 10.5, 6, 15)
    assert isnan(middle([1, 2, 3, 4, 5]).low)
    assert middle([]).n == 0


def test_the_intervals_of_the_median_cover() -> None:
    drawn = Random(3)
    intervals = [middle(drawn.lognormvariate(1, 1) for _ in range(25)) for _ in range(400)]
    assert sum(i.low <= 2.718281828 <= i.high for i in intervals) / 400 > 0.95


def test_blocks_hold_what_was_collected_and_how_long_it_took() -> None:
    kept = [True] * BLOCK + [n % 5 == 0 for n in range(BLOCK + 10)]
    (found,) = drifts(course(kept))
    assert [(block.first, block.last) for block in found.blocks] == [(1, BLOCK), (BLOCK + 1, 2 * BLOCK + 10)]
    assert [block.collected for block in found.blocks] == [share(25, 25), share(7, 35)]
    assert found.blocks[0].seconds.value == 5
    assert found.blocks[0].others.n == 0
    assert found.share_change < 0.001
    assert isnan(found.pace_change)  # always five seconds


def test_too_few_decisions_have_no_blocks() -> None:
    (found,) = drifts(course([True] * (2 * BLOCK - 1)))
    assert (found.decisions, found.blocks) == (2 * BLOCK - 1, ())
    assert isnan(found.share_change)


def test_others_are_counted_in_this_blocks_mix_of_cells() -> None:
    ann = course([True] * BLOCK) + [look(n + BLOCK, KEEP, "ann", cell=OTHER) for n in range(BLOCK)]
    bob = course([n % 10 < 9 for n in range(20)], "bob") + course([n % 10 < 3 for n in range(40)], "bob", cell=OTHER)
    found = drifts([*ann, *bob])
    first, last = found[0].blocks
    assert (first.others.value, first.others.n) == (pytest.approx(0.9), 20)
    assert (last.others.value, last.others.n) == (pytest.approx(0.3), 40)
    assert first.others.low < 0.9 < first.others.high
    assert [(one.annotator, one.decisions, len(one.blocks)) for one in found] == [("ann", 50, 2), ("bob", 60, 2)]


def test_many_are_looked_at_so_that_a_chance_find_is_none() -> None:
    drawn = Random(9)
    steady = [[drawn.random() < 0.7 for _ in range(60)] for _ in range(20)]
    people = [course(kept, f"p{n}", 2 + n % 3) for n, kept in enumerate(steady)]
    changed = [one for one in drifts(look for theirs in people for look in theirs) if one.share_change < 0.05]
    assert changed == []
    alone = [drifts(theirs)[0].share_change for theirs in people]
    assert min(alone) < 0.1  # one of twenty looks like a change by itself


def test_where_the_best_came_first_the_share_falls_by_itself() -> None:
    assert drifts(course([True] * 30 + [False] * 30, random_order=False)) == []

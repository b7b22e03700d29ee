"""A quota that can't be reached is said to be so, with what there is."""

from dataclasses import replace

import pytest

from curation.order import Order
from curation.reach import chance, doubt, next_cell, shortfall, unlikely
from curation.records import CellProgress
from curation.triage.forecast import chance_of_enough, looks_left
from tests.data.store.store_data import CELL

FEW = CellProgress(CELL, 142, 358, 0, 0, 0, 0, 0, 200, 0, samples=500)


def test_a_quota_within_reach_is_not_spoken_of() -> None:
    assert shortfall(replace(FEW, candidates=200)) == ""
    # 130 collected, 70 of 210 candidates still to look at: exactly 200
    assert shortfall(replace(FEW, candidates=210, checked=140, kept=130, discarded=10)) == ""
    # disputed ones may still be agreed on
    assert shortfall(replace(FEW, candidates=200, checked=2, disputed=2)) == ""


def test_what_is_out_of_reach_says_what_there_is() -> None:
    nothing_else, unreached = "lower the quota or choose another split", "The quota of 200 can't be reached"
    assert shortfall(FEW, 500) == f"{unreached}: only 142 of 500 samples are candidates; {nothing_else}"
    discarded = replace(FEW, candidates=210, checked=141, kept=130, discarded=11)
    assert shortfall(discarded) == (
        f"{unreached}: only 210 of 500 samples are candidates, and 11 are discarded; {nothing_else}"
    )
    alone = replace(FEW, candidates=1, samples=0)
    assert shortfall(alone) == f"{unreached}: there is only 1 candidate; {nothing_else}"


def test_where_samples_are_left_more_can_be_prepared() -> None:
    part = replace(FEW, samples=256)
    assert shortfall(part, 1_500) == "Only 256 of 1,500 samples are prepared; prepare more to reach 200"


def test_where_all_samples_would_give_too_few_nobody_is_sent_to_prepare_more() -> None:
    rare = replace(FEW, candidates=20, discarded=2, checked=2, samples=300)
    assert shortfall(rare, 720) == (  # 18 * 720 / 300 = 43.2
        "The quota of 200 can't be reached: 300 samples gave 18 usable candidates, all 720 would give about 43; "
        "lower the quota or choose another split"
    )
    assert shortfall(replace(rare, samples=60), 720).endswith("prepare more to reach 200")  # 18 * 720 / 60 = 216


def test_broader_rules_are_named_where_there_are_any() -> None:
    rare = replace(FEW, cell=replace(CELL, perturbation="synonym_replacement"))
    assert shortfall(rare, 500).endswith("; lower the quota, choose another split or use broad rules")


def test_who_prepares_nothing_is_asked_for_nothing_they_cannot_do() -> None:
    said = [shortfall(FEW, 500, prepares=False), shortfall(replace(FEW, samples=256), 1_500, prepares=False)]
    assert [sentence.rpartition("; ")[2] for sentence in said] == ["tell a researcher", "tell a researcher"]


def test_a_cell_whose_candidates_are_still_to_come_is_left_alone() -> None:
    assert shortfall(replace(FEW, candidates=0), 500) == ""


HALF = replace(FEW, candidates=60, checked=20, kept=10, discarded=10, quota=30)  # 20 more of 40 at one half


def test_the_chance_is_that_of_as_many_kept_among_those_left() -> None:
    # Beta(1/2, 1/2) after none: of 1 candidate one half is kept; of 2, both with E[p^2] = 3/8, one at least with 5/8
    assert chance_of_enough(0, 0, 1, 1) == pytest.approx(1 / 2)
    assert chance_of_enough(0, 0, 2, 2) == pytest.approx(3 / 8)
    assert chance_of_enough(0, 0, 1, 2) == pytest.approx(5 / 8)
    assert (chance_of_enough(5, 9, 0, 3), chance_of_enough(5, 9, 4, 3)) == (1, 0)
    for wanted in (5, 15, 20, 25, 38):  # whichever sum is the shorter
        drawn = looks_left(10, 20, wanted, 40).reached
        assert chance_of_enough(10, 20, wanted, 40) == pytest.approx(drawn, abs=1 / 400)


def test_a_cell_is_sure_in_doubt_or_unlikely_by_its_chance() -> None:
    assert chance(HALF) == pytest.approx(0.54, abs=0.02)
    assert doubt(HALF) == "40 candidates left: 54 % chance to reach 30" and not unlikely(HALF)
    assert doubt(replace(HALF, quota=15)) == "" and not unlikely(replace(HALF, quota=15))
    few = replace(HALF, quota=48)
    assert doubt(few) == "40 candidates left: less than 5 % chance to reach 48" and unlikely(few)
    assert unlikely(replace(HALF, quota=51)) and chance(replace(HALF, quota=51)) == 0  # 10 + 40 is all there is


def test_of_few_looks_and_of_the_best_first_no_chance_is_told_but_one_that_is_none() -> None:
    assert chance(replace(HALF, checked=19, discarded=9)) is None and doubt(replace(HALF, checked=19)) == ""
    best = replace(HALF, order=Order(best_first=True))
    assert chance(best) is None and unlikely(replace(best, quota=48))


def test_the_next_cell_is_the_one_with_the_best_chance_then_the_nearest_to_its_quota() -> None:
    fresh = replace(FEW, candidates=300)
    near = replace(HALF, kept=15, discarded=5, quota=40)
    assert next_cell([near, fresh, HALF]) is fresh  # nothing speaks against it
    sure = replace(HALF, quota=14)
    assert next_cell([fresh, sure, HALF]) is sure
    assert next_cell([]) is None


def test_what_people_dispute_may_still_be_kept_and_says_nothing_of_the_share() -> None:
    cell = replace(HALF, checked=40, kept=30, relabelled=0, discarded=0, disputed=10, candidates=44, quota=42)
    # all 30 that nobody disputes were kept: 12 more are wanted, of 4 that wait and 10 that are disputed
    found = chance(cell)
    assert found == chance_of_enough(30, 30, 12, 14) and found > 0.9
    assert doubt(replace(cell, quota=44)).startswith("14 candidates left: ")
    assert chance(replace(cell, checked=29, kept=19)) is None  # of 19 it is not said
    some = replace(cell, candidates=400, checked=100, kept=50, discarded=10, disputed=40, quota=100)
    assert some.expected_to_check == 60 == round(looks_left(50, 60, 50, 340).middle)


def test_a_chance_is_worked_out_once() -> None:
    chance_of_enough.cache_clear()
    cell = replace(FEW, candidates=100_000, checked=150, kept=90, discarded=60)
    assert chance(cell) == chance(replace(cell, gold=0))
    assert chance_of_enough.cache_info()[:2] == (1, 1)

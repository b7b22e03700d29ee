"""A quota that can't be reached is said to be so, with what there is."""

from dataclasses import replace

from curation.reach import shortfall
from curation.records import CellProgress
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


def test_who_prepares_nothing_is_asked_for_nothing_they_cannot_do() -> None:
    said = [shortfall(FEW, 500, prepares=False), shortfall(replace(FEW, samples=256), 1_500, prepares=False)]
    assert [sentence.rpartition("; ")[2] for sentence in said] == ["tell a researcher", "tell a researcher"]


def test_a_cell_whose_candidates_are_still_to_come_is_left_alone() -> None:
    assert shortfall(replace(FEW, candidates=0), 500) == ""

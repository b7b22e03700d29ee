"""What is left to look at, worked out by hand."""

from dataclasses import replace

import pytest

from core.records import Verdict
from curation.cell_texts import CellTexts, RemainingTexts, texts_left, texts_looked_at
from curation.decision_log import DecisionLog
from curation.records import CellProgress, DuplicateText
from tests.data.store.store_data import CELL, OTHER, decision


def cell(waiting: int, collected: int = 0, checked: int = 0, quota: int = 200) -> CellProgress:
    return CellProgress(CELL, waiting + checked, 0, checked, collected, 0, checked - collected, 0, quota, 0)


def test_a_text_in_several_cells_is_left_once() -> None:
    texts = CellTexts((1, 2, 2, 3), 5)
    assert texts_left([(cell(9), texts)] * 4) == RemainingTexts(20 + 3, 20 + 3, short=4)
    assert texts_left([]) == RemainingTexts(0, 0)


def test_no_more_is_left_than_the_quotas_take() -> None:
    # 10 of 20 were kept, 20 more are wanted: 40 of the 100 that wait
    half = cell(100, 10, 20, 30)
    assert texts_left([(half, CellTexts((), 100))]) == RemainingTexts(40, 100, able=1)
    shared = CellTexts(tuple(range(100)), 0)
    assert texts_left([(half, shared)] * 3) == RemainingTexts(40, 100, able=3)  # one cell's looks do for all
    # the second needs 80 looks of its own: 40 are told, of the 60 others 40 more
    both = texts_left([(half, shared), (cell(100, 10, 20, 50), shared)])
    assert replace(both, doubtful=()) == RemainingTexts(80, 100, able=1)
    assert both.doubtful == (pytest.approx(0.81, abs=0.01),)  # 40 of 100 at one half, known from 20 looks


def test_where_no_share_is_known_the_quota_is_the_least_that_is_left() -> None:
    assert texts_left([(cell(100, 0, 0, 30), CellTexts((), 100))]) == RemainingTexts(30, 100, True, able=1)
    assert texts_left([(cell(100, 3, 3, 30), CellTexts((), 100))]) == RemainingTexts(27, 100, True, able=1)


def test_a_cell_that_is_full_leaves_nothing_and_one_out_of_reach_everything() -> None:
    assert texts_left([(cell(100, 30, 40, 30), CellTexts((), 100))]) == RemainingTexts(0, 0)
    assert texts_left([(cell(100, 10, 20, 500), CellTexts((), 100))]) == RemainingTexts(100, 100, short=1)


def test_a_cell_that_can_not_be_filled_asks_for_no_looks_beside_one_that_can() -> None:
    # 10 of 20 were kept, 20 more are wanted: 40 looks in the first cell; the second can't get 500 of its 60
    half, few = cell(100, 10, 20, 30), cell(60, 10, 20, 500)
    assert texts_left([(half, CellTexts((), 100)), (few, CellTexts((), 60))]) == RemainingTexts(
        40, 160, short=1, able=1
    )
    full = cell(100, 30, 40, 30)
    assert texts_left([(full, CellTexts((), 100)), (few, CellTexts((), 60))]) == RemainingTexts(60, 60, short=1)


def test_what_waits_is_what_nobody_judged_and_what_is_no_gold_sample() -> None:
    duplicates = {
        "a": DuplicateText(7, CELL, 2),
        "b": DuplicateText(7, CELL, 2),
        "e": DuplicateText(8, OTHER, 2),
        "g": DuplicateText(8, CELL, 2),
    }
    log = DecisionLog(CELL, dict.fromkeys("abcdg", "thing"), [decision("c", Verdict.SKIP), decision("e")], duplicates)
    assert CellTexts.of(log, 9, ["d"]) == CellTexts((7, 7), 1, (8,))  # a and b read the same; c was skipped; g is told
    log.add([decision("d", minute=1)])
    assert CellTexts.of(log, 9, []) == CellTexts((7, 7), 1, (8,), 1)
    assert CellTexts.of(log, 1, []).judged_alone == 0  # it is extra


def test_a_text_in_several_cells_was_looked_at_once() -> None:
    assert texts_looked_at([CellTexts((), 0, (1, 2, 2), 4), CellTexts((), 0, (2, 3), 1), CellTexts((9,), 9)]) == 8


def test_it_is_said_in_a_sentence() -> None:
    assert str(RemainingTexts(0, 0)) == "No text is left to judge."
    assert str(RemainingTexts(1, 1)) == "1 text is left to judge."
    assert str(RemainingTexts(1200, 1200)) == "1,200 texts are left to judge."
    assert str(RemainingTexts(0, 3)) == "Every quota can be reached. This needs no other text."
    assert str(RemainingTexts(2, 3)) == "Every quota can be reached. This needs about 2 of the 3 texts left."
    assert str(RemainingTexts(2, 3, True)).endswith(" about 2 or more of the 3 texts left.")
    some = str(RemainingTexts(2, 3, short=1, able=8))
    assert some == "8 cells can reach the quota. This needs about 2 of the 3 texts left."
    tight = RemainingTexts(1052, 1056, doubtful=(0.59, 0.43))
    assert str(tight) == "2 cells may reach the quota (43–59 % each). This needs about 1,052 of the 1,056 texts left."
    mixed = RemainingTexts(3, 3, short=1, able=8, doubtful=(0.434,))
    assert str(mixed) == "8 cells can reach the quota, 1 may (43 %). 3 texts are left to judge."
    none = str(RemainingTexts(3, 3, short=1))
    assert none == "1 cell has too few candidates for the quota. 3 texts are left to judge."

"""What a cell still takes, in words."""

import re
from dataclasses import replace
from math import inf

import numpy as np

from core.records import Cell
from curation.order import Order
from curation.triage.forecast import Forecast
from curation.triage.reviews import CellChances
from pages.ui.progress.ahead import ahead, forecast, in_hours, to_go, work_left
from tests.data.store.store_data import decision
from tests.pages.progress.test_progress import HALF


def unknown(cell: Cell) -> CellChances:
    return CellChances((), ())


def test_looks_and_time_each_with_a_range() -> None:
    verdicts = [decision(f"c{n}", milliseconds=3000 + 10 * n) for n in range(40)]
    (said,) = ahead([HALF], verdicts, unknown).values()
    # 64 more at 136 of 171; 80 looks at about 3.2 s are 4.3 minutes
    assert said == "about 81 to go [71–93], 4 minutes [4–5]"
    assert ahead([HALF], verdicts[:3], unknown)[HALF.cell] == "about 81 to go [71–93]"


def test_the_number_to_go_is_the_desks_and_the_sums() -> None:
    last = replace(HALF, kept=114, relabelled=20, checked=171, quota=135)
    assert last.expected_to_check == 2  # 171 looks for 134; the median is 1
    assert ahead([last], [], unknown)[last.cell] == "about 2 to go [1–3]"


def test_the_work_left_at_the_pace_of_all() -> None:
    verdicts = [decision(f"c{n}", milliseconds=3000) for n in range(40)]
    assert work_left(540, verdicts) == "About 27 minutes of work."  # 540 x 3 s
    assert work_left(540, verdicts[:3]) == work_left(0, verdicts) == ""


def test_nothing_is_foretold_of_few_looks_or_another_order_or_a_quota_that_is_reached() -> None:
    assert forecast(replace(HALF, checked=19, kept=19, relabelled=0), unknown) is None
    assert forecast(replace(HALF, order=Order(True)), unknown) is None
    assert forecast(replace(HALF, kept=180), unknown) is None


def test_it_is_said_when_the_candidates_may_not_suffice() -> None:
    tight = ahead([replace(HALF, candidates=171 + 85)], [], unknown)[HALF.cell]
    assert re.fullmatch(r"85 candidates left: [5-9]\d % chance to reach 200", tight)
    short = ahead([replace(HALF, candidates=171 + 72)], [], unknown)[HALF.cell]
    assert re.fullmatch(r"72 candidates left: [1-4]?\d % chance to reach 200", short)
    none = to_go(Forecast(np.full(400, inf)), replace(HALF, candidates=171 + 3), [])
    assert none == "3 candidates left: less than 5 % chance to reach 200"


def test_in_triage_a_share_kept_that_is_too_low_counts_more_than_the_model() -> None:
    cell = replace(
        HALF, candidates=70, checked=40, kept=10, relabelled=0, discarded=30, quota=28, order=Order(triage=True)
    )
    assert (
        ahead([cell], [], lambda _: CellChances((0.9,) * 30, (0.3,) * 40))[cell.cell]
        == "30 candidates left: less than 5 % chance to reach 28"
    )


def test_no_looks_are_foretold_where_nothing_waits() -> None:
    settled = replace(HALF, candidates=60, checked=60, kept=20, relabelled=0, discarded=5, disputed=35, quota=40)
    assert settled.order.estimates and forecast(settled, unknown) is None


def test_a_quota_that_is_nearly_sure_has_an_end_and_a_time() -> None:
    nearly = Forecast(np.array([80.0] * 96 + [inf] * 4))  # a chance of 96 %: beyond the 95 % interval nothing suffices
    verdicts = [decision(f"c{n}", milliseconds=3000) for n in range(40)]
    cell = replace(HALF, candidates=171 + 100)
    said = to_go(nearly, cell, [verdict.milliseconds / 1000 for verdict in verdicts])
    assert said == "about 81 to go [80–100], 4 minutes [4–5]"


def test_a_long_time_is_given_in_hours() -> None:
    assert in_hours(Forecast(np.array([2.0, 2.25, 3.0]))) == "2.2 hours [2.0–3.0]"
    assert in_hours(Forecast(np.array([0.001]))) == "1 minute [1–1]"

"""A day's work: what was decided since midnight and how fast, without pauses and what was taken back."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from core.records import Decision, Verdict
from curation.quality.day import FEWEST, DaysWork, midnight
from tests.data.store.store_data import START, decision


def work(*events: Decision) -> DaysWork:
    made = DaysWork(START)
    for event in events:
        made.add(event)
    return made


def at(seconds: float, id_: str = "", verdict: Verdict = Verdict.KEEP) -> Decision:
    moment = START + timedelta(seconds=seconds)
    return decision("c", verdict, id=id_ or f"at-{seconds}", at=moment)


def test_verdicts_count_once_and_skips_flags_settlements_and_yesterday_do_not() -> None:
    settled = decision("c", minute=1, id="settled", settles=True)
    others = [decision("c", verdict, minute=2) for verdict in (Verdict.SKIP, Verdict.FLAG)]
    assert work(at(-1, "yesterday"), at(0, "first"), at(5, "next"), at(5, "next"), settled, *others).decisions == 2


def test_what_was_taken_back_does_not_count_even_when_it_is_sent_again() -> None:
    undo = decision("c", Verdict.UNDO, minute=1, undoes="one")
    assert work(at(1, "one"), at(2, "two"), undo, at(1, "one")).decisions == 1


def test_the_pace_leaves_pauses_out() -> None:
    # stretches of 10 s, then a pause of an hour: one verdict each 10 s is 360 an hour
    assert work(*(at(10 * n) for n in range(FEWEST + 2)), at(3660)).per_hour == pytest.approx(360)


def test_too_few_verdicts_or_all_at_once_are_no_pace() -> None:
    assert work(*(at(10 * n) for n in range(FEWEST))).per_hour is None
    assert work(*(at(10 * n) for n in range(FEWEST + 1))).per_hour == pytest.approx(360)
    assert work(*(at(0, str(n)) for n in range(FEWEST + 4))).per_hour is None
    assert DaysWork(START).per_hour is None


def test_the_pace_is_that_of_the_latest() -> None:
    slow = [at(60 * n, f"slow-{n}") for n in range(50)]
    fast = [at(3000 + 6 * n, f"fast-{n}") for n in range(41)]
    assert all(one.at < other.at for one, other in pairwise([*slow, *fast]))
    assert work(*slow, *fast).per_hour == pytest.approx(600)


@pytest.mark.parametrize(
    ("behind", "began"),
    [
        (0, datetime(2026, 3, 5, 0, 0, tzinfo=UTC)),
        (300, datetime(2026, 3, 4, 5, 0, tzinfo=UTC)),  # the evening of the 4th in New York
        (-540, datetime(2026, 3, 4, 15, 0, tzinfo=UTC)),  # the morning of the 5th in Tokyo
    ],
)
def test_the_day_begins_at_midnight_where_the_clock_hangs(behind: int, began: datetime) -> None:
    assert midnight(datetime(2026, 3, 5, 2, 30, tzinfo=UTC), behind) == began

"""What was curated by the end of each day, counted by hand."""

from datetime import date, timedelta

from curation.burn_up import burn_up
from curation.resolve import CandidateStatus, Outcome
from tests.data.store.store_data import START


def outcome(day: int, standing: CandidateStatus = CandidateStatus.KEPT) -> Outcome:
    return Outcome(f"c{day}", standing, ("Ann",), START + timedelta(days=day))


def test_each_day_counts_what_was_collected_until_then_up_to_the_quota() -> None:
    first = [outcome(3), outcome(0), outcome(0, CandidateStatus.RELABELLED), outcome(1, CandidateStatus.DISCARDED)]
    second = [outcome(1), outcome(1), outcome(2)]  # of two wanted
    day = START.date()
    found = burn_up([(first, 5), (second, 2)])
    assert found == [(day + timedelta(days=n), count) for n, count in enumerate((2, 4, 4, 5))]
    assert burn_up([([outcome(1, CandidateStatus.DISCARDED)], 5)]) == []
    assert all(isinstance(at, date) for at, _ in found)

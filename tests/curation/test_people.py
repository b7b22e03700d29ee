"""What each person decided, and why: small logs, counted by hand."""

from core.records import Verdict
from curation.decision_log import DecisionLog
from curation.people import PersonTally, by_person, discard_reasons, tally
from tests.data.store.store_data import CELL, decision

GOLD = {"c": "thing", "d": "place", "e": "thing"}
KEEP, DISCARD, RELABEL, SKIP, UNDO = Verdict.KEEP, Verdict.DISCARD, Verdict.RELABEL, Verdict.SKIP, Verdict.UNDO


def test_the_latest_verdict_of_each_person_on_each_candidate_counts() -> None:
    taken_back = decision("e", DISCARD, minute=5)
    log = DecisionLog(
        CELL,
        GOLD,
        [
            decision("c", KEEP, "ann", 0, milliseconds=900),
            decision("c", DISCARD, "ann", 1, milliseconds=2000),  # instead of the keep before it
            decision("d", RELABEL, "ann", 2, milliseconds=1000),  # to "place", which it was: a keep
            decision("e", RELABEL, "ann", 3, milliseconds=4000),
            taken_back,
            decision("e", UNDO, minute=6, undoes=taken_back.id),
            decision("c", KEEP, "bob", 3),
            decision("d", SKIP, "bob", 4),
        ],
    )
    # ann: 2000, 1000 and 4000 ms, of which 2000 is in the middle; bob's one verdict was not timed
    assert by_person(log.verdicts()) == [PersonTally("ann", 1, 1, 1, 2000), PersonTally("bob", 1, 0, 0, None)]
    assert by_person(log.verdicts())[0].decided == 3


def test_reasons_are_counted_the_commonest_first() -> None:
    reasons = ("other", "no sense", "unclear", "no sense", "")
    discarded = [decision(str(n), DISCARD, reason=reason) for n, reason in enumerate(reasons)]
    assert list(discard_reasons([*discarded, decision("k")]).items()) == [
        ("no sense", 2), ("", 1), ("other", 1), ("unclear", 1),
    ]  # fmt: skip


def test_nobody_and_nothing() -> None:
    assert by_person([]) == []
    assert discard_reasons([]) == {}


def test_a_tally_takes_the_median_of_measured_times_without_skips() -> None:
    timed = [decision(name, milliseconds=n) for name, n in (("c", 1000), ("d", 0), ("e", 1), ("f", 3000))]
    found = tally("ann", [*timed, decision("g", SKIP, milliseconds=9000)])
    assert (found.decided, found.skipped, found.median_milliseconds) == (4, 1, 1000)  # of 1, 1000 and 3000
    assert tally("eve", []) == PersonTally("eve", 0, 0, 0, None)

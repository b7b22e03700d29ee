"""The looks at a cell, as its decisions tell."""

from core.records import Verdict
from curation.decision_log import DecisionLog
from curation.triage.rate import Review
from curation.triage.reviews import candidates_of, looks_of
from tests.data.store.store_data import CELL, decision

GOLD = dict.fromkeys("cdefg", "thing")


def test_looks_come_in_the_order_of_their_verdicts_and_what_triage_logged_is_known() -> None:
    log = DecisionLog(
        CELL,
        GOLD,
        [
            decision("e", Verdict.DISCARD, minute=2, propensity=0.2, drawn_from=3),
            decision("d", minute=1, propensity=0.8),
            decision("c", minute=0),
            decision("f", Verdict.SKIP, minute=3),
        ],
    )
    assert looks_of(log) == [Review(True, 5), Review(True, 0, True), Review(False, 3, True)]
    assert candidates_of(log) == 5


def test_where_nothing_was_handed_out_in_triage_order_nothing_is_logged() -> None:
    log = DecisionLog(CELL, GOLD, [decision("c", minute=0), decision("d", Verdict.DISCARD, minute=1)])
    assert looks_of(log) == [Review(True, 0, False), Review(False, 0, False)]

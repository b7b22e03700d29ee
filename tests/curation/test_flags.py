"""Flags stand until they are taken back or settled, and change nothing that people decided."""

from itertools import permutations

from core.records import Verdict
from curation.decision_log import DecisionLog
from curation.people import tally
from curation.resolve import open_flags, resolve, standing_decisions
from tests.data.store.store_data import CELL, decision

KEEP = decision("c", Verdict.KEEP, "ann", 1, id="keep")
FLAG = decision("c", Verdict.FLAG, "ann", 2, id="flag", note="still a question?")
BOBS = decision("c", Verdict.FLAG, "bob", 3, id="bobs")
BACK = decision("c", Verdict.UNDO, "ann", 4, id="back", undoes="flag")
SETTLED = decision("c", Verdict.FLAG, "eve", 5, id="settled", settles=True)
LATER = decision("c", Verdict.FLAG, "ann", 6, id="later")


def ids(*events: object) -> list[str]:
    return [flag.id for flag in open_flags(events)]  # type: ignore[arg-type]


def test_a_flag_stands_until_its_author_takes_it_back() -> None:
    assert ids(KEEP, FLAG, BOBS) == ["flag", "bobs"]
    assert ids(KEEP, FLAG, BOBS, BACK) == ["bobs"]


def test_each_persons_latest_flag_on_a_sample_counts() -> None:
    assert ids(FLAG, LATER) == ["later"]
    assert ids(FLAG, decision("d", Verdict.FLAG, "ann", 6, id="other")) == ["flag", "other"]


def test_taking_back_a_flag_that_was_put_anew_leaves_none() -> None:
    back = decision("c", Verdict.UNDO, "ann", 7, id="no more", undoes="later")
    again = decision("c", Verdict.FLAG, "ann", 8, id="again")
    for events in permutations((FLAG, BOBS, LATER, back)):
        assert ids(*events) == ["bobs"]
        assert ids(*events, again) == ["bobs", "again"]


def test_settling_ends_all_flags_before_it_on_that_sample_alone() -> None:
    elsewhere = decision("d", Verdict.FLAG, "bob", 1, id="elsewhere")
    assert ids(elsewhere, FLAG, BOBS, SETTLED, LATER) == ["elsewhere", "later"]


def test_the_order_of_arrival_does_not_matter_and_twice_is_once() -> None:
    for events in permutations((FLAG, BOBS, SETTLED, LATER)):
        assert ids(*events, *events) == ["later"]


def test_a_flag_is_no_decision() -> None:
    assert standing_decisions([KEEP, FLAG]) == [KEEP]
    assert resolve([KEEP, FLAG, SETTLED]) == resolve([KEEP])
    assert resolve([FLAG, SETTLED]) == {}


def test_a_log_knows_the_open_flags_of_its_cell_and_counts_them_nowhere() -> None:
    log = DecisionLog(CELL, {"c": "thing"}, [KEEP, FLAG])
    plain = DecisionLog(CELL, {"c": "thing"}, [KEEP])
    assert (log.outcomes, log.verdicts()) == (plain.outcomes, plain.verdicts())
    assert tally("ann", log.standing("ann")) == tally("ann", plain.standing("ann"))
    assert log.standing("ann") == [KEEP]
    assert log.flags() == [FLAG]
    log.add([BACK])
    assert log.flags() == []

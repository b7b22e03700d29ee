"""What comes next for whom."""

from core.records import Verdict
from curation.queue import Claims, open_to, waiting
from curation.resolve import resolve
from tests.data.store.store_data import decision

ALL = ["a", "b", "c", "d"]


def test_the_line_is_in_order_without_what_is_decided() -> None:
    outcomes = resolve([decision("b"), decision("d", Verdict.DISCARD, "bob")])
    assert list(waiting(ALL, outcomes, "ann")) == ["a", "c"]


def test_what_one_skipped_comes_last_for_oneself_only() -> None:
    outcomes = resolve([decision("b", Verdict.SKIP, minute=1), decision("a", Verdict.SKIP, minute=2)])
    assert list(waiting(ALL, outcomes, "ann")) == ["c", "d", "b", "a"]
    assert list(waiting(ALL, outcomes, "bob")) == ["a", "b", "c", "d"]


def test_a_claim_holds_while_its_holder_is_heard_of() -> None:
    claims = Claims(lasting=10)
    claims.renew("ann", 0)
    claims.take(["a", "b"], "ann", 0)
    assert list(open_to(ALL, claims, "bob", 5)) == ["c", "d"]
    assert list(open_to(ALL, claims, "ann", 5, exclude={"a"})) == ["b", "c", "d"]
    claims.renew("ann", 8)
    assert not claims.open_to("a", "bob", 17)
    assert claims.open_to("a", "bob", 18)  # 10 after 8


def test_a_claim_lasts_ten_minutes_by_itself_and_lapses_to_the_second() -> None:
    claims = Claims()
    claims.take(["a"], "ann", 0)
    assert not claims.open_to("a", "bob", 599.9)
    assert claims.open_to("a", "bob", 600)
    claims.renew("ann", 600)  # back at the very second: too late
    claims.renew("ann", 601)
    assert claims.open_to("a", "bob", 601)
    assert claims.open_to("never given", "bob", 601)


def test_who_is_late_loses_what_they_hold_and_nobody_else_does() -> None:
    claims = Claims(lasting=10)
    claims.take(["a"], "ann", 100)
    claims.take(["b"], "bob", 105)
    claims.renew("ann", 109)  # in time: nothing changes
    assert not claims.open_to("a", "bob", 112)
    claims.renew("ann", 119)
    assert claims.open_to("a", "eve", 112)
    claims.renew("bob", 112)
    assert not claims.open_to("b", "eve", 121)


def test_who_comes_back_too_late_has_lost_their_claims() -> None:
    claims = Claims(lasting=10)
    claims.take(["a"], "ann", 0)
    claims.renew("ann", 11)
    assert claims.open_to("a", "bob", 11)
    claims.take(["a"], "bob", 11)
    assert not claims.open_to("a", "ann", 12)

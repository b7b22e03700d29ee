"""What comes next for whom."""

import pytest

from core.records import Verdict
from curation.queue import LEFT_SECONDS, Claims, OpenSlots, open_to, waiting
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
    claims = Claims()
    claims.renew("ann", 0)
    claims.take(["a", "b"], "ann", 0)
    assert list(open_to(ALL, claims, "bob", 300)) == ["c", "d"]
    assert list(open_to(ALL, claims, "ann", 300)) == ALL
    claims.renew("ann", 480)
    assert not claims.open_to("a", "bob", 1079)
    assert claims.open_to("a", "bob", 1080)  # ten minutes after


def test_who_closes_the_page_has_what_they_held_a_little_longer_and_all_of_it_when_they_load_it_anew() -> None:
    claims = Claims()
    claims.take(["a"], "ann", 0)
    claims.leave("ann", 100)
    claims.leave("eve", 100)  # who never held anything
    assert not claims.open_to("a", "bob", 100 + LEFT_SECONDS - 1)
    assert claims.open_to("a", "bob", 100 + LEFT_SECONDS)
    claims.renew("ann", 105)
    assert not claims.open_to("a", "bob", 600)


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
    claims = Claims()
    claims.take(["a"], "ann", 0)
    claims.take(["b"], "bob", 300)
    claims.renew("ann", 540)  # in time: nothing changes
    assert not claims.open_to("a", "bob", 720)
    claims.renew("ann", 1140)
    assert claims.open_to("a", "eve", 720)
    claims.renew("bob", 720)
    assert not claims.open_to("b", "eve", 1260)


def test_who_comes_back_too_late_has_lost_their_claims() -> None:
    claims = Claims()
    claims.take(["a"], "ann", 0)
    claims.renew("ann", 601)
    assert claims.open_to("a", "bob", 601)
    claims.take(["a"], "bob", 601)
    assert not claims.open_to("a", "ann", 602)


@pytest.mark.parametrize(
    ("places", "taken", "people", "part", "free"),
    [
        (9, 0, 1, 9, 9),
        (9, 0, 2, 4, 4),  # an even part, rounded down: together never more than there are places
        (9, 6, 2, 4, 3),  # less than a part is left
        (9, 5, 2, 4, 4),
        (2, 0, 5, 1, 1),  # more people than places: one each, while there are any
        (2, 2, 5, 1, 0),
        (0, 0, 1, 1, 0),
        (3, 0, 0, 3, 3),
    ],
)
def test_everybody_may_hold_an_even_part_of_the_open_places(
    places: int, taken: int, people: int, part: int, free: int
) -> None:
    room = OpenSlots(places, {f"t{n}" for n in range(taken)}, people)
    assert (room.part, room.free) == (part, free)
    assert OpenSlots(places).part == max(1, places)  # who is alone holds all


def test_who_came_gets_as_many_new_ones_as_are_free_and_any_that_somebody_has_judged() -> None:
    outcomes = resolve([decision("d", annotator="bob")])
    line = ["t0", "a", "b", "c", "d", "e", "t1"]
    room = OpenSlots(4, {"t0", "t1"}, 2)  # two are free
    assert list(room.within(line, outcomes, lambda: {"d", "t1"})) == ["t0", "a", "b", "d", "t1"]
    looked_through = iter(line)
    assert list(room.within(looked_through, outcomes, lambda: {"t0"})) == ["t0", "a", "b"]
    assert next(looked_through) == "d"  # of those that could still come all did: nobody looks further

"""What is refused as a decision, each fault by itself, with the sentence that says so."""

from dataclasses import replace
from datetime import datetime

import pytest

from core.errors import BadInput
from core.records import Decision, Verdict
from curation.rules import LONGEST_NOTE, check, check_undo, same_event
from tests.data.store.store_data import decision

KEEP, RELABEL, DISCARD, SKIP, UNDO, *_ = Verdict


@pytest.mark.parametrize("verdict", [KEEP, RELABEL, DISCARD, SKIP])
def test_a_whole_decision_passes(verdict: Verdict) -> None:
    check(decision("c", verdict, undoes=""))


def test_values_at_the_very_bounds_pass() -> None:
    check(decision("c", UNDO, undoes="d1"))
    for milliseconds in (0, 1, 2**53 - 1):
        check(decision("c", milliseconds=milliseconds))
    check(decision("c", note="x" * LONGEST_NOTE))
    check(decision("c", label="élan \U0001f600", reason="", note="\x00"))


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (decision("c", id=""), "needs an id and the id of its candidate"),
        (decision(""), "needs an id and the id of its candidate"),
        (decision("c", annotator=" \t"), "needs its annotator's name"),
        (decision("c", at=datetime(2026, 1, 1)), r"The decision time 2026-01-01 00:00:00 has no time zone"),
        (decision("c", RELABEL, label=" "), "needs the new label"),
        (decision("c", DISCARD, reason=" "), "needs a reason"),
        (decision("c", UNDO), "needs the id of the decision to undo"),
        (decision("c", milliseconds=-1), "can't have taken -1 milliseconds"),
        (decision("c", milliseconds=2**53), f"can't have taken {2**53} milliseconds"),
        (decision("c", note="x" * (LONGEST_NOTE + 1)), "has 10001 characters; shorten it to 10000"),
        *(
            (decision("c", **{field: "a\ud800"}), r"has a broken character \('\\ud800'\)")
            for field in ("id", "annotator", "label", "reason", "note", "undoes")
        ),
    ],
)
def test_a_fault_is_named(broken: Decision, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        check(broken)


def test_only_ones_own_verdict_on_the_same_sample_can_be_taken_back() -> None:
    kept, elsewhere = decision("c"), decision("other")
    undo = decision("c", UNDO, undoes=kept.id)
    check_undo(undo, [elsewhere, kept])
    with pytest.raises(BadInput, match=f"no decision '{kept.id}' on this sample"):
        check_undo(undo, [elsewhere])
    with pytest.raises(BadInput, match=f"no decision '{elsewhere.id}' on this sample"):
        check_undo(decision("c", UNDO, undoes=elsewhere.id), [elsewhere, kept])
    with pytest.raises(BadInput, match="'ann' made this decision; only this person"):
        check_undo(decision("c", UNDO, "bob", undoes=kept.id), [kept])
    with pytest.raises(BadInput, match="An undo can't be undone"):
        check_undo(decision("c", UNDO, undoes=undo.id), [kept, undo])


def test_an_event_sent_twice_is_the_same_by_who_said_what_of_which() -> None:
    one = decision("c")
    assert same_event(one, decision("c", minute=5, milliseconds=9, second=True, id=one.id))
    assert not same_event(one, replace(one, note="later"))
    assert not same_event(one, decision("d"))
    assert not same_event(one, decision("c", SKIP))
    assert not same_event(one, decision("c", annotator="bob"))

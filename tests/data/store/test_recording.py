"""What is taken as a decision, once, and what is refused with all it came with."""

from dataclasses import replace
from datetime import datetime

import pytest

from core.errors import BadInput
from core.records import Verdict
from data.store import Store
from tests.data.store.store_data import CELL, candidate, decision


def test_sending_a_decision_again_changes_nothing(filled: Store) -> None:
    one = decision(candidate(0).id)
    assert filled.record([one, one]) == {one.id}
    assert filled.record([one]) == {one.id}
    assert filled.decisions(CELL) == [one]
    assert len(filled._journal.path.read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"candidate_id": "nobody"}, "no candidate 'nobody'"),
        ({"annotator": "  "}, "needs the name"),
        ({"verdict": Verdict.RELABEL}, "needs the new label"),
        ({"verdict": Verdict.DISCARD, "reason": " "}, "needs a reason"),
        ({"verdict": Verdict.UNDO}, "needs the id of the decision"),
        ({"verdict": Verdict.UNDO, "undoes": "unknown"}, "no decision 'unknown' on this sample"),
        ({"note": "half \ud800"}, "half a character"),
        ({"note": "x" * 10_001}, "shorten it"),
        ({"at": datetime(2026, 1, 1)}, "no time zone"),
        ({"milliseconds": -1}, "can't have taken -1"),
        ({"id": ""}, "needs an id"),
    ],
)
def test_a_wrong_decision_is_refused_with_all_it_came_with(filled: Store, wrong: dict[str, object], said: str) -> None:
    good = decision(candidate(0).id)
    with pytest.raises(BadInput, match=said):
        filled.record([good, replace(decision(candidate(1).id), **wrong)])
    assert filled.decisions(CELL) == []
    assert filled._journal.path.read_bytes() == b""


def test_an_undo_of_what_is_not_ones_own_is_refused(filled: Store) -> None:
    kept = decision(candidate(0).id)
    undo = decision(candidate(0).id, Verdict.UNDO, undoes=kept.id)
    filled.record([kept, undo])
    with pytest.raises(BadInput, match="made by 'ann'"):
        filled.record([decision(candidate(0).id, Verdict.UNDO, "bob", undoes=kept.id)])
    with pytest.raises(BadInput, match="on this sample"):
        filled.record([decision(candidate(1).id, Verdict.UNDO, undoes=kept.id)])
    with pytest.raises(BadInput, match="can't be undone"):
        filled.record([decision(candidate(0).id, Verdict.UNDO, undoes=undo.id)])


def test_an_id_stands_for_one_decision(filled: Store) -> None:
    kept = decision(candidate(0).id)
    filled.record([kept])
    with pytest.raises(BadInput, match="belongs to another decision"):
        filled.record([decision(candidate(1).id, id=kept.id)])

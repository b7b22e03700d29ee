"""What is taken as a decision, once, and what is refused with all it came with."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from core.errors import BadInput
from core.records import Verdict
from data.store import Store
from data.store.statements import decision_columns
from data.workspace import Workspace
from tests.data.store.store_data import CELL, START, candidate, decision

ROOT = Path(__file__).parents[3]
RECORD = """
import sys
from pathlib import Path
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision
store = Store.open(Workspace(Path(sys.argv[1])))
store.record([decision(candidate(0).id)])
print(store.decisions(CELL)[0].at)
"""


def test_sending_a_decision_again_changes_nothing(filled: Store, workspace: Workspace) -> None:
    one = decision(candidate(0).id)
    assert filled.record([one, one]) == {one.id}
    assert filled.record([one]) == {one.id}
    assert filled.decisions(CELL) == [one]
    assert len(workspace.journal.read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"candidate_id": "nobody"}, "no candidate 'nobody'"),
        ({"annotator": "  "}, "needs its annotator's name"),
        ({"verdict": Verdict.RELABEL}, "needs the new label"),
        ({"verdict": Verdict.DISCARD, "reason": " "}, "needs a reason"),
        ({"verdict": Verdict.UNDO}, "needs the id of the decision"),
        ({"verdict": Verdict.UNDO, "undoes": "unknown"}, "no decision 'unknown' on this sample"),
        ({"note": "half \ud800"}, "a broken character"),
        ({"note": "x" * 10_001}, "shorten it"),
        ({"at": datetime(2026, 1, 1)}, "no time zone"),
        ({"milliseconds": -1}, "can't have taken -1"),
        ({"id": ""}, "needs an id"),
    ],
)
def test_a_wrong_decision_is_refused_with_all_it_came_with(
    filled: Store, workspace: Workspace, wrong: dict[str, object], said: str
) -> None:
    good = decision(candidate(0).id)
    with pytest.raises(BadInput, match=said):
        filled.record([good, replace(decision(candidate(1).id), **wrong)])
    assert filled.decisions(CELL) == []
    assert workspace.journal.read_bytes() == b""


def test_a_machine_that_is_not_in_utc_stores_the_same_moments(filled: Store, workspace: Workspace) -> None:
    filled.close()
    command = [sys.executable, "-c", RECORD, str(workspace.root)]
    zone = {**os.environ, "TZ": "Asia/Tokyo"}
    said = subprocess.run(command, cwd=ROOT, env=zone, capture_output=True, text=True, check=True)
    assert said.stdout == "2026-01-01 00:00:00+00:00\n"
    store = Store.open(workspace)
    assert [d.at for d in store.decisions(CELL)] == [START]
    store.close()


def test_a_moment_goes_into_the_table_as_utc() -> None:
    there = START.astimezone(timezone(timedelta(hours=9)))
    assert decision_columns([decision("c", at=there)])[4] == [START.replace(tzinfo=None)]


def test_an_undo_of_what_is_not_ones_own_is_refused(filled: Store) -> None:
    kept = decision(candidate(0).id)
    undo = decision(candidate(0).id, Verdict.UNDO, undoes=kept.id)
    filled.record([kept, undo])
    with pytest.raises(BadInput, match="'ann' made this decision"):
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


@pytest.mark.parametrize(
    ("made", "again"),
    [
        ({"note": "sure"}, {"note": "not sure"}),
        ({"verdict": Verdict.RELABEL, "label": "place"}, {"label": "person"}),
        ({"verdict": Verdict.DISCARD, "reason": "no sense"}, {"reason": "no change"}),
    ],
)
def test_what_is_said_otherwise_under_the_same_id_is_refused(
    filled: Store, workspace: Workspace, made: dict[str, object], again: dict[str, object]
) -> None:
    first = replace(decision(candidate(0).id), **made)
    filled.record([first])
    before = workspace.journal.read_bytes()
    with pytest.raises(BadInput, match="belongs to another decision"):
        filled.record([replace(first, **again)])
    with pytest.raises(BadInput, match="belongs to another decision"):
        filled.record([decision(candidate(1).id), replace(first, **again)])
    assert filled.record([replace(first, milliseconds=7, second=True)]) == {first.id}  # what the server notes anew
    assert filled.decisions(CELL) == [first]
    assert workspace.journal.read_bytes() == before

"""The load tests themselves, small: what they count is right, and what goes wrong they notice."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.records import Verdict
from tests.data.store.store_data import decision
from tests.load.seen import Seen, compare

ROOT = Path(__file__).parents[2]


def told(*saved: str) -> Seen:
    seen = Seen()
    for id_ in saved:
        seen.note("ann", "made", {"id": id_})
        seen.note("ann", "saved", {"id": id_, "waited": 1.0, "answered": 1.0})
    return seen


def test_what_was_called_saved_and_is_not_stored_is_lost() -> None:
    kept = replace(decision("c1"), id="a")
    assert compare(told("a", "b"), [kept]).lost == ("b",)
    assert compare(told("a"), [kept]).faults == 0


def test_what_is_stored_twice_or_was_made_by_nobody_or_another_is_a_fault() -> None:
    kept = replace(decision("c1"), id="a")
    assert compare(told("a"), [kept, kept]).doubled == ("a",)
    assert compare(told(), [kept]).unknown == ("a",)
    assert compare(told("a"), [replace(kept, annotator="bob")]).misassigned == ("a",)


def test_two_peoples_verdicts_on_one_sample_are_a_fault_unless_one_is_a_second_opinion_or_taken_back() -> None:
    mine, theirs = replace(decision("c1"), id="a"), replace(decision("c1", annotator="bob"), id="b")
    seen = told("a")
    seen.note("bob", "made", {"id": "b"})
    assert compare(seen, [mine, theirs]).twice == ("c1",)
    second = compare(seen, [mine, replace(theirs, second=True)])
    assert (second.twice, second.second) == ((), ("b",))
    undo = replace(decision("c1", Verdict.UNDO), id="u", undoes="a")
    assert compare(seen, [mine, undo, theirs]).twice == ()


def test_a_sample_that_was_judged_and_shown_again_is_a_fault_unless_it_was_taken_back_or_skipped() -> None:
    first, second = replace(decision("c1"), id="a"), replace(decision("c1", Verdict.DISCARD, minute=1), id="b")
    undo = replace(decision("c1", Verdict.UNDO), id="u", undoes="a")
    skipped = replace(first, verdict=Verdict.SKIP)
    assert compare(told("a", "b"), [first, second]).again == ("b",)
    assert compare(told("a", "b", "u"), [first, undo, second]).faults == 0
    assert compare(told("a", "b"), [skipped, second]).faults == 0
    seen = told("a", "c")
    gone = replace(decision("c1", Verdict.SKIP, minute=2), id="c")
    seen.note("bob", "made", {"id": "d"})
    theirs = replace(decision("c1", annotator="bob"), id="d")
    assert compare(seen, [first, gone, theirs]).twice == ()  # it went to somebody else because it was skipped
    assert compare(seen, [first, gone, theirs]).again == ("c",)


@pytest.mark.e2e
def test_a_small_team_loses_nothing_through_a_kill_and_a_cut() -> None:
    pytest.importorskip("playwright.async_api", reason="needs the packages of requirements-dev.txt")
    few = ["--people", "2", "--wires", "3", "--minutes", "0.1", "--kills", "1", "--cut", "8", "--think", "1"]
    command = [sys.executable, "-m", "tests.load.curation", "kills", "cut", "one", "protocol", "back", *few]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr

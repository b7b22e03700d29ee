"""A verdict that comes too late, when somebody else has the sample: a second opinion, marked, and no dispute."""

from collections.abc import Sequence

import pytest

from core.records import Decision, Verdict
from curation import queue
from data.store import Store, assignments
from data.store.export import curated_table, decisions_table
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that have gone by; adding to them lets leases lapse."""
    seconds = [0.0]
    monkeypatch.setattr(assignments, "monotonic", lambda: seconds[0])
    return seconds


def handed(store: Store, annotator: str, n: int = 2) -> list[str]:
    return [item.candidate.id for item in store.desk(CELL, annotator, n)]


def receive(store: Store, *decisions: Decision) -> Sequence[Decision]:
    """What is stored of these, in the order they came."""
    ids = store.receive(decisions)
    return [d for d in store.decisions(CELL) if d.id in ids]


def test_who_leaves_a_desk_alone_loses_the_samples_and_hears_of_it(filled: Store, later: list[float]) -> None:
    first = handed(filled, "ann")
    assert filled.lost(CELL, "ann", first) == []
    later[0] += queue.CLAIM_SECONDS + 1
    assert filled.lost(CELL, "ann", first) == []  # nobody else wants them
    assert handed(filled, "bob", 1) == first[:1]
    assert filled.lost(CELL, "ann", first) == first[:1]
    assert first[0] not in handed(filled, "ann")


def test_a_late_verdict_is_a_second_opinion_whoever_is_first_to_give_it(filled: Store, later: list[float]) -> None:
    (sample,) = handed(filled, "ann", 1)
    later[0] += queue.CLAIM_SECONDS + 1
    assert handed(filled, "bob", 1) == [sample]
    (late,) = receive(filled, decision(sample, Verdict.DISCARD, "ann"))
    assert late.second
    assert filled.progress(CELL).discarded == 1  # so far it is all there is
    (own,) = receive(filled, decision(sample, Verdict.KEEP, "bob", minute=1))
    assert not own.second
    progress = filled.progress(CELL)
    assert (progress.kept, progress.discarded, progress.disputed, progress.doubted) == (1, 0, 0, 1)
    (kept,) = filled.curated(CELL)
    assert (kept.annotators, kept.doubted_by) == (("bob",), ("ann",))


def test_one_that_agrees_doubts_nothing(filled: Store, later: list[float]) -> None:
    (sample,) = handed(filled, "ann", 1)
    later[0] += queue.CLAIM_SECONDS + 1
    handed(filled, "bob", 1)
    receive(filled, decision(sample, Verdict.KEEP, "bob"), decision(sample, Verdict.KEEP, "ann"))
    assert filled.progress(CELL).doubted == 0
    assert filled.curated(CELL)[0].annotators == ("bob",)


def test_a_second_opinion_that_is_given_again_stays_one_and_ones_own_first_verdict_stays_first(
    filled: Store, later: list[float]
) -> None:
    (sample,) = handed(filled, "ann", 1)
    receive(filled, decision(sample, Verdict.KEEP, "ann"))
    first, second = receive(
        filled, decision(sample, Verdict.DISCARD, "bob", minute=1), decision(sample, Verdict.KEEP, "ann", minute=2)
    )
    assert (first.second, second.second) == (True, False)
    (again,) = receive(filled, decision(sample, Verdict.RELABEL, "bob", minute=3))
    assert again.second
    assert filled.progress(CELL).kept == 1


def test_a_verdict_on_what_one_skipped_is_late_where_somebody_else_judged_it_meanwhile(
    filled: Store, later: list[float]
) -> None:
    (sample,) = handed(filled, "ann", 1)
    receive(filled, decision(sample, Verdict.SKIP, "ann"))
    assert sample not in handed(filled, "bob")
    later[0] += queue.RESTING
    assert sample in handed(filled, "bob")
    receive(filled, decision(sample, Verdict.KEEP, "bob", minute=1))
    (late,) = receive(filled, decision(sample, Verdict.DISCARD, "ann", minute=2))
    assert late.second
    progress = filled.progress(CELL)
    assert (progress.kept, progress.disputed, progress.doubted) == (1, 0, 1)


def test_undoing_and_skipping_are_no_opinions(filled: Store) -> None:
    (sample,) = handed(filled, "ann", 1)
    receive(filled, decision(sample, Verdict.KEEP, "ann", id="first"))
    (skip,) = receive(filled, decision(sample, Verdict.SKIP, "bob"))
    (undo,) = receive(filled, decision(sample, Verdict.UNDO, "ann", undoes="first"))
    assert not skip.second
    assert not undo.second


def test_it_lasts_and_is_taken_away_with_the_rest(filled: Store, workspace: Workspace) -> None:
    (sample,) = handed(filled, "ann", 1)
    receive(filled, decision(sample, Verdict.KEEP, "ann"), decision(sample, Verdict.DISCARD, "bob", minute=1))
    filled.close()
    workspace.database.unlink()  # the journal alone knows it as well
    filled.rebuild(workspace)
    opened = Store.open(workspace)
    try:
        rows = decisions_table(opened).to_pylist()
        assert {row["annotator"]: row["second"] for row in rows} == {"ann": False, "bob": True}
        assert curated_table(opened).to_pylist()[0]["doubted_by"] == ["bob"]
        assert opened.progress(CELL).doubted == 1
    finally:
        opened.close()


def test_a_candidate_nobody_handed_out_is_first_come_first_served(filled: Store) -> None:
    (one,) = receive(filled, decision(candidate(4).id, Verdict.KEEP, "bob"))
    assert not one.second

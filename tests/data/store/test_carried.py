"""What reads the same is handed out once, and what is decided about it holds wherever it stands."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.records import Candidate, CuratedSample, FieldRewrite, Verdict
from core.rewrite import Rewrite
from core.severity import pps
from curation.agreement import agreement
from data.store import Store
from data.store.cell_states import CELLS_AT_HAND
from data.store.export import curated_table
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, write_job
from tools.candidates import hand_in

ELSEWHERE = replace(CELL, dataset="other")


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    """Five texts at PPS 2, three of them at PPS 3 as well, and one in another data set."""
    opened = Store.open(workspace)
    for number, (cell, size) in enumerate([(CELL, 5), (OTHER, 3), (ELSEWHERE, 1)]):
        opened.ingest(write_job(workspace, range(size), cell=cell, job=f"job-{number}"))
    yield opened
    opened.close()


def kept(store: Store) -> list[int]:
    return [store.progress(cell).kept for cell in (CELL, OTHER, ELSEWHERE)]


def test_a_verdict_holds_in_the_other_cells_of_its_data_set_and_goes_with_its_undo(store: Store) -> None:
    made = decision(candidate(1, OTHER).id)
    store.record([made])
    assert kept(store) == [1, 1, 0]
    assert store.curated(CELL) == [
        CuratedSample(candidate(1).id, "sample-1", "thing", False, ("ann",), made.candidate_id)
    ]
    assert store.decisions(CELL) == []
    assert candidate(1).id not in [item.candidate.id for item in store.desk(CELL, "bob")]
    store.record([decision(candidate(1, OTHER).id, Verdict.UNDO, undoes=made.id, minute=1)])
    assert kept(store) == [0, 0, 0]
    assert candidate(1).id in [item.candidate.id for item in store.desk(CELL, "bob")]


def test_what_was_carried_is_listed_and_can_be_decided_otherwise(store: Store) -> None:
    made = decision(candidate(1).id)
    store.record([made])
    (carried,) = store.carried(OTHER, "ann")
    assert (carried.item.candidate.id, carried.decision.id) == (candidate(1, OTHER).id, made.id)
    assert (carried.carried_from, carried.copies) == (CELL, 2)
    assert store.recent(OTHER, "ann") == store.carried(OTHER, "bob") == store.carried(CELL, "ann") == []
    assert [(r.carried_from, r.copies) for r in store.recent(CELL, "ann")] == [(None, 2)]
    store.record([decision(candidate(1, OTHER).id, Verdict.DISCARD, minute=1)])
    assert [store.progress(cell).discarded for cell in (CELL, OTHER)] == [0, 1]
    assert store.carried(OTHER, "ann") == []


def test_a_closed_and_a_rebuilt_store_say_the_same(store: Store, workspace: Workspace) -> None:
    store.record([decision(candidate(0).id), decision(candidate(2, OTHER).id, Verdict.RELABEL)])
    before = [store.progress(cell) for cell in (CELL, OTHER)]
    assert [(state.checked, state.carried) for state in before] == [(2, 1), (2, 1)]
    store.close()
    again = Store.open(workspace)
    assert [again.progress(cell) for cell in (CELL, OTHER)] == before
    again.close()
    Store.rebuild(workspace)
    again = Store.open(workspace)
    assert [again.progress(cell) for cell in (CELL, OTHER)] == before
    again.close()


def test_of_several_verdicts_sent_at_once_each_cell_is_told_of_its_own(store: Store) -> None:
    assert [state.carried for state in store.cells()] == [0, 0, 0]  # all are at hand
    store.record([decision(candidate(n).id, minute=n) for n in (1, 2, 4)])
    assert kept(store) == [3, 2, 0]
    assert [r.item.candidate for r in store.carried(OTHER, "ann")] == [candidate(2, OTHER), candidate(1, OTHER)]


def test_candidates_that_come_later_find_the_verdict_there(store: Store, workspace: Workspace) -> None:
    store.record([decision(candidate(0).id)])
    fourth = replace(CELL, severity=pps(4))
    store.ingest(write_job(workspace, range(2), cell=fourth, job="later"))
    assert store.progress(fourth).carried == 1


def test_cells_that_are_not_at_hand_are_told_as_well(store: Store, workspace: Workspace) -> None:
    cells = [replace(CELL, dataset="questions", split=f"s{n}") for n in range(CELLS_AT_HAND + 2)]
    for number, cell in enumerate(cells):
        store.ingest(write_job(workspace, range(2), cell=cell, job=f"many-{number}"))
    assert len(store.cells()) == len(cells) + 3  # every progress is known, some of their logs are forgotten
    store.record([decision(candidate(0, cells[0]).id)])
    assert [store.progress(cell).kept for cell in (*cells, CELL, OTHER)] == [1] * (len(cells) + 2)


def test_a_text_that_stands_twice_in_a_cell_is_handed_out_once(workspace: Workspace) -> None:
    with_gold = [(candidate(0), "thing"), (replace(candidate(0), sample_id="repeated", id="duplicate"), "thing")]
    unlike = (replace(candidate(0), sample_id="otherwise", id="unlike"), "place")  # another gold label
    store = Store.open(workspace)
    try:
        store.ingest(hand_in(workspace, "job-1", [*with_gold, unlike]))
        assert len(store.desk(CELL, "ann")) == 2
        duplicate = next(item.candidate.id for item in store.desk(CELL, "ann") if item.gold_label == "thing")
        store.record([decision(duplicate, Verdict.SKIP)])
        assert next(item.candidate.id for item in store.desk(CELL, "ann")) == "unlike"
        store.record([decision(duplicate, minute=1)])
        assert [item.candidate.id for item in store.desk(CELL, "ann")] == ["unlike"]
        assert (store.progress(CELL).kept, store.progress(CELL).carried) == (2, 1)
    finally:
        store.close()


def test_another_text_before_or_after_is_no_duplicate(workspace: Workspace) -> None:
    rewrite = Rewrite.of("What is thing 0 ?", [])
    other = Candidate("sample-x", CELL, 1, (FieldRewrite("text", rewrite),))
    store = Store.open(workspace)
    try:
        store.ingest(hand_in(workspace, "job-1", [(candidate(0), "thing"), (other, "thing")]))
        store.record([decision(candidate(0).id)])
        assert (store.progress(CELL).kept, store.progress(CELL).carried) == (1, 0)
    finally:
        store.close()


def test_the_export_marks_what_was_carried(store: Store) -> None:
    store.record([decision(candidate(0).id)])
    rows = {row["candidate_id"]: row["carried_from"] for row in curated_table(store).to_pylist()}
    assert rows == {candidate(0).id: "", candidate(0, OTHER).id: candidate(0).id}


def test_who_judged_one_text_in_two_cells_differ_where_it_is_seen_and_settled_once(
    store: Store,
) -> None:
    here, there = candidate(0).id, candidate(0, OTHER).id
    store.record([decision(here, Verdict.KEEP, "ann"), decision(there, Verdict.DISCARD, "bob", 1)])
    store.record([decision(candidate(1).id, Verdict.KEEP, who) for who in ("ann", "bob")])
    cells = (CELL, OTHER)
    assert [store.progress(cell).disputed for cell in cells] == [1, 1]
    found = store.contested(cells)
    assert [(cell, list(samples)) for cell, samples in found.items()] == [(CELL, [here])]
    assert [(d.candidate_id, d.annotator, d.verdict) for d in found[CELL][here]] == [
        (here, "ann", Verdict.KEEP),
        (here, "bob", Verdict.DISCARD),
    ]
    told = agreement(store.judgements(cells))
    assert (told.judged, told.overlap, told.equal.value) == (2, 2, 0.5)
    store.record([decision(here, Verdict.KEEP, "rita", 2, settles=True)])
    assert store.contested(cells) == {}
    assert [store.progress(cell).disputed for cell in cells] == [0, 0]


def test_what_is_carried_into_a_full_cell_or_imported_into_it_is_extra(store: Store) -> None:
    store.set_quota(2)
    store.record([decision(candidate(n, OTHER).id) for n in (0, 1)])
    store.record([decision(candidate(n).id, minute=-9) for n in (2, 3)])
    assert kept(store) == [2, 2, 0]
    assert [store.progress(cell).extra for cell in (CELL, OTHER)] == [2, 1]
    assert [one.sample_id for one in store.curated(CELL)] == ["sample-0", "sample-1"]

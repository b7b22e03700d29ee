"""The store on a real database: what goes in comes out, what is decided counts."""

from dataclasses import replace
from datetime import timedelta
from math import isnan

import pytest

from core.errors import BadInput
from core.records import Cell, CuratedSample, Hint, Verdict
from core.severity import pps
from curation.desk_keys import DEFAULT_KEYS
from curation.records import CellProgress
from data.candidates.manifest import CellVariants, read_manifest, write_manifest
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, START, candidate, curated_of, decision, hint, write_job
from tools.candidates import hand_in


def ids(store: Store, annotator: str = "ann", n: int = 12) -> list[str]:
    return [item.candidate.id for item in store.desk(CELL, annotator, n)]


def test_an_empty_store_has_nothing(store: Store) -> None:
    assert store.cells() == []
    assert store.desk(CELL, "ann") == []
    assert store.recent(CELL, "ann") == []
    assert store.curated(CELL) == []
    assert curated_of(store) == {}
    assert store.decisions(CELL) == []
    assert store.progress(CELL) == CellProgress(CELL, 0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0)
    assert store.own_tally(CELL, "ann").decided == 0


def test_a_cell_that_nobody_made_is_empty_beside_one_that_is_not(filled: Store) -> None:
    assert filled.progress(OTHER) == CellProgress(OTHER, 0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0)
    assert filled.desk(OTHER, "ann") == filled.curated(OTHER) == filled.decisions(OTHER) == []


def test_twelve_are_shown_where_nobody_says_how_many(store: Store, workspace: Workspace) -> None:
    store.ingest(write_job(workspace, range(20)))
    store.ingest(write_job(workspace, range(20), OTHER, "job-2"))
    assert len(store.desk(CELL, "ann")) == 12
    store.record([decision(candidate(n).id, minute=n) for n in range(20)])
    assert [r.item.candidate for r in store.recent(CELL, "ann")] == [candidate(n) for n in range(19, 7, -1)]
    carried = [r.item.candidate for r in store.carried(OTHER, "ann")]
    assert carried == [candidate(n, OTHER) for n in range(19, 7, -1)]


def test_items_are_given_as_asked_and_unknown_ones_left_out(filled: Store) -> None:
    asked = [candidate(n).id for n in (3, 1)]
    assert [item.candidate for item in filled.items(CELL, [asked[0], "unknown", asked[1]])] == [
        candidate(3),
        candidate(1),
    ]
    assert filled.items(OTHER, asked) == []


def test_who_decided_is_told_in_the_order_of_names(filled: Store) -> None:
    people = [f"{'aA'[n % 2]}{n}" for n in range(40)]
    filled.record([decision(candidate(0).id, annotator=name, minute=n) for n, name in enumerate(people)])
    times = {name: START + timedelta(minutes=n) for n, name in enumerate(people)}
    assert list(filled.last_decided().items()) == sorted(times.items())


def test_a_part_is_taken_in_once(filled: Store, workspace: Workspace) -> None:
    job = workspace.jobs / "job-1"
    assert filled.ingest(job) == 0
    state = filled.progress(CELL)
    assert (state.candidates, state.not_applicable, state.checked, state.quota) == (10, 3, 0, 200)


def test_a_candidate_that_two_jobs_made_is_there_once(filled: Store, workspace: Workspace) -> None:
    assert filled.ingest(write_job(workspace, range(12), job="job-2", not_applicable=4)) == 1
    assert filled.progress(CELL).candidates == 12
    assert filled.progress(CELL).not_applicable == 4  # of the job that looked at most samples, 16


def test_hints_that_come_later_reach_the_desk(filled: Store, workspace: Workspace) -> None:
    before = filled.desk(CELL, "ann")
    assert before[4].hint is None
    assert before[3].hint == hint(3, 0.8)
    assert [item.similarity_percentile for item in before[:5]] == [0.0, 0.25, 0.5, 0.75, None]  # of 0.5 0.6 0.7 0.8
    unscored = Hint(candidate(5).id, issues=None, grammar_engine="harper")
    filled.ingest(write_job(workspace, [], job="job-2", hints=[hint(4, 0.55), hint(0, 0.9), unscored]))
    after = filled.desk(CELL, "ann")
    # The later hint of candidate 0 counts: 0.55 0.6 0.7 0.8 0.9
    assert [item.similarity_percentile for item in after[:6]] == [0.8, 0.2, 0.4, 0.6, 0.0, None]
    assert after[5].hint is not None
    assert isnan(after[5].hint.similarity)
    assert after[5].hint.issues is None


def test_an_item_is_the_candidate_that_was_made(filled: Store) -> None:
    items = filled.desk(CELL, "ann")
    assert [item.candidate for item in items] == [candidate(n) for n in range(10)]
    assert {item.gold_label for item in items} == {"thing"}


def test_decisions_count(filled: Store) -> None:
    a, b, c, d, *_ = ids(filled)
    done = filled.record(
        [
            decision(a, Verdict.KEEP, milliseconds=1000),
            decision(b, Verdict.RELABEL, milliseconds=3000),
            decision(c, Verdict.DISCARD, milliseconds=2000),
            decision(d, Verdict.SKIP, milliseconds=9000),
        ]
    )
    assert len(done) == 4
    state = filled.progress(CELL)
    assert (state.checked, state.kept, state.relabelled, state.discarded, state.skipped) == (3, 1, 1, 1, 1)
    assert filled.curated(CELL) == [
        CuratedSample(a, "sample-0", "thing", False, ("ann",)),
        CuratedSample(b, "sample-1", "place", True, ("ann",)),
    ]
    assert set(curated_of(filled)) == {a, b}
    assert ids(filled) == [candidate(n).id for n in range(4, 10)] + [d]  # the skipped one comes last
    own = filled.own_tally(CELL, "ann")
    assert (own.decided, own.median_milliseconds) == (3, 2000)


def test_no_decisions_are_nothing_to_record(filled: Store) -> None:
    assert filled.record([]) == frozenset()


def test_an_undo_brings_the_sample_back(filled: Store) -> None:
    first = ids(filled)[0]
    kept = decision(first)
    filled.record([kept])
    assert [r.decision for r in filled.recent(CELL, "ann")] == [kept]
    filled.record([decision(first, Verdict.UNDO, minute=1, undoes=kept.id)])
    assert filled.recent(CELL, "ann") == []
    assert filled.progress(CELL).checked == 0
    assert ids(filled)[0] == first
    assert [d.verdict for d in filled.decisions(CELL)] == [Verdict.KEEP, Verdict.UNDO]


def test_a_decision_survives_reopening_word_for_word(filled: Store, workspace: Workspace) -> None:
    odd = "NUL \0, a tab \t, “quotes”, 🙂, עברית, e\u0301"
    made = decision(candidate(0).id, Verdict.RELABEL, odd, label=odd, note=odd, milliseconds=7, hints_visible=False)
    filled.record([made])
    filled.close()
    again = Store.open(workspace)
    assert again.decisions(CELL) == [made]
    assert again.progress(CELL).relabelled == 1
    again.close()


def test_recent_is_newest_first_and_only_ones_own(filled: Store) -> None:
    for n in range(5):
        filled.record([decision(candidate(n).id, annotator="ann" if n != 3 else "bob", minute=n)])
    assert [r.item.candidate for r in filled.recent(CELL, "ann", 3)] == [candidate(n) for n in (4, 2, 1)]


def test_recent_is_in_the_order_of_arrival_though_a_slow_message_makes_a_decision_look_later(
    filled: Store, workspace: Workspace
) -> None:
    slow, quick = decision(candidate(0).id, minute=2), decision(candidate(1).id, Verdict.FLAG, minute=1)
    filled.record([slow])
    filled.record([quick, decision(candidate(1).id, minute=1)])
    filled.record([decision(candidate(2).id, Verdict.FLAG, minute=0)])
    for store in (filled, reopened(filled, workspace)):
        assert [r.item.candidate for r in store.recent(CELL, "ann")] == [candidate(1), candidate(0)]
        assert [flag.candidate_id for flag in store.flags(CELL)] == [candidate(1).id, candidate(2).id]


def reopened(store: Store, workspace: Workspace) -> Store:
    store.close()
    return Store.open(workspace)


def test_a_cell_closes_at_its_quota_and_reopens(filled: Store) -> None:
    assert not filled.progress(CELL).closed
    filled.set_quota(2)
    assert filled.progress(CELL).quota == 2
    assert len(ids(filled)) == 2  # never more at hand than the quota lacks
    kept = [decision(candidate(0).id), decision(candidate(1).id)]
    filled.record(kept)
    assert filled.progress(CELL).closed
    assert [(one.cell, one.checked, one.reached) for one in filled.cells()] == [(CELL, 2, True)]
    assert [d.id for d in filled.verdicts(CELL)] == [d.id for d in kept]
    assert ids(filled) == []
    filled.record([decision(candidate(1).id, Verdict.UNDO, minute=1, undoes=kept[1].id)])
    assert ids(filled) == [candidate(1).id]


def test_the_quota_is_kept(filled: Store, workspace: Workspace) -> None:
    filled.set_quota(5)
    filled.close()
    again = Store.open(workspace)
    assert again.quota() == again.progress(CELL).quota == 5
    with pytest.raises(BadInput, match="at least 1"):
        again.set_quota(0)
    again.close()


def test_the_letters_of_the_desk_are_kept_for_each_person(filled: Store, workspace: Workspace) -> None:
    filled.set_desk_keys("ann", {"keep": "d"})
    with pytest.raises(BadInput, match="'u' is the key of 'undo' already"):
        filled.set_desk_keys("ann", {"keep": "u"})
    filled.close()
    again = Store.open(workspace)
    assert again.desk_keys("ann") == {**DEFAULT_KEYS, "keep": "d"}
    assert again.desk_keys("bob") == DEFAULT_KEYS
    again.close()


def test_two_people_are_given_different_samples(filled: Store) -> None:
    assert not set(ids(filled, "ann", 4)) & set(ids(filled, "bob", 4))
    assert ids(filled, "ann", 4) == ids(filled, "ann", 4)


def test_two_people_who_disagree_leave_a_dispute(filled: Store) -> None:
    same = candidate(0).id
    filled.record([decision(same), decision(same, Verdict.DISCARD, "bob", 1)])
    assert filled.progress(CELL).disputed == 1
    assert filled.curated(CELL) == []
    filled.record([decision(same, Verdict.KEEP, "bob", 2)])
    assert filled.curated(CELL) == [CuratedSample(same, "sample-0", "thing", False, ("ann", "bob"))]


def test_a_relabel_to_the_gold_label_is_a_keep(filled: Store) -> None:
    filled.record([decision(candidate(0).id, Verdict.RELABEL, label="thing")])
    assert filled.progress(CELL).kept == 1


def test_cells_are_apart_but_for_what_reads_the_same(filled: Store, workspace: Workspace) -> None:
    filled.ingest(write_job(workspace, range(3), cell=OTHER, job="job-2"))
    filled.record([decision(candidate(0, OTHER).id)])
    assert [(state.cell, state.candidates, state.kept) for state in filled.cells()] == [(CELL, 10, 1), (OTHER, 3, 1)]
    assert [state.carried for state in filled.cells()] == [1, 0]
    assert filled.decisions(CELL) == []


def test_a_part_that_is_none_is_named(store: Store, workspace: Workspace) -> None:
    job = write_job(workspace, range(3))
    other = Cell("bench", "test", "negation", pps(4))
    (workspace.variants / "bad.parquet").write_bytes(b"not a table")
    write_manifest(
        job,
        [
            *read_manifest(job),
            CellVariants(other.dataset, other.split, *other.condition, "variants/bad.parquet", 3, 0),
        ],
    )
    with pytest.raises(BadInput, match=r"bad\.parquet"):
        store.ingest(job)
    assert store.progress(CELL).candidates == 3
    assert store.ingest(job) == 0  # said once; the app goes on without it


def test_counts_alone_are_taken_in_too(filled: Store, workspace: Workspace) -> None:
    write_job(workspace, range(1), job="job-2", not_applicable=50)
    (workspace.variants / "job-2" / f"{CELL.condition.key}.parquet").unlink()
    assert filled.progress(CELL).not_applicable == 3
    with pytest.raises(BadInput, match="does not hold the variants"):
        filled.ingest(workspace.jobs / "job-2")
    assert filled.progress(CELL).not_applicable == 50


def test_what_comes_in_later_and_reads_the_same_is_curated_with_it(filled: Store, workspace: Workspace) -> None:
    filled.record([decision(candidate(0).id)])
    assert len(filled.curated(CELL)) == filled.progress(CELL).kept == 1
    duplicate = replace(candidate(0), sample_id="repeated", id="duplicate")
    filled.ingest(hand_in(workspace, "job-2", [(duplicate, "thing")]))
    assert [sample.candidate_id for sample in filled.curated(CELL)] == [candidate(0).id, "duplicate"]
    assert filled.progress(CELL).kept == 2


def test_what_is_curated_can_be_changed_by_whoever_asked_for_it(filled: Store) -> None:
    filled.record([decision(candidate(0).id)])
    filled.curated(CELL).clear()
    assert len(filled.curated(CELL)) == 1
    filled.record([decision(candidate(1).id)])
    assert len(filled.curated(CELL)) == 2


def test_one_process_has_one_store(store: Store, workspace: Workspace) -> None:
    assert Store.open(workspace) is store


def test_what_one_decided_is_told_apart_from_what_one_skipped_or_took_back(filled: Store) -> None:
    given = [item.candidate.id for item in filled.desk(CELL, "ann", 4)]
    kept = decision(given[0])
    taken_back = decision(given[1], minute=2)
    undo = decision(given[1], Verdict.UNDO, minute=3, undoes=taken_back.id)
    filled.record([kept, taken_back, undo, decision(given[2], Verdict.SKIP, minute=4)])
    told = [(one.candidate_id, one.verdict) for one in filled.said_of(CELL, "ann", given)]
    assert told == [(given[0], Verdict.KEEP), (given[2], Verdict.SKIP)]
    assert filled.said_of(CELL, "bob", given) == []

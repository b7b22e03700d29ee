"""Gold samples in the queue of a real store: handed out unseen, answered, counted for nothing but accuracy."""

import json
from collections.abc import Iterator

import pytest

from core.records import Decision, Verdict
from curation.quality.gold import KnownAnswer, QualityRules, accuracies
from data.store import Store
from data.store.export import decisions_table
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, write_job

KEEP, DISCARD = Verdict.KEEP, Verdict.DISCARD
GOLD = {candidate(n).id: KnownAnswer(KEEP) for n in range(5)}


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    """Forty samples; Rita has settled five of them, which are gold, at 30 %."""
    opened = Store.open(workspace)
    opened.ingest(write_job(workspace, range(40)))
    opened.record([decision(id_, KEEP, "rita", settles=True) for id_ in GOLD])
    opened.set_quality(QualityRules(gold_percent=30, gold_seed=1, gold=GOLD))
    yield opened
    opened.close()


def ids(store: Store, annotator: str = "ann", n: int = 12) -> list[str]:
    return [item.candidate.id for item in store.desk(CELL, annotator, n)]


def answer(store: Store, id_: str, verdict: Verdict, annotator: str = "ann", minute: int = 1) -> Decision:
    made = decision(id_, verdict, annotator, minute)
    store.receive([made])
    return made


def test_a_person_meets_each_gold_sample_once_in_an_order_that_holds(store: Store) -> None:
    met = []
    for minute in range(30):
        (first, *rest) = ids(store)
        met.append(first)
        answer(store, first, DISCARD, minute=minute)
        assert ids(store)[: len(rest)] == rest
    assert set(GOLD) <= set(met)
    assert len(set(met)) == len(met)
    assert store.lost(CELL, "ann", met) == []
    probes = [row for row in decisions_table(store).to_pylist() if row["probe"]]
    assert {row["candidate_id"] for row in probes} == set(GOLD)
    assert not [row for row in probes if row["second"]]


def test_answers_make_no_dispute_and_do_not_count_for_the_quota(store: Store) -> None:
    before = store.progress(CELL)
    for who in ("ann", "bob"):
        gold = [id_ for id_ in ids(store, who, 30) if id_ in GOLD]
        for minute, id_ in enumerate(gold):
            answer(store, id_, KEEP if minute else DISCARD, who, minute)
    assert store.progress(CELL) == before
    assert {d.annotator for d in store.verdicts(CELL)} == {"rita"}
    ann, bob = accuracies(store.probes(CELL), store.quality().gold)
    assert (ann.right.n, bob.right.n > 1) == (len(GOLD), True)
    assert ann.right.value == 4 / 5
    seen = store.progress_as_seen(CELL, "ann")
    assert (seen.kept, seen.discarded, seen.checked) == (before.kept + 4, before.discarded + 1, before.checked + 5)


def test_whoever_settled_a_sample_is_not_asked_it(store: Store) -> None:
    assert not set(GOLD) & set(ids(store, "rita", 40))


def test_a_change_of_mind_stays_a_probe_and_an_undo_brings_it_back(store: Store) -> None:
    gold = next(id_ for id_ in ids(store, n=30) if id_ in GOLD)
    made = answer(store, gold, DISCARD)
    answer(store, gold, KEEP, minute=2)
    assert [d.verdict for d in store.probes(CELL)] == [KEEP]
    for undone in [made, *(d for d in store.decisions(CELL) if d.probe and d.id != made.id)]:
        store.receive([decision(gold, Verdict.UNDO, "ann", 3, undoes=undone.id)])
    assert store.probes(CELL) == []
    assert gold in ids(store, n=30)


def test_probes_stay_what_they_are_over_a_restart_and_a_rebuild(workspace: Workspace, store: Store) -> None:
    gold = next(id_ for id_ in ids(store, n=30) if id_ in GOLD)
    answer(store, gold, DISCARD)
    store.close()
    Store.rebuild(workspace)
    again = Store.open(workspace)
    assert [d.candidate_id for d in again.probes(CELL)] == [gold]
    assert again.progress(CELL).disputed == 0
    again.set_quality(QualityRules())  # gold no longer: what was a probe stays one
    assert again.progress(CELL).disputed == 0
    again.close()


def test_without_a_rate_nobody_meets_any(store: Store) -> None:
    store.set_quality(QualityRules(gold=GOLD))
    assert not set(GOLD) & set(ids(store, n=40))


def test_who_settles_a_gold_sample_or_takes_something_back_answers_none(store: Store) -> None:
    id_ = next(iter(GOLD))
    settling = decision(id_, DISCARD, "sam", 40, settles=True)
    store.receive([settling])
    assert not [d for d in store.decisions(CELL) if d.probe]
    store.receive([decision(id_, Verdict.UNDO, "sam", 41, undoes=settling.id)])
    assert not [d for d in store.decisions(CELL) if d.probe]


def test_a_gold_sample_that_was_taken_back_is_held_by_nobody(workspace: Workspace, store: Store) -> None:
    gold = {candidate(n).id: KnownAnswer(KEEP) for n in range(5, 10)}  # known from a file: nobody judged them
    store.set_quality(QualityRules(gold_percent=30, gold_seed=1, gold=gold))
    id_ = next(id_ for id_ in ids(store, n=30) if id_ in gold)
    made = answer(store, id_, DISCARD)
    store.receive([decision(id_, Verdict.UNDO, "ann", 2, undoes=made.id)])
    assert id_ in ids(store, n=30)
    held = json.loads((workspace.root / "handed" / f"{CELL.id}.json").read_text(encoding="utf-8"))
    assert not set(gold) & set(held["ann"])


def test_gold_that_nobody_judged_leaves_a_cell_done_when_the_rest_is_judged(store: Store) -> None:
    gold = {candidate(n).id: KnownAnswer(KEEP) for n in range(5, 10)}
    store.set_quality(QualityRules(gold_percent=30, gold_seed=1, gold=gold))
    assert store.progress(CELL).waiting == 30
    minute = 0
    while given := ids(store, n=40):
        for id_ in given:
            answer(store, id_, KEEP, minute=(minute := minute + 1))
    done = store.progress(CELL)
    assert (done.waiting, done.has_work, done.checked) == (0, False, 35)
    assert done.out_of_reach
    assert store.progress_as_seen(CELL, "ann").waiting == 0

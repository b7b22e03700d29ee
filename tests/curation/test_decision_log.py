"""A cell's decisions kept in memory mean what all of them resolved at once would."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.records import Decision, Verdict
from curation.decision_log import DecisionLog
from curation.quota import OutcomeTally
from curation.resolve import resolve, standing_decisions
from tests.curation.logs import logs
from tests.data.store.store_data import CELL, decision, progress_of

GOLD = {"c": "thing", "d": "place"} | dict.fromkeys("efg", "thing")


@given(logs(), st.lists(st.integers(0, 12), max_size=3).map(sorted))
def test_decisions_that_come_bit_by_bit_mean_what_they_mean_together(log: list[Decision], cuts: list[int]) -> None:
    decision_log = DecisionLog(CELL, GOLD)
    for start, end in pairwise([0, *cuts, len(log)]):
        decision_log.add(log[start:end])
        assert progress_of(decision_log.tally, 5) == progress_of(OutcomeTally(decision_log.outcomes.values()), 5)
        whole = DecisionLog(CELL, GOLD, log[:end])
        assert all(decision_log.standing(who) == whole.standing(who) for who in ("ann", "bob"))
    assert decision_log.outcomes == resolve(log, GOLD) == DecisionLog(CELL, GOLD, log).outcomes
    for candidate in GOLD:
        assert decision_log.about(candidate) == [d for d in log if d.candidate_id == candidate]
        of_candidate = [d for d in standing_decisions(log) if d.candidate_id == candidate]
        for annotator in ("ann", "bob"):
            latest = [d for d in of_candidate if d.annotator == annotator][-1:]
            assert [d for d in decision_log.standing(annotator) if d.candidate_id == candidate] == latest


def test_a_decision_log_is_about_its_cell_and_its_candidates() -> None:
    decision_log = DecisionLog(CELL, GOLD)
    assert (decision_log.cell, decision_log.gold_labels) == (CELL, GOLD)
    assert decision_log.about("c") == []
    assert decision_log.standing("ann") == []


def test_an_outcome_goes_when_its_last_decision_is_taken_back() -> None:
    kept = decision("c")
    decision_log = DecisionLog(CELL, GOLD, [kept])
    decision_log.add([decision("c", Verdict.UNDO, minute=1, undoes=kept.id)])
    assert decision_log.outcomes == {}
    assert decision_log.standing("ann") == []


def test_what_stands_of_one_person_is_the_latest_on_each_candidate_in_the_order_it_came() -> None:
    early, late = decision("d", minute=1), decision("c", minute=5)
    duplicate = decision("e", minute=1)
    changed = decision("c", Verdict.DISCARD, minute=0)
    decision_log = DecisionLog(CELL, GOLD, [late, changed, early, duplicate, decision("f", annotator="bob")])
    assert decision_log.standing("ann") == [late, early, duplicate]


def test_verdicts_are_each_persons_latest_and_a_relabel_to_what_it_was_is_a_keep() -> None:
    same, other = decision("d", Verdict.RELABEL, label="place"), decision("c", Verdict.RELABEL, "bob", label="place")
    before, discarded = decision("c"), decision("c", Verdict.DISCARD, minute=1)
    log = DecisionLog(CELL, GOLD, [before, same, other, discarded, decision("e", Verdict.SKIP)])
    as_it_was = replace(same, verdict=Verdict.KEEP, label="")
    assert sorted(log.verdicts(), key=lambda d: d.id) == sorted([as_it_was, other, discarded], key=lambda d: d.id)


def test_what_comes_after_the_quota_is_extra_by_the_order_in_which_it_came() -> None:
    made = [decision("c", minute=9), decision("d", Verdict.DISCARD, minute=8), decision("e", minute=7)]
    log = DecisionLog(CELL, GOLD, made)
    assert log.extra(3) == frozenset()
    assert log.extra(2) == frozenset()  # the last of them filled it
    log.add([decision("f", Verdict.DISCARD), decision("g", annotator="bob")])  # made earlier, arrived later
    assert log.extra(2) == {"f", "g"}
    assert log.counted(2).keys() == {"c", "d", "e"}
    assert log.extra(1) == {"d", "e", "f", "g"}
    assert log.extra(4) == frozenset() and log.counted(4) is log.outcomes
    log.add([decision("d", Verdict.KEEP, minute=10)])  # a correction comes late too
    assert log.extra(2) == {"d", "f", "g"}
    log.add([decision("c", Verdict.UNDO, minute=11, undoes=made[0].id)])
    assert log.extra(2) == {"d"}  # the places are taken by what came first
    assert log.counted(2).keys() == {"e", "f", "g"}
    log.add([decision("e", Verdict.DISCARD, minute=12)])
    assert log.extra(2) == frozenset()


@given(logs(), st.lists(st.integers(0, 12), max_size=3).map(sorted), st.integers(1, 3))
def test_a_cell_never_has_more_than_its_quota_and_says_the_same_after_a_restart(
    log: list[Decision], cuts: list[int], quota: int
) -> None:
    decision_log = DecisionLog(CELL, GOLD)
    for start, end in pairwise([0, *cuts, len(log)]):
        decision_log.add(log[start:end])
        collected = sum(outcome.collected for outcome in decision_log.counted(quota).values())
        assert collected == min(quota, decision_log.tally.collected)
        assert decision_log.extra(quota) == DecisionLog(CELL, GOLD, log[:end]).extra(quota)

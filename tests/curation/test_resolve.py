"""What a set of decisions means."""

from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from core.records import CuratedSample, Decision, Verdict
from curation.resolve import CandidateStatus, Outcome, resolve, standing_decisions
from tests.curation.logs import logs
from tests.data.store.store_data import START, decision

KEEP, RELABEL, DISCARD, SKIP, UNDO, *_ = Verdict


def standing(*decisions: Decision) -> CandidateStatus | None:
    outcome = resolve(decisions).get("c")
    return outcome.standing if outcome else None


def test_no_decisions_mean_nothing() -> None:
    assert resolve([]) == {}


def test_each_verdict_means_what_it_says() -> None:
    assert standing(decision("c", KEEP)) is CandidateStatus.KEPT
    assert standing(decision("c", RELABEL)) is CandidateStatus.RELABELLED
    assert standing(decision("c", DISCARD)) is CandidateStatus.DISCARDED
    assert standing(decision("c", SKIP)) is CandidateStatus.SKIPPED


def test_the_latest_decision_of_one_person_counts() -> None:
    first, second = decision("c", KEEP), decision("c", DISCARD, minute=1)
    assert standing(second, first) is CandidateStatus.DISCARDED
    assert standing(first, second, decision("c", SKIP, minute=2)) is CandidateStatus.SKIPPED


def test_an_undo_brings_back_what_stood_before() -> None:
    first, second = decision("c", KEEP), decision("c", DISCARD, minute=1)
    undo = decision("c", UNDO, minute=2, undoes=second.id)
    assert standing(first, second, undo) is CandidateStatus.KEPT
    assert standing(first, second, undo, decision("c", UNDO, minute=3, undoes=first.id)) is None


def test_an_undo_of_an_undo_changes_nothing() -> None:
    kept = decision("c", KEEP)
    undo = decision("c", UNDO, minute=1, undoes=kept.id)
    assert standing(kept, undo, decision("c", UNDO, minute=2, undoes=undo.id)) is None


def test_only_an_undo_takes_back() -> None:
    kept = decision("c", KEEP)
    assert standing(kept, decision("c", SKIP, minute=1, undoes=kept.id, label="thing")) is CandidateStatus.SKIPPED
    assert len(standing_decisions([kept, decision("c", KEEP, minute=1, undoes=kept.id)])) == 2


def test_nobody_undoes_for_another_or_on_another_sample() -> None:
    kept = decision("c", KEEP)
    assert standing(kept, decision("c", UNDO, "bob", 1, undoes=kept.id)) is CandidateStatus.KEPT
    assert standing(kept, decision("other", UNDO, minute=1, undoes=kept.id)) is CandidateStatus.KEPT


def test_people_who_agree_settle_it() -> None:
    reasons = decision("c", DISCARD), decision("c", DISCARD, "bob", 5, reason="unclear")
    outcome = resolve(reasons)["c"]
    assert outcome == Outcome("c", CandidateStatus.DISCARDED, ("ann", "bob"), START)


def test_people_who_disagree_dispute_it_until_they_agree() -> None:
    kept, discarded = decision("c", KEEP), decision("c", DISCARD, "bob", 1)
    assert standing(kept, discarded) is CandidateStatus.DISPUTED
    assert standing(decision("c", RELABEL), decision("c", RELABEL, "bob", label="animal")) is CandidateStatus.DISPUTED
    assert standing(kept, discarded, decision("c", DISCARD, minute=2)) is CandidateStatus.DISCARDED
    assert standing(kept, discarded, decision("c", UNDO, "bob", 2, undoes=discarded.id)) is CandidateStatus.KEPT


def test_of_verdicts_that_settle_the_latest_holds_and_of_two_at_once_the_one_with_the_greater_id() -> None:
    first, second = decision("c", KEEP, "eve", 2, settles=True), decision("c", DISCARD, "bob", 3, settles=True)
    for order in permutations([decision("c", KEEP, "ann", 9), first, second]):
        found = resolve(order)["c"]
        assert (found.standing, found.annotators, found.settled_by) == (CandidateStatus.DISCARDED, ("bob",), "bob")
    at_once = [replace(one, id=id_, at=START) for one, id_ in ((first, "a"), (second, "b"))]
    assert {resolve(order)["c"].settled_by for order in permutations(at_once)} == {"bob"}
    swapped = [replace(one, id=id_, at=START) for one, id_ in ((first, "b"), (second, "a"))]
    assert {resolve(order)["c"].settled_by for order in permutations(swapped)} == {"eve"}


def test_a_skip_disputes_nothing() -> None:
    outcome = resolve([decision("c", KEEP), decision("c", SKIP, "bob", 1)])["c"]
    assert outcome == Outcome("c", CandidateStatus.KEPT, ("ann",), START, skipped_by=("bob",))


def test_a_relabel_to_the_gold_label_is_a_keep() -> None:
    events = decision("c", RELABEL, label="place"), decision("c", KEEP, "bob")
    assert resolve(events)["c"].standing is CandidateStatus.DISPUTED
    assert resolve(events, {"c": "place"})["c"].standing is CandidateStatus.KEPT


def test_a_curated_sample_has_the_label_people_gave() -> None:
    kept, relabelled = resolve([decision("c", KEEP)])["c"], resolve([decision("c", RELABEL)])["c"]
    assert kept.curated("s", "thing") == CuratedSample("c", "s", "thing", False, ("ann",))
    assert relabelled.curated("s", "thing") == CuratedSample("c", "s", "place", True, ("ann",))
    assert resolve([decision("c", DISCARD)])["c"].curated("s", "thing") is None


@given(logs(), st.randoms(use_true_random=False))
def test_neither_order_nor_repetition_changes_the_meaning(log: list[Decision], random: Random) -> None:
    meant = resolve(log)
    again = [*log, *log]
    random.shuffle(again)
    assert resolve(again) == meant


@given(logs())
def test_samples_do_not_touch_each_other(log: list[Decision]) -> None:
    apart = resolve([d for d in log if d.candidate_id == "c"]) | resolve([d for d in log if d.candidate_id == "d"])
    assert apart == resolve(log)


@given(logs())
def test_undoing_everything_leaves_nothing(log: list[Decision]) -> None:
    undos = [
        decision(d.candidate_id, UNDO, d.annotator, 9, id=f"u{d.id}", undoes=d.id) for d in log if d.verdict is not UNDO
    ]
    assert resolve(log + undos) == {}
    assert standing_decisions(log + undos) == []


@given(logs())
def test_what_stands_alone_means_the_same(log: list[Decision]) -> None:
    assert resolve(standing_decisions(log)) == resolve(log)


def test_every_order_of_a_quarrel_means_the_same() -> None:
    kept, against = decision("c", KEEP), decision("c", DISCARD, "bob", 1)
    events = [kept, against, decision("c", UNDO, minute=2, undoes=kept.id), decision("c", RELABEL, minute=3)]
    assert {tuple(resolve(order).items()) for order in permutations(events)} == {
        (("c", Outcome("c", CandidateStatus.DISPUTED, ("ann", "bob"), against.at)),)
    }


def test_standings_are_the_words_that_files_hold() -> None:
    assert [str(standing) for standing in CandidateStatus] == ["kept", "relabelled", "discarded", "disputed", "skipped"]


def test_everybody_who_skipped_is_named_in_order() -> None:
    names = ["zoe", "bob", "ann", "eve", "mia", "tom"]
    outcome = resolve([decision("c", SKIP, name, minute) for minute, name in enumerate(names)])["c"]
    assert outcome.skipped_by == tuple(sorted(names))
    assert outcome.settled == START + timedelta(minutes=5)  # the last skip
    kept = resolve([decision("c", KEEP, name, minute) for minute, name in enumerate(names)])["c"]
    assert (kept.annotators, kept.settled) == (tuple(sorted(names)), START)  # the first verdict

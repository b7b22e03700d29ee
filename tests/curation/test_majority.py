"""A dispute that a strict majority of three judges or more settles, where the researcher lets it."""

from itertools import permutations

import pytest

from core.records import Decision, Verdict
from curation.decision_log import DecisionLog
from curation.quota import OutcomeTally
from curation.resolve import MAJORITY, CandidateStatus, Outcome, resolve
from tests.data.store.store_data import CELL, decision, progress_of

KEEP, RELABEL, DISCARD, SKIP, UNDO, *_ = Verdict
PEOPLE = ("ann", "bob", "cleo", "dan", "eve")


def judged(*verdicts: Verdict) -> list[Decision]:
    return [
        decision("c", verdict, who, minute) for minute, (who, verdict) in enumerate(zip(PEOPLE, verdicts, strict=False))
    ]


def outcome(decisions: list[Decision], majority: bool = True) -> Outcome:
    (found,) = resolve(decisions, {"c": "thing"}, majority=majority).values()
    contested = DecisionLog(CELL, {"c": "thing"}, decisions, majority=majority).contested()
    assert bool(contested) is (
        found.standing is CandidateStatus.DISPUTED or (bool(found.doubted_by) and not found.settled_by)
    )
    return found


def test_two_of_three_settle_it_whatever_the_order() -> None:
    for decisions in permutations(judged(KEEP, DISCARD, KEEP)):
        found = outcome(list(decisions))
        assert (found.standing, found.settled_by) == (CandidateStatus.KEPT, MAJORITY)
        assert (found.annotators, found.doubted_by) == (("ann", "cleo"), ("bob",))


def test_unless_the_researcher_says_so_it_stays_disputed() -> None:
    found = outcome(judged(KEEP, DISCARD, KEEP), majority=False)
    assert (found.standing, found.settled_by) == (CandidateStatus.DISPUTED, "")


@pytest.mark.parametrize(
    "verdicts",
    [(KEEP, DISCARD), (KEEP, KEEP, DISCARD, DISCARD), (KEEP, RELABEL, DISCARD), (KEEP, KEEP, RELABEL, DISCARD)],
)
def test_two_judges_a_tie_and_a_mere_plurality_wait_for_a_person(verdicts: tuple[Verdict, ...]) -> None:
    assert outcome(judged(*verdicts)).standing is CandidateStatus.DISPUTED


def test_labels_count_one_by_one_and_the_label_as_it_was_is_a_keep() -> None:
    apart = judged(RELABEL, DISCARD)
    assert outcome([*apart, decision("c", RELABEL, "cleo", label="person")]).standing is CandidateStatus.DISPUTED
    same = outcome([*apart, decision("c", RELABEL, "cleo", label="place")])
    assert (same.standing, same.label) == (CandidateStatus.RELABELLED, "place")
    kept = outcome([*judged(KEEP, DISCARD), decision("c", RELABEL, "cleo", label="thing")])
    assert (kept.standing, kept.settled_by) == (CandidateStatus.KEPT, MAJORITY)


def test_a_skip_is_no_judgement_and_a_second_opinion_no_judge() -> None:
    assert outcome(judged(KEEP, DISCARD, SKIP)).standing is CandidateStatus.DISPUTED
    late = [*judged(KEEP, DISCARD), decision("c", KEEP, "cleo", second=True)]
    assert outcome(late).standing is CandidateStatus.DISPUTED


def test_what_a_person_settles_holds_against_the_majority() -> None:
    found = outcome([*judged(KEEP, DISCARD, KEEP), decision("c", DISCARD, "eve", 9, settles=True)])
    assert (found.standing, found.settled_by, found.doubted_by) == (CandidateStatus.DISCARDED, "eve", ("ann", "cleo"))


def test_who_agree_need_no_majority_but_for_a_second_opinion() -> None:
    assert outcome(judged(KEEP, KEEP, KEEP)).settled_by == ""
    doubted = [*judged(KEEP, KEEP, KEEP), decision("c", DISCARD, "dan", second=True)]
    assert outcome(doubted, majority=False).settled_by == ""
    found = outcome(doubted)
    assert (found.settled_by, found.doubted_by) == (MAJORITY, ("dan",))
    assert progress_of(OutcomeTally([found]), 1).doubted == 0


def test_the_curated_sample_says_how_it_was_settled() -> None:
    sample = outcome(judged(KEEP, DISCARD, KEEP)).curated("s", "thing")
    assert sample is not None
    assert (sample.label, sample.annotators, sample.doubted_by, sample.settled_by) == (
        "thing",
        ("ann", "cleo"),
        ("bob",),
        MAJORITY,
    )


def test_a_change_of_mind_takes_the_majority_away() -> None:
    log = DecisionLog(CELL, {"c": "thing"}, judged(KEEP, DISCARD, KEEP), majority=True)
    assert log.outcomes["c"].settled_by == MAJORITY
    log.add([decision("c", SKIP, "cleo", 9)])
    assert log.outcomes["c"].standing is CandidateStatus.DISPUTED

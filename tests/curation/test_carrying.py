"""A verdict on one text is carried to every candidate that reads the same, and to no other."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.records import CuratedSample, Decision, Verdict
from curation.decision_log import DecisionLog
from curation.queue import each_text_once
from curation.quota import OutcomeTally
from curation.records import DuplicateText
from curation.resolve import CandidateStatus, resolve
from tests.curation.logs import logs
from tests.data.store.store_data import CELL, OTHER, START, decision, progress_of

KEEP, RELABEL, DISCARD, SKIP, UNDO = Verdict.KEEP, Verdict.RELABEL, Verdict.DISCARD, Verdict.SKIP, Verdict.UNDO
TWINS = [("c", "d")]


def standing(*decisions: Decision) -> dict[str, tuple[CandidateStatus, str]]:
    """Where c and d stand, and where that was carried from."""
    return {id_: (o.standing, o.carried_from) for id_, o in resolve(decisions, {}, TWINS).items()}


def test_a_verdict_is_carried_with_its_label_time_and_who_gave_it() -> None:
    outcome = resolve([decision("c", RELABEL, minute=0)], {}, TWINS)["d"]
    assert (outcome.standing, outcome.label, outcome.carried_from) == (CandidateStatus.RELABELLED, "place", "c")
    assert (outcome.settled, outcome.annotators) == (START, ("ann",))
    assert outcome.curated("s", "thing") == CuratedSample("d", "s", "place", True, ("ann",), "c")


def test_nothing_is_carried_without_duplicates() -> None:
    assert set(resolve([decision("c")])) == {"c"}


def test_an_undo_takes_the_carried_verdict_back_as_well() -> None:
    kept = decision("c", KEEP)
    assert standing(kept, decision("c", UNDO, minute=1, undoes=kept.id)) == {}


def test_ones_own_verdict_on_the_duplicate_goes_before_the_carried_one_however_old() -> None:
    assert standing(decision("d", DISCARD, minute=0), decision("c", KEEP, minute=5)) == {
        "c": (CandidateStatus.KEPT, ""),
        "d": (CandidateStatus.DISCARDED, ""),
    }


def test_people_who_judged_different_duplicates_differently_disagree_about_both() -> None:
    assert standing(decision("c", KEEP, "ann"), decision("d", DISCARD, "bob")) == {
        "c": (CandidateStatus.DISPUTED, ""),
        "d": (CandidateStatus.DISPUTED, ""),
    }
    assert standing(decision("c", KEEP, "ann"), decision("d", KEEP, "bob"))["d"] == (CandidateStatus.KEPT, "")


def test_a_skip_is_carried_until_there_is_a_verdict() -> None:
    assert standing(decision("c", SKIP))["d"] == (CandidateStatus.SKIPPED, "c")
    assert standing(decision("c", SKIP, minute=3), decision("d", KEEP)) == {
        "c": (CandidateStatus.KEPT, "d"),
        "d": (CandidateStatus.KEPT, ""),
    }


def test_the_latest_of_several_verdicts_is_carried() -> None:
    found = resolve([decision("c", KEEP, minute=2), decision("e", DISCARD, minute=1)], {}, [("c", "d", "e")])
    assert (found["d"].standing, found["d"].carried_from) == (CandidateStatus.KEPT, "c")


def test_counts_say_what_was_carried() -> None:
    outcomes = resolve([decision("c", KEEP), decision("e", DISCARD, minute=1)], {}, TWINS).values()
    state = progress_of(OutcomeTally(outcomes), candidates=5)
    assert (state.checked, state.kept, state.discarded, state.carried, state.waiting) == (3, 2, 1, 1, 2)
    skipped = resolve([decision("c", SKIP)], {}, TWINS).values()
    assert progress_of(OutcomeTally(skipped), candidates=2).carried == 0


def duplicates(text: int = 7) -> dict[str, DuplicateText]:
    return {"c": DuplicateText(text, CELL, 2), "d": DuplicateText(text, OTHER, 2)}


@given(logs(), st.lists(st.integers(0, 12), max_size=3).map(sorted))
def test_a_log_with_duplicates_that_grows_bit_by_bit_is_what_it_would_be_read_anew(
    log: list[Decision], cuts: list[int]
) -> None:
    here, there = {"c": "thing"}, {"d": "thing"}
    anew = DecisionLog(CELL, here, log, duplicates())
    grown = DecisionLog(CELL, here, [], {"c": duplicates()["c"]})
    for start, end in pairwise([0, *cuts, len(log)]):
        for made in log[start:end]:
            if made.candidate_id == "c":
                grown.add([made])
            else:
                grown.add_duplicate(duplicates()["d"], [made])
    assert grown.outcomes == anew.outcomes
    other = DecisionLog(OTHER, there, log, duplicates())
    whole = resolve(log, here | there, TWINS)
    assert anew.outcomes | other.outcomes == whole
    for annotator in ("ann", "bob"):
        assert {d.candidate_id for d in anew.standing(annotator)} <= {"c"}


def test_what_was_carried_to_a_cell_is_listed_with_the_verdict_that_was_given() -> None:
    kept, skipped = decision("d", KEEP), decision("d", SKIP, "bob")
    log = DecisionLog(CELL, {"c": "thing"}, [kept, skipped], duplicates())
    assert log.carried("ann") == [replace(kept, candidate_id="c")]
    assert log.carried("bob") == log.standing("ann") == []


def test_what_was_carried_is_listed_as_it_came_with_each_persons_latest() -> None:
    here = {"c1": "thing", "c2": "thing", "own": "thing"}
    known = {f"{name}{n}": DuplicateText(n, cell, 2) for n in (1, 2) for name, cell in (("c", CELL), ("d", OTHER))}
    late, early = decision("d1", KEEP, minute=5, id="a"), decision("d2", DISCARD, minute=2, id="b")
    first = decision("d1", DISCARD, minute=1, id="z")
    log = DecisionLog(CELL, here, [first, late, early, decision("own"), decision("d1", KEEP, "bob", 9)], known)
    assert log.carried("ann") == [replace(late, candidate_id="c1"), replace(early, candidate_id="c2")]
    assert [d.candidate_id for d in log.carried("bob")] == ["c1"]
    assert log.reads_like(2) and not log.reads_like(3)
    assert log.duplicate("c1") == DuplicateText(1, CELL, 2) and log.duplicate("own") is None


def test_a_text_stands_once_in_the_line() -> None:
    assert list(each_text_once("adbc", duplicates().get)) == ["a", "d", "b"]

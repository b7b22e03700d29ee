"""Runs of decisions that came too fast to have been read, and runs that are all alike."""

from dataclasses import replace
from datetime import timedelta

from core.records import Verdict
from curation.quality.streaks import FAST_RUN, TOLD, TimedVerdict, fast_streaks, just_too_fast, streaks
from tests.curation.quality.looks import look
from tests.data.store.store_data import OTHER, START

KEEP, DISCARD = Verdict.KEEP, Verdict.DISCARD


def test_ten_words_take_a_second_at_600_words_a_minute() -> None:
    assert look(0, seconds=0.999).too_fast
    assert not look(0, seconds=1.0).too_fast
    assert not look(0, seconds=0).too_fast  # not measured
    assert not look(0, seconds=0.4, words=0).too_fast  # nobody knows how long the text is
    assert not look(0, seconds=4.0, words=500).too_fast  # of a long text 40 words count
    assert look(0, seconds=3.999, words=500).too_fast


def test_ten_in_a_row_are_a_streak_and_nine_are_none() -> None:
    quick = [look(n, seconds=0.5) for n in range(FAST_RUN)]
    (found,) = streaks(quick)
    assert (found.annotator, found.decisions, found.verdict) == ("ann", 10, "")
    assert (found.first, found.last) == (START, START + timedelta(minutes=9))
    assert (found.milliseconds, found.needed) == (500, 1000)
    assert streaks(quick[:-1]) == []
    slow_in_the_middle = [*quick[:5], look(5, seconds=3), *quick[6:]]
    assert streaks(slow_in_the_middle) == []


def test_people_are_told_apart_and_the_latest_comes_first() -> None:
    both = [look(n, annotator=who, seconds=0.5) for n in range(10) for who in ("ann", "bob")]
    later = [look(100 + n, seconds=0.5) for n in range(12)]
    slow = look(50, seconds=9)
    assert [(s.annotator, s.decisions) for s in streaks([*later, *both, slow])] == [
        ("ann", 12),
        ("bob", 10),
        ("ann", 10),
    ]


def test_what_was_settled_breaks_no_streak_and_is_none() -> None:
    quick = [look(n, seconds=0.5) for n in range(10)]
    settled = look(4, seconds=0)
    settled = replace(settled, decision=replace(settled.decision, settles=True))
    assert [s.decisions for s in streaks([*quick, settled])] == [10]


def test_the_person_is_told_after_the_tenth() -> None:
    quick = [look(n, seconds=0.5) for n in range(10)]
    assert not just_too_fast(quick[:9])
    assert just_too_fast(quick)
    assert not just_too_fast([*quick, look(10, seconds=2)])
    assert TOLD.startswith(f"You made {FAST_RUN} decisions faster")


def mixed(start: int, n: int, annotator: str = "bob") -> list[TimedVerdict]:
    return [look(start + k, (KEEP, DISCARD)[k % 2], annotator) for k in range(n)]


def test_a_long_run_of_one_verdict_stands_out_where_others_differ() -> None:
    # 40 others, half of them kept: share (20 + 1) / (40 + 2) = 1/2; N p^m = 25 / 2^25 is below 1 in 1000
    run = [look(n, KEEP) for n in range(25)]
    (found,) = streaks([*run, *mixed(100, 40)])
    assert (found.annotator, found.decisions, found.verdict) == ("ann", 25, "keep")
    assert streaks([*run[:19], *mixed(100, 40)]) == []  # too short to say
    assert streaks([*run, *mixed(100, 29)]) == []  # too little to compare with
    assert streaks([*run, *mixed(100, 29), look(200, cell=OTHER)]) == []  # another cell's say nothing


def test_where_nearly_all_is_kept_a_long_run_is_no_wonder() -> None:
    others = [look(100 + n, DISCARD if n % 20 == 0 else KEEP, "bob") for n in range(200)]
    assert streaks([*(look(n, KEEP) for n in range(60)), *others]) == []  # 60 * .95^60 is 2.8
    assert len(streaks([*(look(n, DISCARD) for n in range(20)), *others])) == 1


def test_where_the_best_came_first_keeps_come_in_a_row() -> None:
    run = [look(n, KEEP, random_order=False) for n in range(30)]
    assert streaks([*run, *mixed(100, 40)]) == []
    assert fast_streaks(run) == []

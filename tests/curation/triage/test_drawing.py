"""Triage order: who comes next, with which probability, and that it is the same whenever it is asked."""

from collections import Counter
from itertools import islice

import pytest

from curation.triage.drawing import cell_draws, handed_out

LEFT = ["a", "b", "c", "d"]
RANKING = ["z", "c", "a", "d", "b"]


def test_without_chance_the_likeliest_come_in_their_order() -> None:
    given = list(handed_out(LEFT, RANKING, 0.0, cell_draws("cell")))
    assert [one.candidate_id for one in given] == ["c", "a", "d", "b"]
    assert [(one.propensity, one.drawn_from) for one in given] == [(1.0, 0)] * 4


def test_without_a_ranking_chance_draws_all() -> None:
    given = list(handed_out(LEFT, (), 0.2, cell_draws("cell")))
    assert sorted(one.candidate_id for one in given) == LEFT
    assert [(one.propensity, one.drawn_from) for one in given] == [(1 / 4, 4), (1 / 3, 3), (1 / 2, 2), (1.0, 1)]


def test_the_same_turn_gives_the_same_and_each_cell_draws_for_itself() -> None:
    def ids(cell: str, first: int = 0) -> list[str]:
        return [one.candidate_id for one in handed_out([f"c{n}" for n in range(40)], (), 1, cell_draws(cell), first)]

    assert ids("one") == ids("one")
    assert ids("one") != ids("two")
    whole = [one.candidate_id for one in islice(handed_out(LEFT, RANKING, 0.5, cell_draws("one")), 2)]
    rest = [id_ for id_ in LEFT if id_ != whole[0]]
    assert next(handed_out(rest, RANKING, 0.5, cell_draws("one"), 1)).candidate_id == whole[1]


def test_what_is_logged_is_how_often_it_happens() -> None:
    """The first hand-out of 8,000 cells: of a, b, c and d c is the likeliest."""
    first = [next(handed_out(LEFT, RANKING, 0.2, cell_draws(f"cell {n}"))) for n in range(8_000)]
    times = Counter(one.candidate_id for one in first)
    told = {one.candidate_id: one.propensity for one in first}
    assert told == pytest.approx({"a": 0.05, "b": 0.05, "c": 0.85, "d": 0.05})
    for id_, propensity in told.items():
        assert times[id_] / 8_000 == pytest.approx(propensity, abs=0.012)
    by_chance = Counter(one.candidate_id for one in first if one.drawn_from)
    assert by_chance.total() / 8_000 == pytest.approx(0.2, abs=0.015)
    assert max(by_chance.values()) - min(by_chance.values()) < 120  # c is drawn as often as the others
    assert {one.drawn_from for one in first} == {0, 4}

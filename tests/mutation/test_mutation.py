"""What is planted, that it is noticed, and the score of a sample."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.mutants import mutants, planted
from tests.mutation.rooms import ROOMS, drawn, every_mutant, stale

ROOT = Path(__file__).parents[2]
SOURCE = '''
"""A docstring of two words."""
from a import b
def f(x: int | None = 1, *, key: str = "k") -> bool:
    """Says nothing."""
    if not x:
        raise ValueError("one two")
    rows = sorted([y + 2 for y in b(x, to=1) if y > 3], key=b)
    return x < min(rows) and "a text of many words" == key
'''


def faults(source: str) -> list[str]:
    return [mutant.name.partition(": ")[2] for mutant in mutants("a.py", source)]


def test_every_kind_of_fault_is_planted_and_what_only_says_something_is_left_alone() -> None:
    assert faults(SOURCE) == [
        "'k' -> ''",
        "1 -> 2",
        "not x -> x",
        "raise ValueError('one two') -> pass",
        "sorted([y + 2 for y in b(x, to=1) if y > 3], key=b) -> list([y + 2 for y in b(x, to=1) if y > 3], key=b)",
        "sorted([y + 2 for y in b(x, to=1) if y > 3], key=b) -> sorted([y + 2 for y in b(x, to=1) if y > 3])",
        "y + 2 -> y - 2",
        "2 -> 3",
        "for y in b(x, to=1) if y > 3 -> for y in b(x, to=1)",
        "b(x, to=1) -> b(x)",
        "1 -> 2 (2)",
        "y > 3 -> y >= 3",
        "y > 3 -> y <= 3",
        "3 -> 4",
        "return x < min(rows) and 'a text of many words' == key -> return None",
        "x < min(rows) and 'a text of many words' == key -> x < min(rows) or 'a text of many words' == key",
        "x < min(rows) -> x <= min(rows)",
        "x < min(rows) -> x >= min(rows)",
        "min(rows) -> max(rows)",
        "'a text of many words' == key -> 'a text of many words' != key",
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(20))
def test_exactly_one_thing_differs(number: int) -> None:
    assert ast.dump(planted(SOURCE, number)) != ast.dump(ast.parse(SOURCE))
    compile(planted(SOURCE, number), "a.py", "exec")
    with pytest.raises(IndexError):
        planted(SOURCE, 20)


def test_a_fault_has_the_same_name_wherever_its_line_is_and_no_two_have_one() -> None:
    assert faults("\n\nx = 1\n") == faults("x = 1")
    assert faults("x = 1 + 1") == ["1 + 1 -> 1 - 1", "1 -> 2", "1 -> 2 (2)"]
    for room in ROOMS:
        names = [mutant.name for mutant in every_mutant(room)]
        assert len(names) == len(set(names)) > 100


def test_a_seed_draws_the_same_mutants_and_another_seed_others() -> None:
    assert drawn(ROOMS[0], 20, 0) == drawn(ROOMS[0], 20, 0) != drawn(ROOMS[0], 20, 1)
    assert len(drawn(ROOMS[0], 20, 0)) == 20
    assert len(drawn(ROOMS[0], 10**6, 0)) == len(every_mutant(ROOMS[0]))


def test_mutants_that_mean_the_same_are_mutants_and_have_a_reason() -> None:
    assert stale() == set()
    assert all(len(reason.split()) > 3 for reason in EQUIVALENT.values())


def mutation(*asked: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.mutation", *asked]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rooms", "count", "aim"),
    [
        (("core/metrics", "curation", "data/store"), "6", "0.85"),
        (("data/accounts", "data/flips", "data/study_results"), "5", "0.9"),
    ],
)
def test_of_a_sample_of_faults_nearly_all_are_caught(rooms: tuple[str, ...], count: str, aim: str) -> None:
    ended = mutation(*rooms, "--count", count, "--aim", aim)
    assert ended.returncode == 0, ended.stdout + ended.stderr[-2000:]
    assert "all: " in ended.stdout


@pytest.mark.slow
def test_a_room_whose_tests_notice_nothing_fails() -> None:
    ended = mutation("core/metrics", "--count", "4", "--tests", "tests/core/text/test_tokens.py")
    assert ended.returncode == 1
    assert ended.stdout.endswith("all: 0 of 4 caught, 0.0%, 0 of them without an end\n")

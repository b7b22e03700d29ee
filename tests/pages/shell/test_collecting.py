"""Garbage: what exists when a run begins is put aside, and what of it is of no use any more goes in the end."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from pages.ui.shell.collecting import collect, due, run_begins


class Circle:
    """An object that only a collection can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_exists_when_a_run_begins_is_not_looked_at_until_it_is_collected() -> None:
    circle = Circle()
    seen = weakref.ref(circle)
    run_begins()
    del circle
    gc.collect()
    assert seen() is not None
    collect()
    assert seen() is None


def test_what_a_run_makes_goes_with_the_collection_at_its_end() -> None:
    run_begins()
    seen = weakref.ref(Circle())
    gc.collect()
    assert seen() is None


@pytest.mark.parametrize(
    ("now", "last_run", "expected"),
    [
        (1000.0, 99.0, False),  # nothing ran since the last collection
        (129.0, 101.0, False),  # too soon
        (131.0, 130.0, False),  # somebody is at work
        (131.0, 129.0, True),
        (399.0, 398.0, False),
        (400.0, 399.9, True),  # somebody is always at work
    ],
)
def test_it_is_collected_when_nobody_waits_or_when_it_was_not_for_long(
    now: float, last_run: float, expected: bool
) -> None:
    assert due(now, last_run, last_collection=100.0) is expected

"""Garbage: what exists is put aside, so that collections are short, and what of it is of no use any more goes."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from pages.ui.shell.collecting import collect, run_begins


class Circle:
    """An object that only a collection can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_was_put_aside_is_not_looked_at_and_goes_the_next_time() -> None:
    circle = Circle()
    seen = weakref.ref(circle)
    collect()
    assert gc.get_freeze_count() > 0
    del circle
    gc.collect()
    assert seen() is not None
    collect()
    assert seen() is None


def test_what_a_run_makes_goes_with_the_collection_at_its_end() -> None:
    collect()
    run_begins()
    seen = weakref.ref(Circle())
    run_begins()  # somebody else's
    gc.collect()
    assert seen() is None

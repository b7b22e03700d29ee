"""Pages that open take turns, and nobody waits for ever."""

from threading import Event, Thread

import pytest

from pages.ui.shell.turnstile import Turnstile

LONG = 20.0  # seconds; no test waits so long


def test_only_so_many_go_on_at_once() -> None:
    turns, inside, over = Turnstile(2, LONG), list[int](), Event()

    def go(n: int) -> None:
        with turns.one():
            inside.append(n)
            over.wait(LONG)

    threads = [Thread(target=go, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    while len(inside) < 2:
        Event().wait(0.01)
    Event().wait(0.1)
    assert len(inside) == 2
    over.set()
    for thread in threads:
        thread.join()
    assert sorted(inside) == [0, 1, 2, 3]


def test_who_waited_long_enough_goes_on_and_gives_back_no_turn_of_others() -> None:
    turns = Turnstile(1, 0.05)
    with turns.one():
        with turns.one():
            pass
        assert not turns._free.acquire(blocking=False)
    assert turns._free.acquire(blocking=False)


def test_a_page_that_fails_gives_its_turn_back() -> None:
    turns = Turnstile(1, LONG)
    with pytest.raises(ValueError, match="no"), turns.one():
        raise ValueError("no")
    with turns.one():
        pass

"""Pages that open take turns, and nobody waits for ever."""

from threading import Event, Thread

import pytest

from pages.ui.shell.frame import Turnstile
from tests.e2e.conftest import wait_until

LONG = 20.0  # seconds; where all is well nothing waits so long


def test_only_so_many_go_on_at_once() -> None:
    turns, inside, over = Turnstile(2), list[int](), Event()

    def go(n: int) -> None:
        with turns.one(LONG):
            inside.append(n)
            over.wait(LONG)

    threads = [Thread(target=go, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(inside) == 2, LONG, "nobody got a turn")
    over.wait(0.1)
    assert len(inside) == 2
    over.set()
    for thread in threads:
        thread.join()
    assert sorted(inside) == [0, 1, 2, 3]


def test_who_waited_long_enough_goes_on_and_gives_back_no_turn_of_others() -> None:
    turns, over, inside = Turnstile(1), Event(), list[str]()

    def go(name: str) -> None:
        with turns.one(LONG):
            inside.append(name)
            over.wait(LONG)

    first, next_ = (Thread(target=go, args=(name,)) for name in ("first", "next"))
    first.start()
    wait_until(lambda: inside == ["first"], LONG, "nobody got a turn")
    with turns.one(0.05):
        inside.append("without one")
    next_.start()
    next_.join(0.1)
    assert inside == ["first", "without one"]
    over.set()
    next_.join()
    assert inside[-1] == "next"


def test_a_page_that_fails_gives_its_turn_back() -> None:
    turns = Turnstile(1)
    with pytest.raises(ValueError, match="no"), turns.one(LONG):
        raise ValueError("no")
    after = Thread(target=lambda: turns.one(LONG).__enter__())
    after.start()
    after.join(LONG / 2)
    assert not after.is_alive()

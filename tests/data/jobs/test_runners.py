"""Work in this process and in others: the same verb, the same handle, the same order."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError

import pytest

from core.errors import BadInput
from data.jobs.runners import Inline, Processes, Runner, in_order, runner


def nothing() -> None:
    """What makes a worker ready that needs nothing."""


def power(base: int, exponent: int) -> int:
    return int(base**exponent)


def square_slowly(n: int) -> int:
    time.sleep(0.02 * (n % 3))  # so that later tasks may end before earlier ones
    return n * n


def refuse(value: object) -> None:
    raise BadInput(f"{value!r} is refused.")


def process(_: object = None) -> int:
    return os.getpid()


def die() -> None:
    os._exit(9)


@pytest.fixture(scope="module", params=["inline", "processes"])
def any_runner(request: pytest.FixtureRequest) -> Iterator[Runner]:
    with runner({"inline": 1, "processes": 2}[request.param], nothing) as made:
        yield made


def test_a_handle_has_the_result_once_it_is_done(any_runner: Runner) -> None:
    handle = any_runner.submit(power, 2, 10)
    assert handle.result() == 1024
    assert handle.exception() is None
    assert handle.done()
    assert not handle.cancel()
    assert handle.result() == 1024


def test_a_handle_has_what_the_work_raised(any_runner: Runner) -> None:
    handle = any_runner.submit(refuse, "this")
    assert isinstance(handle.exception(), BadInput)
    with pytest.raises(BadInput, match="'this' is refused"):
        handle.result()
    assert handle.done()


def test_results_come_in_the_order_of_the_tasks(any_runner: Runner) -> None:
    assert list(in_order(any_runner, square_slowly, range(20))) == [n * n for n in range(20)]
    with pytest.raises(BadInput, match="0 is refused"):
        list(in_order(any_runner, refuse, range(3)))


def test_tasks_are_taken_only_as_fast_as_results_are(any_runner: Runner) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for n in range(100):
            taken.append(n)
            yield n

    results = in_order(any_runner, square_slowly, tasks())
    assert next(results) == 0
    assert len(taken) <= any_runner.at_once


def test_what_nobody_began_can_be_taken_back() -> None:
    done: list[int] = []
    handle = Inline().submit(done.append, 1)
    assert not handle.done()
    assert handle.cancel()
    with pytest.raises(CancelledError):
        handle.result()
    assert done == []
    with Processes(1, nothing) as workers:
        waiting = [workers.submit(time.sleep, 0.2) for _ in range(6)]
        assert waiting[-1].cancel()
        with pytest.raises(CancelledError):
            waiting[-1].result()


def test_one_worker_is_this_process_and_more_are_others() -> None:
    with runner(1, nothing) as here, runner(2, nothing) as there:
        assert here.submit(process).result() == os.getpid()
        assert os.getpid() not in set(in_order(there, process, range(4)))


def test_a_worker_that_dies_is_said_in_one_sentence() -> None:
    with Processes(2, nothing) as workers:
        handle = workers.submit(die)
        with pytest.raises(BadInput, match="A worker process died"):
            handle.result()
        with pytest.raises(BadInput, match="A worker process died"):
            workers.submit(power, 1, 1).result()

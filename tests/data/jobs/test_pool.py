"""Work in this process and in others that die: done again, given up after a few, and nobody else's work is lost."""

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import psutil
import pytest

from core.errors import BadInput
from data.jobs.messages import send_message
from data.jobs.pool import TRIES, LazyArgument, WorkerDied, WorkerPool, WorkLost, in_order
from data.jobs.process_pool import local_pool, process_pool


@pytest.fixture(scope="module")
def two() -> Iterator[WorkerPool]:
    with process_pool(2) as pool:
        yield pool


@pytest.fixture(params=["this process", "others"])
def either(request: pytest.FixtureRequest, two: WorkerPool) -> WorkerPool:
    return two if request.param == "others" else WorkerPool()


def power(base: int, exponent: int) -> int:
    return int(base**exponent)


def square_slowly(n: int) -> int:
    time.sleep(0.02 * (n % 3))  # so that later tasks may end before earlier ones
    return n * n


def make_ready() -> None:
    os.environ["FLINCH_READY"] = "yes"


def is_ready() -> bool:
    return os.environ.pop("FLINCH_READY", "") == "yes"


def square(n: int) -> int:
    print(f"the square of {n}")
    return n * n


def refuse(value: object) -> None:
    raise BadInput(f"{value!r} is refused.")


def unsendable() -> Any:
    return threading.Lock()


def aloud(what: object) -> None:
    send_message(what)


def process(_: object = None) -> int:
    time.sleep(0.05)
    return os.getpid()


def die() -> None:
    os._exit(9)


def die_once(marker: Path) -> int:
    if not marker.exists():
        marker.touch()
        os._exit(9)
    return os.getpid()


def wait_long() -> None:
    time.sleep(600)


def test_a_handle_has_the_result_or_what_the_work_raised(either: WorkerPool) -> None:
    handle = either.submit(power, 2, 10)
    assert (handle.result(), handle.exception(), handle.done(), handle.cancel()) == (1024, None, True, False)
    refused = either.submit(refuse, "this")
    assert isinstance(refused.exception(), BadInput) and refused.done()


def test_results_come_in_the_order_of_the_tasks_which_are_taken_as_fast_as_results(either: WorkerPool) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for n in range(20):
            taken.append(n)
            yield n

    results = in_order(either, square_slowly, tasks())
    assert next(results) == 0 and len(taken) <= either.at_once
    assert list(results) == [n * n for n in range(1, 20)]
    with pytest.raises(BadInput, match="0 is refused"):
        list(in_order(either, refuse, range(3)))


def test_one_worker_is_this_process_and_more_are_others_made_ready_first() -> None:
    with local_pool(1, make_ready) as here, local_pool(2, make_ready) as there:
        assert here.submit(process).result() == os.getpid()
        assert os.getpid() not in set(in_order(there, process, range(4)))
        assert there.submit(is_ready).result()


def test_what_nobody_began_can_be_taken_back() -> None:
    with process_pool(1) as pool:
        waiting = [pool.submit(time.sleep, 0.2) for _ in range(3)]
        assert waiting[-1].cancel()
        with pytest.raises(CancelledError):
            waiting[-1].result()


def test_what_is_raised_printed_and_told_there_arrives_here(two: WorkerPool) -> None:
    with pytest.raises(BadInput, match="'this' is refused"):
        two.submit(refuse, "this").result()
    heard, mine = list[Any](), list[Any]()
    two.submit(square, 3, on_message=heard.append).result()
    two.submit(aloud, (1, "of", 3), on_message=mine.append).result()
    assert heard == ["the square of 3"]
    assert mine == [(1, "of", 3)]


def test_what_can_not_be_sent_fails_alone(two: WorkerPool) -> None:
    with pytest.raises(RuntimeError, match="can't be sent"):
        two.submit(unsendable).result()
    with pytest.raises(Exception, match="pickle"):
        two.submit(print, threading.Lock()).result()
    assert two.submit(square, 2).result() == 4


def test_what_a_worker_died_at_is_done_again(two: WorkerPool, tmp_path: Path) -> None:
    heard: list[str] = []
    others = [two.submit(square, n) for n in range(5)]
    assert two.submit(die_once, tmp_path / "died", on_message=heard.append).result() != os.getpid()
    assert [other.result() for other in others] == [0, 1, 4, 9, 16]
    assert heard == ["A worker failed (its process ended with code 9); Flinch repeats its work."]


def test_what_is_to_be_made_later_is_made_at_each_try(two: WorkerPool, tmp_path: Path) -> None:
    made: list[Path] = []

    def now() -> Path:
        made.append(tmp_path / "died")
        return made[-1]

    two.submit(die_once, LazyArgument(now)).result()
    assert len(made) == 2


def test_what_every_worker_dies_at_is_given_up_and_nothing_else(two: WorkerPool) -> None:
    deadly, others = two.submit(die), [two.submit(square, n) for n in range(5)]
    with pytest.raises(
        WorkLost,
        match=rf"{TRIES} workers failed at the same work \(the last: its process ended with code 9\), most",
    ):
        deadly.result()
    assert [other.result() for other in others] == [0, 1, 4, 9, 16]


def test_leaving_ends_what_is_under_way_and_its_processes() -> None:
    with process_pool(1, 0) as pool:
        worker = pool.submit(process).result()
        begun, waiting = pool.submit(wait_long), pool.submit(square, 1)
    for sent in (begun, waiting):
        with pytest.raises(CancelledError):
            sent.result()
    assert not psutil.pid_exists(worker)


def test_without_any_place_all_work_says_why() -> None:
    def none(_: threading.Event) -> Any:
        raise WorkerDied("no node has room")

    with WorkerPool([none, none]) as pool:
        for _ in range(2):
            with pytest.raises(BadInput, match=r"No workers are left \(no node has room\); start new workers"):
                pool.submit(square, 1).result()


def test_each_process_has_a_gpu_of_its_own_or_its_share_of_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    from data.jobs import process_pool as module

    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert [module._environment(n, 3, 2) for n in range(3)] == [
        {"CUDA_VISIBLE_DEVICES": gpu} for gpu in ("0", "1", "0")
    ]
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "5,7")
    assert [module._environment(n, 2, 2) for n in range(2)] == [{"CUDA_VISIBLE_DEVICES": gpu} for gpu in ("5", "7")]
    monkeypatch.setattr(module, "cores", lambda: 8)
    assert module._environment(0, 3, 0) == {"OMP_NUM_THREADS": "2"}

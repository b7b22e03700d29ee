"""All cores on one stream of tasks: results in the order of the tasks, never more than a few of them waiting."""

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from types import ModuleType, TracebackType
from typing import TypeVar

from core.errors import BadInput

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 2  # tasks waiting beside those being worked on


class Pool:
    """Worker processes that are started fresh, so that no lock or thread of this one is copied; one is this process."""

    def __init__(self, workers: int, ready: Callable[[], None]) -> None:
        """`ready` is called once in each worker process, before its first task."""
        self.workers = workers
        self._others = set(active_children())
        context = get_context("spawn")
        self._executor = ProcessPoolExecutor(workers, context, _alone, (ready,)) if workers > 1 else None

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if self._executor is None:
            return
        if kind:  # what they are at is of no use any more
            for process in set(active_children()) - self._others:
                process.terminate()
        self._executor.shutdown(cancel_futures=True)

    def map(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The result of each task, in order. Raises what the work raises, and BadInput when a worker died."""
        if self._executor is None:
            yield from map(work, tasks)
            return
        waiting: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                with _no_script():
                    waiting.append(self._executor.submit(work, task))
                if len(waiting) >= self.workers + AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool as error:
            raise BadInput("A worker process died, most likely for want of memory; ask for fewer workers.") from error


@contextmanager
def _no_script() -> Iterator[None]:
    """Processes started meanwhile do not run this process's script again: what they do is in modules of ours."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _alone(ready: Callable[[], None]) -> None:
    """Leave Ctrl-C to the parent, and end when it is gone, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()
    ready()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)

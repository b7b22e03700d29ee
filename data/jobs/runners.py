"""Where work is done: one verb, `submit(fn, *args) -> handle`, in this process or in others."""

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from types import ModuleType, TracebackType
from typing import Any, Generic, Protocol, Self, TypeVar

from core.errors import BadInput

Task = TypeVar("Task")
Result = TypeVar("Result")
Given = TypeVar("Given", covariant=True)
AHEAD = 2  # tasks waiting beside those being worked on


class Handle(Protocol[Given]):
    """Work that was submitted."""

    def done(self) -> bool:
        """Whether it has ended: with a result, with an exception, or cancelled."""

    def result(self) -> Given:
        """What the work returned; waits for it. Raises what it raised, and CancelledError when it was cancelled."""

    def exception(self) -> BaseException | None:
        """What the work raised, None when it returned; waits for it."""

    def cancel(self) -> bool:
        """Take the work back; False when it has begun or ended."""


class Runner(Protocol):
    """Where work is done. Leaving its block ends it; an exception in the block abandons what is under way."""

    @property
    def at_once(self) -> int:
        """How many tasks keep it busy: those being worked on, and a few that wait."""

    def submit(self, fn: Callable[..., Result], *args: Any) -> Handle[Result]:
        """Have `fn(*args)` done."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """End."""


class Inline:
    """This process: work is done when its result is asked for, so that it may report and be interrupted as it goes."""

    at_once = 1

    def submit(self, fn: Callable[..., Result], *args: Any) -> Handle[Result]:
        """Have `fn(*args)` done when somebody asks for its result."""
        return _Deferred(fn, args)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        return None


class _Deferred(Generic[Result]):
    def __init__(self, fn: Callable[..., Result], args: tuple[Any, ...]) -> None:
        self._fn, self._args = fn, args
        self._future: Future[Result] = Future()

    def done(self) -> bool:
        return self._future.done()

    def result(self) -> Result:
        self._do()
        return self._future.result()

    def exception(self) -> BaseException | None:
        self._do()
        return self._future.exception()

    def cancel(self) -> bool:
        return self._future.cancel()

    def _do(self) -> None:
        if self._future.done() or not self._future.set_running_or_notify_cancel():
            return
        try:
            self._future.set_result(self._fn(*self._args))
        except Exception as error:
            self._future.set_exception(error)


class Processes:
    """Worker processes that are started fresh, so that no lock or thread of this one is copied."""

    def __init__(self, workers: int, ready: Callable[[], None]) -> None:
        """`ready` is called once in each worker process, before its first task."""
        self.at_once = workers + AHEAD
        self._others = set(active_children())
        self._executor = ProcessPoolExecutor(workers, get_context("spawn"), _alone, (ready,))

    def submit(self, fn: Callable[..., Result], *args: Any) -> Handle[Result]:
        """Have `fn(*args)` done by a worker; both must be picklable. Raises BadInput when a worker died."""
        with no_script(), _deaths_said():
            return _Remote(self._executor.submit(fn, *args))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if kind:  # what they are at is of no use any more
            for process in set(active_children()) - self._others:
                process.terminate()
        self._executor.shutdown(cancel_futures=True)


class _Remote(Generic[Result]):
    def __init__(self, future: Future[Result]) -> None:
        self._future = future

    def done(self) -> bool:
        return self._future.done()

    def result(self) -> Result:
        with _deaths_said():
            return self._future.result()

    def exception(self) -> BaseException | None:
        try:
            self.result()
        except CancelledError:
            raise
        except Exception as error:
            return error
        return None

    def cancel(self) -> bool:
        return self._future.cancel()


def runner(workers: int, ready: Callable[[], None]) -> Runner:
    """As many processes, each made `ready` first; for one worker this process will do."""
    return Processes(workers, ready) if workers > 1 else Inline()


def in_order(runner: Runner, fn: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """The result of each task, in the order of the tasks; tasks are taken only as fast as results are."""
    waiting: deque[Handle[Result]] = deque()
    try:
        for task in tasks:
            waiting.append(runner.submit(fn, task))
            if len(waiting) >= runner.at_once:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for handle in waiting:  # nobody will ask
            handle.cancel()


@contextmanager
def _deaths_said() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool as error:
        raise BadInput("A worker process died, most likely for want of memory; ask for fewer workers.") from error


@contextmanager
def no_script() -> Iterator[None]:
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
    end_with_parent(parent_process())
    ready()


def end_with_parent(parent: BaseProcess | None) -> None:
    """Have this process end when that one is gone."""
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)

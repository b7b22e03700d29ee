"""Work by a pool of workers: `submit(fn, *args) -> handle`, in this process, in others, or on the nodes of Ray.

A worker does one thing at a time, in the order in which things were submitted. What it was at when it died is done
again elsewhere, at most `TRIES` times; the worker is made anew.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from core.errors import BadInput

Task = TypeVar("Task")
Result = TypeVar("Result")
OnMessage = Callable[[Any], None]
TRIES = 3
ABORTED = "the work was aborted"
AHEAD = 2  # tasks waiting beside those being worked on


class LazyArgument(NamedTuple):
    """An argument that is made whenever the work is sent, also to be done again."""

    make: Callable[[], Any]


class WorkerDied(Exception):
    """A worker is gone, with what it was at; its text says how."""


class WorkLost(BadInput):
    """Every worker that began this work died at it."""


class Worker(Protocol):
    """Where one thing is done at a time."""

    def run(self, fn: Callable[..., Any], args: tuple[Any, ...], on_message: OnMessage) -> Any:
        """What `fn(*args)` returns; raises what it raises, and WorkerDied. `on_message` gets messages meanwhile."""

    def kill(self) -> None:
        """Be gone, whatever is under way."""


class JobHandle(Future[Result]):
    """Work that was submitted."""

    def __init__(self, fn: Callable[..., Result], args: tuple[Any, ...], on_message: OnMessage) -> None:
        super().__init__()
        self.fn, self.args, self.on_message = fn, args, on_message
        self.deaths = 0

    def run(self, run: Callable[[Callable[..., Result], tuple[Any, ...], OnMessage], Result]) -> None:
        """Have it done so, unless it has ended; raises WorkerDied alone."""
        try:
            args = tuple(arg.make() if isinstance(arg, LazyArgument) else arg for arg in self.args)
            result = run(self.fn, args, self.on_message)
        except WorkerDied:
            raise
        except Exception as error:
            self.fail(error)
        else:
            with suppress(InvalidStateError):
                self.set_result(result)

    def fail(self, error: Exception) -> None:
        """Let it have ended so, unless it has ended."""
        with suppress(InvalidStateError):
            self.set_exception(error)


class WorkerPool:
    """Workers, each made by one of `makers` when it is needed, and again when it died; without any, this process.

    A maker gets an event that says when nobody needs the worker any more, and raises WorkerDied where none can be had.
    `share` makes a large value one that all workers can call for; None where they read this machine's files themselves.
    `at_once` tasks keep it busy. Leaving its block ends all workers, whatever is under way.
    """

    share: Callable[[Any], Callable[[], Any]] | None = None

    def __init__(self, makers: Sequence[Callable[[threading.Event], Worker]] = ()) -> None:
        self.size, self.at_once = len(makers), len(makers) + AHEAD if makers else 1
        self._waiting: deque[JobHandle[Any]] = deque()
        self._under_way: set[JobHandle[Any]] = set()
        self._workers: list[Worker] = []
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._threads = [threading.Thread(target=self._serve, args=(make,), daemon=True) for make in makers]
        self._serving = len(makers)
        self._lost: Exception | None = None

    def submit(self, fn: Callable[..., Result], *args: Any, on_message: OnMessage = print) -> JobHandle[Result]:
        """Have `fn(*args)` done by some worker, to which both are pickled; without workers it is done by now.

        `on_message` gets what this work sends meanwhile, such as lines it prints, in one thread at a time.
        """
        handle = JobHandle(fn, args, on_message)
        if not self.size:
            handle.run(lambda fn, args, _: fn(*args))
            return handle
        with self._changed:
            if self._lost or self._closing.is_set():
                handle.fail(self._lost or CancelledError(ABORTED))
            else:
                self._waiting.append(handle)
            self._changed.notify()
        return handle

    def abort(self) -> None:
        """Begin nothing more, kill all workers, and let what is not done raise CancelledError."""
        self._closing.set()
        with self._changed:
            left, workers = [*self._waiting, *self._under_way], [*self._workers]
            self._waiting.clear()
            self._changed.notify_all()
        for handle in left:
            handle.fail(CancelledError(ABORTED))
        for worker in workers:
            worker.kill()

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.abort()
        for thread in self._threads:
            thread.join()

    def _serve(self, make: Callable[[threading.Event], Worker]) -> None:
        """One worker's thread: make it, keep it busy, make it again when it died."""
        failures = 0
        while not self._closing.is_set():
            try:
                worker = make(self._closing)
            except WorkerDied as death:
                failures += 1
                if failures < TRIES:
                    continue
                self._drop_worker(death)
                return
            failures = 0
            with self._changed:
                self._workers.append(worker)
            try:
                self._keep_busy(worker)
            finally:
                with self._changed:
                    self._workers.remove(worker)
                worker.kill()

    def _keep_busy(self, worker: Worker) -> None:
        """Until the worker dies or nobody needs it."""
        while handle := self._next_handle():
            try:
                handle.run(worker.run)
            except WorkerDied as death:
                self._retry(handle, death)
                return
            with self._changed:
                self._under_way.discard(handle)

    def _next_handle(self) -> JobHandle[Any] | None:
        """The work that has waited longest; None when the pool closes."""
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._waiting or self._closing.is_set())
                if self._closing.is_set():
                    return None
                handle = self._waiting.popleft()
                if handle.deaths or handle.set_running_or_notify_cancel():
                    self._under_way.add(handle)
                    return handle

    def _retry(self, handle: JobHandle[Any], death: WorkerDied) -> None:
        handle.deaths += 1
        with self._changed:
            self._under_way.discard(handle)
            if self._closing.is_set():
                return
            if handle.deaths >= TRIES:
                why = "most likely because memory ran out; use fewer workers."
                handle.fail(WorkLost(f"{handle.deaths} workers failed at the same work (the last: {death}), {why}"))
            else:
                self._waiting.appendleft(handle)
                self._changed.notify()
        handle.on_message(f"A worker failed ({death}); Flinch {'gives up' if handle.done() else 'repeats'} its work.")

    def _drop_worker(self, death: WorkerDied) -> None:
        """A worker that can't be made is done without; the last one takes all work with it."""
        with self._changed:
            self._serving -= 1
            if self._serving:
                return
            self._lost = BadInput(f"No workers are left ({death}); start new workers, then resume the job.")
            left = [*self._waiting]
            self._waiting.clear()
        for handle in left:
            handle.fail(self._lost)


def in_order(pool: WorkerPool, fn: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """The result of each task, in the order of the tasks; tasks are taken only as fast as results are."""
    waiting: deque[JobHandle[Result]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(fn, task))
            if len(waiting) >= pool.at_once:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for handle in waiting:  # nobody will ask
            handle.cancel()

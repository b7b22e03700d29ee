"""Work by several workers, each of which may die at it: a process on each GPU, a worker on each node of a cluster.

A worker does one thing at a time, in the order in which things were submitted. What it was at when it died is done
again elsewhere, at most `TRIES` times; the worker is made anew.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, InvalidStateError
from contextlib import suppress
from types import TracebackType
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from core.errors import BadInput

Result = TypeVar("Result")
OnMessage = Callable[[Any], None]
TRIES = 3


class LazyArgument(NamedTuple):
    """An argument that is made whenever the work is sent, also to be done again."""

    made: Callable[[], Any]


class WorkerDied(Exception):
    """A worker is gone, with what it was at; its text says how."""


class WorkLost(Exception):
    """Every worker that began this work died at it."""


class Worker(Protocol):
    """Where one thing is done at a time."""

    def do(self, fn: Callable[..., Any], args: tuple[Any, ...], on_message: OnMessage) -> Any:
        """What `fn(*args)` returns; raises what it raises, and WorkerDied. `on_message` gets what is told meanwhile."""

    def end(self) -> None:
        """Be gone, whatever is under way."""


class JobHandle(Generic[Result]):
    """Work that was submitted to some worker: a handle, as runners give."""

    def __init__(self, fn: Callable[..., Result], args: tuple[Any, ...], on_message: OnMessage) -> None:
        self.fn, self.args, self.on_message = fn, args, on_message
        self.tried = 0
        self.future: Future[Result] = Future()

    def done(self) -> bool:
        return self.future.done()

    def result(self) -> Result:
        return self.future.result()

    def exception(self) -> BaseException | None:
        return self.future.exception()

    def cancel(self) -> bool:
        return self.future.cancel()

    def succeed(self, result: Result) -> None:
        """Let it have returned this, unless it was abandoned."""
        with suppress(InvalidStateError):
            self.future.set_result(result)

    def fail(self, error: Exception) -> None:
        """Let it have ended so, unless it has ended."""
        with suppress(InvalidStateError):
            self.future.set_exception(error)


class WorkerPool:
    """A runner over workers, each made by one of `makers` when it is needed, and again when it died.

    A maker gets an event that says when nobody needs the worker any more, and raises WorkerDied where none can be had.
    `share` makes a large value one that all workers can call for; None where they read this machine's files themselves.
    `on_message` gets what the workers tell, such as lines they print, in threads of this runner's own.
    """

    share: Callable[[Any], Callable[[], Any]] | None = None

    def __init__(self, makers: Sequence[Callable[[threading.Event], Worker]], on_message: OnMessage = print) -> None:
        self.size, self.at_once = len(makers), 2 * len(makers)
        self._makers, self._on_message = makers, on_message
        self._waiting: deque[JobHandle[Any]] = deque()
        self._under_way: set[JobHandle[Any]] = set()
        self._workers: list[Worker] = []
        self._changed = threading.Condition()
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._serve, args=(make,), daemon=True) for make in makers]
        self._serving = len(makers)
        self._lost: Exception | None = None

    def submit(self, fn: Callable[..., Result], *args: Any) -> JobHandle[Result]:
        """Have `fn(*args)` done in some worker; both must be picklable."""
        return self.submit_with(self._on_message, fn, *args)

    def submit_with(self, on_message: OnMessage, fn: Callable[..., Result], *args: Any) -> JobHandle[Result]:
        """The same; what the work tells goes to `on_message`, in one thread at a time."""
        sent = JobHandle(fn, args, on_message)
        with self._changed:
            if self._lost:
                sent.fail(self._lost)
            else:
                self._waiting.append(sent)
            self._changed.notify()
        return sent

    def abandon(self) -> None:
        """Begin nothing more, end all workers, and let what is not done raise CancelledError."""
        self._over.set()
        with self._changed:
            left, workers = [*self._waiting, *self._under_way], [*self._workers]
            self._waiting.clear()
            self._changed.notify_all()
        for sent in left:
            sent.fail(CancelledError("the work was abandoned"))
        for worker in workers:
            worker.end()

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.abandon()
        for thread in self._threads:
            thread.join()

    def _serve(self, make: Callable[[threading.Event], Worker]) -> None:
        """One worker's thread: make it, keep it busy, make it again when it died."""
        failed = 0
        while not self._over.is_set():
            try:
                worker = make(self._over)
            except WorkerDied as died:
                failed += 1
                if failed < TRIES:
                    continue
                self._leave(died)
                return
            failed = 0
            with self._changed:
                self._workers.append(worker)
            try:
                self._keep_busy(worker)
            finally:
                with self._changed:
                    self._workers.remove(worker)
                worker.end()

    def _keep_busy(self, worker: Worker) -> None:
        """Until the worker dies or nobody needs it."""
        while sent := self._next():
            try:
                args = tuple(arg.made() if isinstance(arg, LazyArgument) else arg for arg in sent.args)
                sent.succeed(worker.do(sent.fn, args, sent.on_message))
            except WorkerDied as died:
                self._again(sent, died)
                return
            except Exception as error:
                sent.fail(error)
            with self._changed:
                self._under_way.discard(sent)

    def _next(self) -> JobHandle[Any] | None:
        """The work that has waited longest; None when all is over."""
        with self._changed:
            while True:
                self._changed.wait_for(lambda: self._waiting or self._over.is_set())
                if self._over.is_set():
                    return None
                sent = self._waiting.popleft()
                if sent.tried or sent.future.set_running_or_notify_cancel():
                    self._under_way.add(sent)
                    return sent

    def _again(self, sent: JobHandle[Any], died: WorkerDied) -> None:
        sent.tried += 1
        with self._changed:
            self._under_way.discard(sent)
            if self._over.is_set():
                return
            if sent.tried >= TRIES:
                sent.fail(WorkLost(f"{sent.tried} workers died at it, the last: {died}"))
            else:
                self._waiting.appendleft(sent)
                self._changed.notify()
        sent.on_message(f"A worker died ({died}); what it was at is {'given up' if sent.done() else 'done again'}.")

    def _leave(self, died: WorkerDied) -> None:
        """A worker that can't be made is done without; the last one takes all work with it."""
        with self._changed:
            self._serving -= 1
            if self._serving:
                return
            self._lost = BadInput(f"There is no worker to do this ({died}); start some, then resume.")
            left = [*self._waiting]
            self._waiting.clear()
        for sent in left:
            sent.fail(self._lost)

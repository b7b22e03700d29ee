"""Workers that are processes of this machine: one for each GPU, or as many as are asked for."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

from data.jobs.messages import WorkerMessage, run_and_send
from data.jobs.pool import OnMessage, WorkerDied, WorkerPool
from data.plugins import load_plugins

_SPAWN = threading.Lock()
Ready = Callable[[], None] | None


def local_pool(workers: int, ready: Ready = None) -> WorkerPool:
    """As many processes, each made `ready` first; for one worker this process will do."""
    return process_pool(workers, ready=ready) if workers > 1 else WorkerPool()


def process_pool(workers: int, gpus: int = 0, ready: Ready = None) -> WorkerPool:
    """So many processes, each with a GPU of its own where there are any, else with its share of the cores.

    `ready` is called in each before its first task.
    """

    def make(number: int, _: threading.Event) -> ProcessWorker:
        return ProcessWorker(_environment(number, workers, gpus), ready)

    return WorkerPool([partial(make, number) for number in range(workers)])


class ProcessWorker:
    """A process that is started fresh, with these settings in its environment."""

    def __init__(self, environment: Mapping[str, str], ready: Ready) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        with _SPAWN, _hidden_script():
            self._process = context.Process(target=_serve, args=(theirs, dict(environment), ready), daemon=True)
            self._process.start()
        theirs.close()

    def run(self, fn: Callable[..., Any], args: tuple[Any, ...], on_message: OnMessage) -> Any:
        """What `fn(*args)` returns there; raises what it raises, and WorkerDied where the process is gone."""
        try:
            self._line.send((fn, args))
            while (message := self._line.recv()).kind == "message":
                on_message(message.value)
        except (EOFError, OSError):
            self._process.join(1)
            raise WorkerDied(f"its process ended with code {self._process.exitcode}") from None
        return message.outcome()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _environment(number: int, workers: int, gpus: int) -> dict[str, str]:
    """Which GPU the worker of this number sees, or how many threads it has."""
    if not gpus:
        return {"OMP_NUM_THREADS": str(max(1, cores() // workers))}
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")
    devices = visible if visible != [""] else [str(gpu) for gpu in range(gpus)]
    return {"CUDA_VISIBLE_DEVICES": devices[number % gpus]}


def _serve(line: Connection, environment: dict[str, str], ready: Ready) -> None:
    """The process: one thing after another, until the other end is closed or its parent is gone, however it went."""
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent := parent_process():
        threading.Thread(target=_end_after, args=(parent,), daemon=True).start()
    load_plugins()
    if ready:
        ready()
    while True:
        try:
            fn, args = line.recv()
        except EOFError:
            return
        except Exception as error:  # what was sent can't be read here, such as a module that is not there
            line.send(WorkerMessage("error", RuntimeError(f"{type(error).__name__}: {error}")))
            continue
        run_and_send(fn, args, line.send)


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _hidden_script() -> Iterator[None]:
    """Processes started meanwhile do not run this process's script again: what they do is in modules of ours."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script

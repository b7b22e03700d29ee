"""Workers that are processes of this machine: one for each GPU, or as many as are asked for."""

import os
import signal
import threading
from collections.abc import Callable, Mapping
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any

from data.jobs.messages import WorkerMessage, work_at
from data.jobs.pool import OnMessage, WorkerDied, WorkerPool
from data.jobs.runners import cores, end_with_parent, no_script

_SPAWN = threading.Lock()


def process_pool(workers: int, gpus: int, on_message: OnMessage = print) -> WorkerPool:
    """So many processes, each with a GPU of its own where there are any, else with its share of the cores."""

    def maker(number: int) -> Callable[[threading.Event], ProcessWorker]:
        return lambda _: ProcessWorker(_environment(number, workers, gpus))

    return WorkerPool([maker(number) for number in range(workers)], on_message)


class ProcessWorker:
    """A process that is started fresh, with these settings in its environment."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        with _SPAWN, no_script():
            self._process = context.Process(target=_serve, args=(theirs, dict(environment)), daemon=True)
            self._process.start()
        theirs.close()

    def do(self, fn: Callable[..., Any], args: tuple[Any, ...], on_message: OnMessage) -> Any:
        """What `fn(*args)` returns there; raises what it raises, and WorkerDied where the process is gone."""
        try:
            self._line.send((fn, args))
            while (said := self._line.recv()).what == "told":
                on_message(said.value)
        except (EOFError, OSError):
            self._process.join(1)
            raise WorkerDied(f"its process ended with code {self._process.exitcode}") from None
        if said.what == "raised":
            raise said.value
        return said.value

    def end(self) -> None:
        """Kill the process; it has nothing to put in order."""
        self._process.kill()
        self._process.join()


def _environment(number: int, workers: int, gpus: int) -> dict[str, str]:
    """Which GPU the worker of this number sees, or how many threads it has."""
    if not gpus:
        return {"OMP_NUM_THREADS": str(max(1, cores() // workers))}
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")
    known = visible if visible != [""] else [str(gpu) for gpu in range(gpus)]
    return {"CUDA_VISIBLE_DEVICES": known[number % gpus]}


def _serve(line: Connection, environment: dict[str, str]) -> None:
    """The process: one thing after another, until the other end is closed."""
    os.environ.update(environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent(parent_process())
    while True:
        try:
            fn, args = line.recv()
        except EOFError:
            return
        except Exception as error:  # what was sent can't be read here, such as a module that is not there
            line.send(WorkerMessage("raised", RuntimeError(f"{type(error).__name__}: {error}")))
            continue
        work_at(fn, args, line.send)

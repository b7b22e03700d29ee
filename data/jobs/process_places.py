"""Places that are processes of this machine: one for each GPU, or as many as are asked for."""

import os
import signal
import threading
from collections.abc import Callable, Mapping
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any

from data.jobs.places import Hear, PlaceDied, Places
from data.jobs.runners import cores, end_with_parent, no_script
from data.jobs.worked import Said, work_at

_SPAWN = threading.Lock()


def process_places(workers: int, gpus: int, hear: Hear = print) -> Places:
    """So many processes, each with a GPU of its own where there are any, else with its share of the cores."""

    def maker(number: int) -> Callable[[threading.Event], ProcessPlace]:
        return lambda _: ProcessPlace(_environment(number, workers, gpus))

    return Places([maker(number) for number in range(workers)], hear)


class ProcessPlace:
    """A process that is started fresh, with these settings in its environment."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        with _SPAWN, no_script():
            self._process = context.Process(target=_serve, args=(theirs, dict(environment)), daemon=True)
            self._process.start()
        theirs.close()

    def do(self, fn: Callable[..., Any], args: tuple[Any, ...], hear: Hear) -> Any:
        """What `fn(*args)` returns there; raises what it raises, and PlaceDied where the process is gone."""
        try:
            self._line.send((fn, args))
            while (said := self._line.recv()).what == "told":
                hear(said.value)
        except (EOFError, OSError):
            self._process.join(1)
            raise PlaceDied(f"its process ended with code {self._process.exitcode}") from None
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
            line.send(Said("raised", RuntimeError(f"{type(error).__name__}: {error}")))
            continue
        work_at(fn, args, line.send)

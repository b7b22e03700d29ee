"""Workers on the nodes of a Ray cluster: no disk is shared, all goes and comes through Ray.

Ray is optional. This is the only module that imports it.
"""

import logging
import os
import queue
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any

from core.errors import BadInput, MissingResource
from data.jobs.messages import WorkerMessage, work_at
from data.jobs.pool import OnMessage, WorkerDied, WorkerPool
from data.workspace import PROJECT

INSTALL = "pip install -r requirements-ray.txt"
CORES = 4  # of a worker without a GPU; on smaller nodes as many as there are
PATIENCE = 300.0  # seconds that a worker may take to begin: others may have the cluster, and a node may be slow
SECONDS = 10.0  # until nobody is taken to listen at an address
FRAME, SETTINGS = 9, 4  # bytes of the head of a frame of HTTP/2, and its kind
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, SETTINGS, 0, 0, 0, 0, 0])
CODE = ("core", "data")  # what is sent of this project


class RayPool(WorkerPool):
    """A worker for each GPU of the cluster; where there is none, one for each `CORES` of its processors."""

    def __init__(self, address: str, on_message: OnMessage = print) -> None:
        """Raises MissingResource where Ray is not installed, BadInput where no cluster can be reached."""
        self._ray = _joined(address)
        needs = [need for node in self._ray.nodes() if node["Alive"] for need in _needs(node["Resources"])]
        if any(need["num_gpus"] for need in needs):
            needs = [need for need in needs if need["num_gpus"]]
        super().__init__([self._maker(need) for need in needs], on_message)

    def share(self, value: Any) -> Callable[[], Any]:
        """The value in the cluster's memory: a worker that calls this has it."""
        return SharedObject(self._ray.put(value))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            super().__exit__(kind, error, _)
        finally:
            self._ray.shutdown()

    def _maker(self, needs: Mapping[str, int]) -> Callable[[threading.Event], "RayWorker"]:
        return lambda over: RayWorker(self._ray, needs, over)


class SharedObject:
    """A value in the cluster's memory."""

    def __init__(self, reference: Any) -> None:
        self._reference = reference

    def __call__(self) -> Any:
        import ray

        return ray.get(self._reference)


class RayWorker:
    """A worker somewhere in the cluster that needs these resources; waits until it is there, or nobody needs it."""

    def __init__(self, ray: Any, needs: Mapping[str, int], over: threading.Event) -> None:
        self._ray = ray
        self._worker = ray.remote(**needs, max_restarts=0)(_Worker).remote()
        ready, waited = self._worker.ready.remote(), 0.0
        try:
            while not ray.wait([ready], timeout=0.5)[0]:
                waited += 0.5
                if over.is_set() or waited > PATIENCE:
                    raise WorkerDied(f"the cluster had no room for a worker in {PATIENCE:.0f} s")
            ray.get(ready)
        except ray.exceptions.RayError as error:
            raise WorkerDied(_first_line(error)) from None
        except WorkerDied:
            self.end()
            raise

    def do(self, fn: Callable[..., Any], args: tuple[Any, ...], on_message: OnMessage) -> Any:
        """What `fn(*args)` returns there; raises what it raises, and WorkerDied where worker or node are gone."""
        try:
            for reference in self._worker.work.remote(fn, args):
                said = self._ray.get(reference)
                if said.what == "told":
                    on_message(said.value)
        except self._ray.exceptions.RayError as error:
            raise WorkerDied(_first_line(error)) from None
        if said.what == "raised":
            raise said.value
        return said.value

    def end(self) -> None:
        """Kill the worker."""
        self._ray.kill(self._worker)


class _Worker:
    """The worker's side. Its work is in a thread of its own, so that what it tells can be sent on."""

    def ready(self) -> None:
        """Nothing: that it answers is what counts."""

    def work(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Iterator[WorkerMessage]:
        """Do it: what is told, and at last what came of it."""
        said: queue.SimpleQueue[WorkerMessage] = queue.SimpleQueue()
        threading.Thread(target=work_at, args=(fn, args, said.put), daemon=True).start()
        while True:
            one = said.get()
            yield one
            if one.what != "told":
                return


def _needs(resources: Mapping[str, float]) -> list[dict[str, int]]:
    """What each of the workers that a node has room for needs."""
    cpus, gpus = int(resources.get("CPU", 0)), int(resources.get("GPU", 0))
    if gpus:
        return [{"num_gpus": 1, "num_cpus": min(1, cpus)}] * gpus
    each = min(CORES, cpus)
    return [{"num_gpus": 0, "num_cpus": each}] * (cpus // each if each else 0)


def _joined(address: str) -> Any:
    """The module `ray`, in touch with the cluster at this address; its workers get this project's code."""
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingResource(f"Ray is not installed; {INSTALL} adds it.") from error
    try:
        _look_for(address)
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.ERROR,
            runtime_env={"py_modules": [str(PROJECT / name) for name in CODE]},
        )
    except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        raise BadInput(
            f"No Ray cluster can be reached at {address!r} ({_first_line(error)}); start one with `ray start --head`, "
            "and give the address that it says."
        ) from error
    return ray


def _look_for(address: str) -> None:
    """Raise OSError at once where nobody listens, or somebody who is no Ray: Ray itself would try for minutes.

    A cluster speaks HTTP/2, whose first frame from either side is one of settings (RFC 9113, section 3.4); under TLS
    it can't be asked so simply.
    """
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdigit():
        return
    with socket.create_connection((host.strip("[]"), int(port)), SECONDS) as line:
        if os.environ.get("RAY_USE_TLS", "0").lower() in ("1", "true"):
            return
        line.settimeout(SECONDS)
        line.sendall(PREFACE)
        said = line.recv(FRAME, socket.MSG_WAITALL)
    if len(said) < FRAME or said[3] != SETTINGS:
        raise OSError("what listens there is no Ray cluster")


def _first_line(error: Exception) -> str:
    return (
        f"{type(error).__name__}: {str(error).strip().splitlines()[0][:160]}"
        if str(error).strip()
        else type(error).__name__
    )

"""Workers on the nodes of a Ray cluster: no disk is shared, all goes and comes through Ray.

Ray is optional. This is the only module that imports it.
"""

import logging
import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import TracebackType
from typing import Any

from core.errors import BadInput, MissingResource, class_and_first_line
from core.program import PACKAGE
from data.jobs.messages import WorkerMessage, run_and_send
from data.jobs.pool import OnMessage, WorkerDied, WorkerPool
from data.workspace import PROJECT, START

INSTALL = "pip install -r requirements-ray.txt"
CORES = 4  # of a worker without a GPU; on smaller nodes as many as there are
PATIENCE = 300.0  # seconds that a worker may take to begin: others may have the cluster, and a node may be slow
SETTINGS = {
    "RAY_gcs_rpc_server_connect_timeout_s": "1",
    "RAY_py_gcs_connect_timeout_s": "5",
    "RAY_gcs_server_port_wait_time_s": "0",  # tries beside the first
}
"""Ray's own settings, by which it gives up in seconds where there is no cluster, not in minutes."""
CODE = [str(START / PACKAGE[:-1])] if PACKAGE else [str(PROJECT / name) for name in ("core", "data")]  # what is sent


class RayPool(WorkerPool):
    """A worker for each GPU of the cluster; where there is none, one for each `CORES` of its processors."""

    def __init__(self, address: str) -> None:
        """Raises MissingResource where Ray is not installed, BadInput where no cluster can be reached."""
        self._ray = _connect(address)
        needs = [need for node in self._ray.nodes() if node["Alive"] for need in _worker_resources(node["Resources"])]
        if any(need["num_gpus"] for need in needs):
            needs = [need for need in needs if need["num_gpus"]]
        if not needs:
            raise BadInput(f"The Ray cluster at {address!r} has no processors or GPUs; start a node that has either.")
        super().__init__([partial(RayWorker, self._ray, need) for need in needs])

    def share(self, value: Any) -> Callable[[], Any]:
        """The value in the cluster's memory: a worker that calls this has it."""
        return SharedObject(self._ray.put(value))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        try:
            super().__exit__(kind, error, _)
        finally:
            self._ray.shutdown()


class SharedObject:
    """A value in the cluster's memory."""

    def __init__(self, reference: Any) -> None:
        self._reference = reference

    def __call__(self) -> Any:
        import ray

        return ray.get(self._reference)


class RayWorker:
    """A worker somewhere in the cluster that needs these resources; waits until it is there, or nobody needs it."""

    def __init__(self, ray: Any, needs: Mapping[str, int], closing: threading.Event) -> None:
        self._ray = ray
        self._worker = ray.remote(**needs, max_restarts=0)(_RayActor).remote()
        ready, waited = self._worker.ready.remote(), 0.0
        try:
            while not ray.wait([ready], timeout=0.5)[0]:
                waited += 0.5
                if closing.is_set() or waited > PATIENCE:
                    raise WorkerDied(f"the cluster had no room for a worker within {PATIENCE:.0f} s")
            ray.get(ready)
        except ray.exceptions.RayError as error:
            raise WorkerDied(class_and_first_line(error)) from None
        except WorkerDied:
            self.kill()
            raise

    def run(self, fn: Callable[..., Any], args: tuple[Any, ...], on_message: OnMessage) -> Any:
        """What `fn(*args)` returns there; raises what it raises, and WorkerDied where worker or node are gone."""
        try:
            for reference in self._worker.run.remote(fn, args):
                message = self._ray.get(reference)
                if message.kind == "message":
                    on_message(message.value)
        except self._ray.exceptions.RayError as error:
            raise WorkerDied(class_and_first_line(error)) from None
        return message.outcome()

    def kill(self) -> None:
        self._ray.kill(self._worker)


class _RayActor:
    """The worker's side. Its work is in a thread of its own, so that what it tells can be sent on."""

    def ready(self) -> None:
        """Nothing: that it answers is what counts."""

    def run(self, fn: Callable[..., Any], args: tuple[Any, ...]) -> Iterator[WorkerMessage]:
        """Do it: the messages meanwhile, and at last what came of it."""
        messages: queue.SimpleQueue[WorkerMessage] = queue.SimpleQueue()
        threading.Thread(target=run_and_send, args=(fn, args, messages.put), daemon=True).start()
        while (message := messages.get()).kind == "message":
            yield message
        yield message


def _worker_resources(resources: Mapping[str, float]) -> list[dict[str, int]]:
    """What each of the workers that a node has room for needs."""
    cpus, gpus = int(resources.get("CPU", 0)), int(resources.get("GPU", 0))
    if gpus:
        return [{"num_gpus": 1, "num_cpus": min(1, cpus)}] * gpus
    each = min(CORES, cpus)
    return [{"num_gpus": 0, "num_cpus": each}] * (cpus // each if each else 0)


def _connect(address: str) -> Any:
    """The module `ray`, in touch with the cluster at this address; its workers get this project's code."""
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingResource(f"Ray is not installed; run `{INSTALL}`.") from error
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, runtime_env={"py_modules": CODE})
    except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        raise BadInput(
            f"Flinch can't reach a Ray cluster at {address!r} ({class_and_first_line(error)}); start one with "
            "`ray start --head`, and give the address that this command prints."
        ) from error
    return ray

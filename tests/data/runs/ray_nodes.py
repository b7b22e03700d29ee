"""A Ray cluster of two nodes on two loopback addresses of this machine; only what is started here is ended."""

import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

HEAD, OTHER = "127.0.0.2", "127.0.0.3"
SETTINGS = {
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_failure_threshold": "3",
    "RAY_worker_niceness": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
}


class Node:
    """One node: `ray start` and all that it starts."""

    def __init__(self, address: str, folder: Path, *options: str) -> None:
        self._log = folder / f"{address}.log"
        ray = Path(sys.executable).with_name("ray")
        size = ("--num-cpus=1", "--num-gpus=0", "--object-store-memory=100000000", "--disable-usage-stats")
        with self._log.open("wb") as log:
            self._process = psutil.Popen(
                [ray, "start", "--block", f"--node-ip-address={address}", *size, *options],
                env=os.environ | SETTINGS,
                cwd=folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Until it is part of the cluster; fails with its log."""
        while "Ray runtime started" not in self._log.read_text(encoding="utf-8"):
            assert self._process.poll() is None, self._log.read_text(encoding="utf-8")
            time.sleep(0.1)

    def kill(self) -> None:
        """SIGKILL for the node and its workers, all at once."""
        try:
            all_of_it = [*self._process.children(recursive=True), self._process]
        except psutil.NoSuchProcess:
            return
        for process in all_of_it:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(all_of_it)


@contextmanager
def two_nodes(folder: Path) -> Iterator[tuple[str, Node]]:
    """The cluster's address, and the node that may die."""
    port = _free_port()
    address = f"{HEAD}:{port}"
    options = (f"--port={port}", "--include-dashboard=false", f"--temp-dir={folder}")
    head = Node(HEAD, folder, "--head", *options)
    nodes = [head]
    try:
        head.wait()
        nodes.append(Node(OTHER, folder, f"--address={address}"))
        nodes[1].wait()
        yield address, nodes[1]
    finally:
        for node in reversed(nodes):
            node.kill()


def _free_port() -> int:
    """A port outside those that Ray's workers take."""
    for port in range(26000, 27000):
        with socket.socket() as tried:
            if tried.connect_ex((HEAD, port)):
                return port
    raise AssertionError("no port is free")

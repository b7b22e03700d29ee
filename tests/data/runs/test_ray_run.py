"""Evaluations on a Ray cluster: two real nodes without a shared disk, of which one is killed in the middle."""

import sys
import tempfile
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest

from core.errors import BadInput
from data.jobs.job import run_inline
from data.jobs.jobs import log_tail, resume, submit
from data.runs.scores import run_card
from tests.data.runs.ray_nodes import two_nodes
from tests.data.runs.run_data import CNN, asked, tiny
from tests.data.runs.test_remote_executor import kill_driver, local, place, predictions, until


def test_without_ray_it_is_said_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match=r"Ray is not installed; run `pip install -r requirements-ray\.txt`"):
        run_inline(place(tmp_path), "evaluate", "reviews", replace(asked(), ray="127.0.0.2:9").arguments())


@pytest.mark.slow
@pytest.mark.parametrize("listening", [False, True], ids=["nobody listens", "a web server listens"])
def test_where_there_is_no_cluster_is_said_long_before_ray_gives_up(tmp_path: Path, listening: bool) -> None:
    if not find_spec("ray"):  # an import now would come before the settings that make it give up soon
        pytest.skip("needs the packages of requirements-ray.txt")
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"127.0.0.1:{server.server_port}" if listening else "127.0.0.2:9"
        began = monotonic()
        with pytest.raises(BadInput, match=rf"Flinch can't reach a Ray cluster at '{address}' \("):
            run_inline(place(tmp_path), "evaluate", "reviews", replace(asked(), ray=address).arguments())
        assert monotonic() - began < 120  # by Ray's own settings it tries for minutes
        server.shutdown()


@pytest.mark.slow
def test_a_run_that_loses_its_driver_and_a_node_ends_as_here(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    evaluation = asked(replace(tiny(tmp_path / "tiny"), epochs=12), replace(CNN, epochs=30))
    workspace = place(tmp_path / "shared")
    with tempfile.TemporaryDirectory(dir="/tmp") as folder, two_nodes(Path(folder)) as (address, node):  # short names
        job = submit(workspace, "evaluate", "reviews", replace(evaluation, ray=address).arguments())
        until(workspace, job, "Training tiny")
        kill_driver(workspace, job)
        resume(workspace, job)
        until(workspace, job, "Training tiny")
        node.kill()
        until(workspace, job)
        log = log_tail(workspace, job, 400)
    assert "A worker failed" in log
    assert run_card(workspace, job).device.startswith(f"Ray at {address}, 2 workers: CPU")
    assert predictions(workspace, job) == local(tmp_path, evaluation)

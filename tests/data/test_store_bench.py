"""The bench runs and leaves nothing behind; what it measures is for people to read, not for a test to judge."""

from data.bench_store import run
from data.workspace import Workspace


def test_the_bench_says_how_long_a_decision_takes(workspace: Workspace) -> None:
    said: list[str] = []
    run(said.append, candidates=24 * 300, rounds=20)
    assert [line.split(":")[1].strip() for line in said[1:3]] == ["a durable decision", "the desk's rerun around it"]
    assert all("ms median" in line for line in said[1:3])
    assert not list(workspace.root.glob(".bench-*"))

"""A database made again has all that logs and jobs know, and leaves nothing behind."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from core.errors import BadInput
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, hint, write_job


def log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}.wal")


def open_files(workspace: Workspace) -> set[str]:
    """The files of the workspace that this process has open."""
    links = (str(file.readlink()) for file in Path("/proc/self/fd").iterdir() if file.is_symlink())
    return {link for link in links if link.startswith(str(workspace.root))}


def similarities(store: Store, numbers: Iterable[int]) -> list[float | None]:
    hints = [item.hint for item in store.items(CELL, [candidate(n).id for n in numbers])]
    return [found.similarity if found else None for found in hints]


def test_nothing_is_left_open_and_nothing_of_an_interrupted_one_gets_in(filled: Store, workspace: Workspace) -> None:
    filled.record([decision(candidate(0).id)])
    filled.close()
    aside = workspace.database.with_suffix(".rebuilding")
    for leftover in (aside, log_of(aside)):
        leftover.write_bytes(b"half a database")
    rebuilt = Store.rebuild(workspace)
    assert (rebuilt.decisions, rebuilt.parts, rebuilt.skipped) == (1, 2, ())
    assert not aside.exists() and not log_of(aside).exists()
    assert open_files(workspace) == set()


def test_the_old_log_goes_with_the_old_file(filled: Store, workspace: Workspace) -> None:
    filled.close()
    workspace.database.write_bytes(b"no database" * 1000)
    log_of(workspace.database).write_bytes(b"no log")
    kept = Store.rebuild(workspace).kept
    assert kept is not None and kept.read_bytes() == b"no database" * 1000
    assert log_of(kept).read_bytes() == b"no log"
    store = Store.open(workspace)
    assert store.progress(CELL).candidates == 10
    store.close()


def test_a_workspace_without_a_database_gets_one(workspace: Workspace) -> None:
    write_job(workspace, range(3))
    rebuilt = Store.rebuild(workspace)
    assert (rebuilt.decisions, rebuilt.parts, rebuilt.skipped, rebuilt.kept) == (0, 1, (), None)
    assert workspace.database.exists()


def test_jobs_come_in_by_name_and_what_is_none_is_passed_over(workspace: Workspace) -> None:
    for number in range(9, -1, -1):
        write_job(workspace, range(2), job=f"job-{number}", hints=[hint(0, number / 10)])
    (workspace.jobs / "job-3" / "cells.json").write_text("[{}]")
    (workspace.jobs / "notes.txt").write_text("what I did today")
    rebuilt = Store.rebuild(workspace)
    assert rebuilt.parts == 18
    assert len(rebuilt.skipped) == 1 and "job-3" in rebuilt.skipped[0]
    store = Store.open(workspace)
    assert similarities(store, [0, 1]) == [0.9, None]
    store.close()


def test_a_refused_opening_leaves_nothing_open(filled: Store, workspace: Workspace) -> None:
    filled.close()
    with workspace.database.open("r+b") as file:
        file.seek(8192)
        file.write(b"nonsense" * 100_000)
    with pytest.raises(BadInput, match="can't be read") as refused:
        Store.open(workspace)
    assert open_files(workspace) == set(), refused  # while the error is still at hand


@pytest.mark.parametrize("damage", ["cut", "nonsense", "empty pages"])
def test_a_damaged_database_is_rebuilt_from_the_journal(workspace: Workspace, damage: str) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(2000)))
    kept = [decision(candidate(n).id, minute=n) for n in range(10)]
    store.record(kept)
    curated = store.curated(CELL)
    store.close()
    size = workspace.database.stat().st_size
    with workspace.database.open("r+b") as file:
        if damage == "cut":
            file.truncate(size // 3)
        else:
            file.seek(0 if damage == "nonsense" else 8192)
            file.write((b"nonsense" if damage == "nonsense" else b"\0\0\0\0\0\0\0\0") * (size // 8 - 1024))
    with pytest.raises(BadInput, match=r"can't be read .* `python cli.py doctor --rebuild`"):
        Store.open(workspace).progress(CELL)
    rebuilt = Store.rebuild(workspace)
    assert (rebuilt.decisions, rebuilt.parts, rebuilt.skipped) == (10, 1, ())
    assert rebuilt.kept is not None
    assert rebuilt.kept.exists()
    store = Store.open(workspace)
    assert store.decisions(CELL) == kept
    assert store.curated(CELL) == curated
    store.close()


def test_a_rebuild_says_which_parts_it_could_not_read_and_keeps_the_quota(workspace: Workspace) -> None:
    write_job(workspace, range(20))
    store = Store.open(workspace)
    store.set_quota(7)
    store.close()
    (workspace.jobs / "job-1" / "hints-bad-0000.parquet").write_bytes(b"nonsense")
    rebuilt = Store.rebuild(workspace)
    assert rebuilt.parts == 1
    assert len(rebuilt.skipped) == 1
    assert "hints-bad-0000.parquet" in rebuilt.skipped[0]
    store = Store.open(workspace)
    assert store.quota() == 7
    assert store.progress(CELL).candidates == 20
    store.close()

"""Locks among threads and processes, and what becomes of them when their holder is killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from filelock import Timeout

from data.durable import aside_of, heal_folder, lock_file, swap_folder, sweep

ROOT = Path(__file__).parents[2]
HOLDER = "import sys, time; from pathlib import Path; from data.durable import lock_file\n"
HOLDER += "with lock_file(Path(sys.argv[1])):\n    print('held', flush=True)\n    time.sleep(60)\n"


@contextmanager
def holder(path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that holds this lock until it is killed."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_lock_of_another_process_is_waited_for_and_freed_when_that_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with holder(path) as process:
        with pytest.raises(Timeout):
            lock_file(path).acquire(blocking=False)
        waited = Thread(target=lambda: lock_file(path).acquire().lock.release())
        waited.start()
        sleep(0.2)
        assert waited.is_alive(), "the lock was not waited for"
        process.kill()
        waited.join(5)
        assert not waited.is_alive(), "the lock of a killed process was not freed"


def test_threads_wait_for_each_other(tmp_path: Path) -> None:
    path, order = tmp_path / "lock", list[str]()

    def second() -> None:
        with lock_file(path):
            order.append("second")

    with lock_file(path):
        thread = Thread(target=second)
        thread.start()
        sleep(0.2)
        order.append("first")
    thread.join(5)
    assert order == ["first", "second"]


def test_a_lock_file_that_is_there_already_is_no_held_lock_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_bytes(b"left by an earlier version")
    for _ in range(3):
        with lock_file(path).acquire(timeout=30):
            pass
    assert path.read_bytes() == b"left by an earlier version"


def test_a_folder_whose_swap_was_cut_short_is_put_back(tmp_path: Path) -> None:
    target, new = tmp_path / "data", tmp_path / ".new"
    new.mkdir()
    (new / "card").write_text("new")
    (tmp_path / ".data.old").mkdir()
    (tmp_path / ".data.old" / "card").write_text("old")
    heal_folder(target, tmp_path / ".lock")
    assert (target / "card").read_text() == "old"
    swap_folder(new, target)
    assert (target / "card").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "data"]


def test_what_processes_that_are_gone_were_making_is_swept_however_deep(tmp_path: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    deep = tmp_path / "studies" / "one"
    deep.mkdir(parents=True)
    file, folder = deep / f".a.jsonl.{gone.pid}-0.part", tmp_path / f".b.{gone.pid}.part"
    folder.mkdir()
    file.write_bytes(b"answers"), (folder / "inside").write_bytes(b"answers")
    mine, others = aside_of(deep / "a.jsonl"), tmp_path / f".c.{os.getppid()}-1f.part"
    named, plain = tmp_path / ".d.part", tmp_path / "of a user.part"
    for kept in (mine, others, named, plain):
        kept.write_bytes(b"")
    sweep(tmp_path)
    assert [path.exists() for path in (file, folder)] == [False, False]
    assert [path.exists() for path in (mine, others, named, plain)] == [True] * 4

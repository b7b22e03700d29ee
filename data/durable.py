"""Files that survive a power cut."""

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from errno import EACCES, EISDIR
from itertools import count
from pathlib import Path
from typing import BinaryIO

import psutil
from filelock import FileLock

from core.errors import BadInput

LOOK_SECONDS = 0.01  # between two looks at whether a lock is free
OF_PROCESS = re.compile(r"\..+\.(\d+)(-[0-9a-f]+)?\.part")
DAY = 24 * 3600
_NUMBERS = count()


def aside_of(path: Path) -> Path:
    """Where this process makes what is then renamed to `path`: a name of its own beside it, which `sweep` knows."""
    return path.with_name(f".{path.name}.{os.getpid()}-{next(_NUMBERS):x}.part")


def name_when_replaced(path: Path) -> Path:
    """Where this file is kept, beside its place, when another takes that: "flinch.replaced-20260131T235959….duckdb"."""
    return path.with_stem(f"{path.stem}.replaced-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")


def sweep(folder: Path) -> None:
    """Remove, however deep in this folder, what processes that are gone were making: files and folders `….part`."""
    for place, folders, files in os.walk(folder):
        for path in (Path(place, name) for name in (*folders, *files) if name[0] == "." and name.endswith(".part")):
            if _is_abandoned(path):
                remove(path)
        folders[:] = [name for name in folders if name[0] != "."]


def remove(path: Path) -> None:
    """Remove this file or folder as far as that can be done."""
    with suppress(OSError):
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def discard(folder: Path) -> None:
    """Remove this folder: it is there whole or not at all, and `sweep` ends what a kill leaves. Raises OSError."""
    aside = aside_of(folder)
    folder.rename(aside)
    shutil.rmtree(aside)


def _is_abandoned(path: Path) -> bool:
    """Whether whoever made this is gone: no process has its number, or one that began after it was last touched. What
    has no number in its name counts for a day."""
    try:
        touched = path.stat(follow_symlinks=False).st_ctime
        if not (of := OF_PROCESS.fullmatch(path.name)):
            return time.time() - touched > DAY
        began: float = psutil.Process(int(of[1])).create_time()
        return began > touched + 1
    except psutil.NoSuchProcess:
        return True
    except (OSError, OverflowError, psutil.Error):
        return False


def fsync_folder(folder: Path) -> None:
    """Make a file's creation or renaming in this folder last."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def write_failure_told(path: Path, before: str = "") -> Iterator[None]:
    """Raises BadInput, which says why this file can't be written and what to do, where the block can't write it."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(
            f"{before}{str(path)!r} can't be written ({reason}); free some space or allow writing, then try again."
        ) from error


def fsync_file(path: Path) -> None:
    """Make what was written to this file last."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write that is in its place, whole and lasting, when the block ends, and not at all when it raises.

    Raises BadInput with the reason when the place can't be written.
    """
    with write_failure_told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with _put_in_place(path) as file:
            yield file
        fsync_folder(path.parent)


@contextmanager
def _put_in_place(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file beside `path` to write, fsynced and renamed to it when the block ends, gone when it raises."""
    aside = aside_of(path)
    try:
        with open(aside, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def copy_whole(source: Path, target: Path) -> None:
    """Have a copy of the file at its place, whole or not at all, unless a file is there.

    Raises BadInput with the reason when the place can't be written.
    """
    if not target.exists():
        with source.open("rb") as read, written_whole(target) as file:
            shutil.copyfileobj(read, file)


@contextmanager
def folder_written_whole(path: Path, mode: int = 0o777) -> Iterator[Path]:
    """A folder to fill that is in its place, whole and lasting, when the block ends, and not at all when it raises.

    The block makes its own files last. Raises BadInput with the reason when the place can't be written.
    """
    aside = aside_of(path)
    try:
        with write_failure_told(path):
            aside.mkdir(mode, parents=True)
            yield aside
            fsync_folder(aside)
            aside.rename(path)
            fsync_folder(path.parent)
    finally:
        remove(aside)


def swap_folder(new: Path, target: Path) -> None:
    """Put a finished folder in the place of another of the same parent; whoever looks sees the old or the new one.

    Two renames, not one: a crash between them leaves the old folder beside, and `heal_folder` puts it back.
    """
    old = target.with_name(f".{target.name}.old")
    fsync_folder(new)
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.rename(old)
    new.rename(target)
    fsync_folder(target.parent)
    shutil.rmtree(old, ignore_errors=True)


def heal_folder(target: Path, lock: Path) -> None:
    """Put back the old folder when a crash came between the two renames of `swap_folder`."""
    old = target.with_name(f".{target.name}.old")
    if not target.exists() and old.is_dir():
        with lock_file(lock), suppress(OSError):  # waits for a swap that is going on: then nothing is left to heal
            old.rename(target)


def lock_file(path: Path) -> FileLock:
    """The lock that this file stands for, among all threads and processes; `with` waits for it and holds it.

    The file stays when the lock is given back. The system frees the lock of a process that dies: a file system that
    can't do that raises OSError, for a mark that the dead leave behind would keep everybody waiting.
    """
    return FileLock(path, poll_interval=LOOK_SECONDS, fallback_to_soft=False)


def write_text(path: Path, text: str, mode: int = 0o666) -> None:
    """`write_bytes` of this text as UTF-8."""
    write_bytes(path, text.encode(), mode)


def may_write(path: Path) -> bool:
    """Whether this process, with the rights it has now, may write this file or into this folder."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def room_for(path: Path) -> None:
    """Make the folder of a file that somebody named; raises BadInput where the file can't be written there."""
    with write_failure_told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not may_write(path.parent):
            raise PermissionError(EACCES, os.strerror(EACCES))


def write_named(path: Path, text: str) -> None:
    """`write_text` into a file that somebody named; raises BadInput where that can't be."""
    room_for(path)
    with write_failure_told(path):
        write_text(path, text)


def write_bytes(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Put a small file in place whole: written beside, fsynced, renamed. Raises OSError where that can't be.

    `mode` says who may read it, as far as the process lets them.
    """
    with _put_in_place(path, mode) as file:
        file.write(data)

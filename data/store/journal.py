"""The journal of decisions: one JSON line each, fsynced before anyone is told that it is saved.

It is written apart from the database, so that either can be made again from the other.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC
from pathlib import Path

from core.errors import BadInput
from core.records import Decision
from data.durable import fsync_folder, unwritable
from data.records_json import decode, encode


class Journal:
    """An append-only file of decisions. One writer at a time: the caller holds the lock."""

    def __init__(self, path: Path) -> None:
        """Open the journal for writing, made if there is none; a last line that was cut short is repaired.

        Raises BadInput with the reason when the file can't be written.
        """
        self.path = path
        try:
            fresh = not path.exists()
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
            _repair(self._file)
            if fresh:
                fsync_folder(path.parent)
        except OSError as error:
            raise unwritable(path, error, "Nothing was saved: ") from error

    def append(self, decisions: Sequence[Decision]) -> None:
        """Write these, all or none, and return once they are on the disk (one fsync). Raises BadInput otherwise."""
        before = os.fstat(self._file).st_size
        rest = memoryview("".join(map(as_line, decisions)).encode())
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fdatasync(self._file) if hasattr(os, "fdatasync") else os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, before)
            raise unwritable(self.path, error, "Nothing was saved: ") from error

    def close(self) -> None:
        """Close the file; closing twice is allowed."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def as_line(decision: Decision) -> str:
    """The decision as one line of ASCII JSON, its time in UTC."""
    told = decision if decision.at.tzinfo is UTC else replace(decision, at=decision.at.astimezone(UTC))
    return encode(told, ascii_only=True) + "\n"


def read_journal(path: Path, unreadable: list[str] | None = None) -> Iterator[Decision]:
    """The decisions in the order they were written, an id perhaps twice; none where there is no file.

    A last line that was cut short was never acknowledged and is left out. Of any other bad line `unreadable` takes a
    sentence; without such a list it raises BadInput.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.endswith(b"\n"):
                try:
                    yield _parse(path, number, line)
                except BadInput as error:
                    if unreadable is None:
                        raise
                    unreadable.append(str(error))


def _parse(path: Path, number: int, line: bytes) -> Decision:
    try:
        return decode(line, Decision)
    except BadInput as error:
        raise BadInput(
            f"Line {number} of {str(path)!r} is not a decision ({error}); restore the file or take the line out."
        ) from error


def _repair(file: int) -> None:
    """Cut off what follows the last line feed: a write that was interrupted, so nobody was told it was saved."""
    end = os.fstat(file).st_size
    at = end
    while at and (block := os.pread(file, min(at, 65536), max(0, at - 65536))):
        feed = block.rfind(b"\n")
        at = at - len(block) + feed + 1
        if feed >= 0:
            break
    if at != end:
        os.ftruncate(file, at)
        os.fsync(file)

"""The events of one participant: a file of JSON lines, each on the disk before anyone is told that it is saved.

Several server processes may write the same file: each write holds a lock beside it.
"""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from core.errors import BadInput
from curation.study.records import StudyEvent
from data.durable import fsync_folder, lock_file, unwritable, write_text
from data.records_json import decode, encode

NOTHING_SAVED = "Nothing was saved: "


class EventLog(Protocol):
    """Where a participant's events are kept, and what is held while one is added."""

    def holding(self) -> AbstractContextManager[None]: ...

    def read(self) -> list[StudyEvent]: ...

    def append(self, event: StudyEvent) -> None: ...

    def replace_all(self, event: StudyEvent) -> None: ...


class FileLog:
    """The events in a file. Whoever reads and then appends holds it meanwhile: `with log.holding(): …`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Keep all others from writing, threads and processes, for the length of the block."""
        with lock_file(self.path.with_suffix(".lock")):
            yield

    def read(self) -> list[StudyEvent]:
        """All events in order. A last line that was cut short was never acknowledged and is left out.

        Raises BadInput for any other line that can't be read.
        """
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        return [self._parsed(number, line) for number, line in enumerate(lines[:-1], 1)]

    def append(self, event: StudyEvent) -> None:
        """Write this one and return once it is on the disk (one fsync); what a killed writer left half is cut off.

        Raises BadInput where it can't be written; nothing of it is then there.
        """
        line = (encode(event, ascii_only=True) + "\n").encode()
        try:
            fresh = not self.path.exists()
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
            try:
                self._write(file, line)
            finally:
                os.close(file)
            if fresh:
                fsync_folder(self.path.parent)
        except OSError as error:
            raise unwritable(self.path, error, NOTHING_SAVED) from error

    def replace_all(self, event: StudyEvent) -> None:
        """Leave this event alone in the file. What was there is written over first, as far as the disk allows that."""
        try:
            with self.path.open("r+b") as file:
                file.write(b" " * self.path.stat().st_size)
                file.flush()
                os.fsync(file.fileno())
            write_text(self.path, encode(event, ascii_only=True) + "\n", mode=0o600)
            fsync_folder(self.path.parent)
        except OSError as error:
            raise unwritable(self.path, error) from error

    def _write(self, file: int, line: bytes) -> None:
        before = _healed(file)
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(file, rest) :]
            os.fsync(file)
        except OSError:
            os.ftruncate(file, before)
            raise

    def _parsed(self, number: int, line: bytes) -> StudyEvent:
        try:
            return decode(line, StudyEvent)
        except BadInput as error:
            raise BadInput(
                f"Line {number} of {str(self.path)!r} can't be read ({error}); put back a copy or take the line out."
            ) from error


class MemoryLog:
    """Events that are recorded nowhere, for a preview."""

    def __init__(self) -> None:
        self._events: list[StudyEvent] = []

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Nobody else is there."""
        yield

    def read(self) -> list[StudyEvent]:
        """All events in order."""
        return list(self._events)

    def append(self, event: StudyEvent) -> None:
        """Remember this one."""
        self._events.append(event)

    def replace_all(self, event: StudyEvent) -> None:
        """Forget all but this one."""
        self._events = [event]


def _healed(file: int) -> int:
    """The length of the file up to the last line feed; what follows it is cut off."""
    end = os.fstat(file).st_size
    if not end or os.pread(file, 1, end - 1) == b"\n":
        return end
    whole = os.pread(file, end, 0).rfind(b"\n") + 1
    os.ftruncate(file, whole)
    return whole

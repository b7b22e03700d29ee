"""The events of one participant: a file of JSON lines, each on the disk before anyone is told that it is saved.

Several server processes may write the same file: each write holds a lock beside it.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from curation.study.records import StudyEvent
from data.append_log import AppendLog
from data.durable import lock_file, write_failure_told


class FileLog:
    """The events in a file. Whoever reads and then appends holds it meanwhile: `with log.holding(): …`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines = AppendLog(path, StudyEvent, 0o600)

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Keep all others from writing, threads and processes, for the length of the block."""
        with lock_file(self.path.with_suffix(".lock")):
            yield

    def read(self, flaws: list[str] | None = None) -> list[StudyEvent]:
        """All events in order. A last line that was cut short was never acknowledged and is left out.

        For any other line that is not as it was written `flaws` takes a sentence; without it BadInput is raised.
        """
        return list(self._lines.read(flaws))

    def write(self, events: Iterable[StudyEvent]) -> None:
        """Have these events and no others in the file, as new."""
        self._lines.replace(events)

    def append(self, event: StudyEvent) -> None:
        """Write this one and return once it is on the disk (one sync); what a killed writer left half is cut off.

        Raises BadInput where it can't be written; nothing of it is then there.
        """
        self._lines.append([event])

    def replace_all(self, event: StudyEvent) -> None:
        """Leave this event alone in the file. What was there is written over first, as far as the disk allows that."""
        with write_failure_told(self.path):
            if self.path.exists():
                with self.path.open("r+b") as file:
                    file.write(b" " * self.path.stat().st_size)
                    file.flush()
                    os.fsync(file.fileno())
        self.write([event])


class MemoryLog:
    """Events that are recorded nowhere, for a preview."""

    def __init__(self) -> None:
        self._events: list[StudyEvent] = []

    @contextmanager
    def holding(self) -> Iterator[None]:
        yield

    def read(self) -> list[StudyEvent]:
        return list(self._events)

    def append(self, event: StudyEvent) -> None:
        self._events.append(event)

    def replace_all(self, event: StudyEvent) -> None:
        self._events = [event]

"""Append-only logs: a record a line, each on the disk before anyone is told that it is saved.

A line is a JSON object that ends in two checksums: `prev`, that of the line before (zeros for the first), and `sum`,
the SHA-256 of all before it in the line, cut to 16 hexadecimal digits. So a line that was changed is known by itself,
and one that was taken out, put in or moved by the line after it. Lines at the end that were taken out leave no trace.
A file none of whose lines has checksums is of an earlier version: its lines are right, and get theirs when it is opened
for writing.
"""

import fcntl
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Generic

from core.errors import BadInput
from data.durable import fsync_folder, write_bytes, write_failure_told
from data.records_json import Record, decode, encode

FIRST = "0" * 16
SEAL = re.compile(rb',"prev":"([0-9a-f]{16})","sum":"([0-9a-f]{16})"}\n')
KEYS = re.compile(rb',"(prev|sum)":"')  # what has one of them had both; within a text quotes are escaped
SEAL_SIZE, SUM_SIZE = 53, 27  # bytes at a line's end: both checksums, and the second one
BLOCK = 4096  # bytes read at first to find the last line
NOTHING_SAVED = "Nothing was saved: "


@dataclass(frozen=True, slots=True)
class LogEnd:
    """The end of a line: so many bytes into the file, and the line's checksum, which covers all lines before it; "" of
    a line that has none."""

    size: int = 0
    checksum: str = FIRST


@dataclass(frozen=True, slots=True)
class LogLine(Generic[Record]):
    """A line, counted from 1 where the reading began, 0 for the file as a whole: its record, if that is as it was
    written, what is wrong with it, if anything, and where it ends."""

    number: int
    record: Record | None
    flaw: str
    end: LogEnd = LogEnd()


class AppendLog(Generic[Record]):
    """The records of one kind in a file. Any thread or process may read and append at any time."""

    def __init__(self, path: Path, kind: type[Record], mode: int = 0o644) -> None:
        self.path = path
        self._kind = kind
        self._mode = mode

    @property
    def size(self) -> int:
        """Bytes of the file, 0 where there is none."""
        return self.path.stat().st_size if self.path.exists() else 0

    def prepare(self) -> None:
        """Make the file if there is none, and cut off a last line that is not whole. Raises BadInput where the file
        can't be written."""
        self.append(())

    def append(self, records: Sequence[Record]) -> LogEnd:
        """Write these, all or none, and return the new end once they are on the disk (one sync). Raises BadInput
        otherwise."""
        with write_failure_told(self.path, NOTHING_SAVED), self._locked_file() as (file, end):
            lines = list(_with_checksums(map(_bytes, records), end.checksum or FIRST))
            rest = memoryview(b"".join(lines))
            new = LogEnd(end.size + len(rest), _checksum(lines[-1])) if lines else end
            try:
                while rest:
                    rest = rest[os.write(file, rest) :]
                os.fdatasync(file) if hasattr(os, "fdatasync") else os.fsync(file)
            except OSError:
                os.ftruncate(file, end.size)
                raise
            return new

    def replace(self, records: Iterable[Record]) -> None:
        """Have these records and no others in the file, as new. Raises BadInput, with the file as it was, otherwise."""
        with write_failure_told(self.path, NOTHING_SAVED), self._locked_file():
            write_bytes(self.path, b"".join(_with_checksums(map(_bytes, records))), self._mode)
            fsync_folder(self.path.parent)

    def find(self, end: LogEnd) -> LogEnd | None:
        """Where the line ends that ended here when it was written: elsewhere after damage before it. None where it is
        gone."""
        if not end.size:
            return end
        try:
            with self.path.open("rb") as file:
                if self.size >= end.size and _last_line(file.fileno(), end.size) == end:
                    return end
                at = file.read().rfind(f',"sum":"{end.checksum}"}}\n'.encode()) if end.checksum else -1
        except OSError:
            return None
        return LogEnd(at + SUM_SIZE, end.checksum) if at >= 0 else None

    def read(self, flaws: list[str] | None = None) -> Iterator[Record]:
        """The records in the order they were written; none where there is no file.

        A last line that was cut short was never acknowledged and is left out. For every other line that is not as it
        was written `flaws` takes a sentence; without such a list it raises BadInput. A record that can be trusted, only
        not its place, is among those read.
        """
        for line in self.lines():
            if line.flaw:
                sentence = self.in_words(line)
                if flaws is None:
                    raise BadInput(sentence)
                flaws.append(sentence)
            if line.record is not None:
                yield line.record

    def in_words(self, line: LogLine[Record]) -> str:
        place = f"Line {line.number:,} of " if line.number else ""
        return f"{place}{str(self.path)!r} {line.flaw}; restore a copy of the file."

    def lines(self, start: LogEnd = LogEnd()) -> Iterator[LogLine[Record]]:
        """Every whole line after this end of one, with what is wrong with it."""
        try:
            file = self.path.open("rb")
        except FileNotFoundError:
            return
        except OSError as error:
            yield LogLine(0, None, f"can't be read ({error.strerror})", start)
            return
        with file:
            file.seek(start.size)
            size, before, bare = start.size, start.checksum, None  # `bare`: the flaw of a line without
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                seal = _seal(line)
                if seal is None and bare is None:
                    bare = BARE if self._has_checksums() else ""
                flaw = _flaw(line, seal, before) if seal else CHANGED if KEYS.search(line) else bare or ""
                size, before = size + len(line), seal[1] if seal else ""
                try:
                    record = None if flaw in UNTRUSTED else decode(line, self._kind)
                except BadInput as error:
                    record, flaw = None, f"can't be read ({error})"
                yield LogLine(number, record, flaw, LogEnd(size, before))

    @contextmanager
    def _locked_file(self) -> Iterator[tuple[int, LogEnd]]:
        """The file, open and locked against other writers, with nothing after its last whole line, and that one's
        end."""
        while True:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, self._mode)
            try:
                fcntl.flock(file, fcntl.LOCK_EX)
                status = os.fstat(file)
                if os.path.samestat(status, self.path.stat()):  # else it was replaced meanwhile
                    end = _last_line(file, status.st_size)
                    if end.size != status.st_size:
                        os.ftruncate(file, end.size)  # what follows was never acknowledged
                    if not end.size:
                        fsync_folder(self.path.parent)  # it may just have been made
                    if end.checksum or not self._add_checksums():
                        yield file, end
                        return
            finally:
                os.close(file)

    def _has_checksums(self) -> bool:
        """Whether any line has some."""
        with self.path.open("rb") as file:
            return any(map(KEYS.search, file))

    def _add_checksums(self) -> bool:
        """Give each line of a file without checksums its own; whether there was one to give."""
        lines = self.path.read_bytes().splitlines(keepends=True)
        taken = lines if any(map(KEYS.search, lines)) else list(_with_checksums(lines))
        if taken != lines:
            write_bytes(self.path, b"".join(taken), self._mode)
            fsync_folder(self.path.parent)
        return taken != lines


CHANGED = "differs from what was written: its checksum does not match"
BARE = "has no checksum"
MOVED = "does not follow the line before it: lines were removed, added or moved"
UNTRUSTED = (CHANGED, BARE)


def _flaw(line: bytes, seal: tuple[str, str], before: str) -> str:
    """What is wrong with a line that has its checksums; `before` is that of the line before, "" where it has none."""
    if _sum(line[:-SUM_SIZE]) != seal[1]:
        return CHANGED
    return MOVED if before and before != seal[0] else ""


def _seal(line: bytes) -> tuple[str, str] | None:
    """The checksum of the line before and the line's own, as they stand in a line."""
    seal = SEAL.fullmatch(line, max(0, len(line) - SEAL_SIZE))
    return (seal[1].decode(), seal[2].decode()) if seal else None


def _checksum(line: bytes) -> str:
    return seal[1] if (seal := _seal(line)) else ""


def _with_checksums(lines: Iterable[bytes], before: str = FIRST) -> Iterator[bytes]:
    """JSON objects, a line each, with their checksums; what is no object stays as it is."""
    for line in lines:
        if line.endswith(b"}\n"):
            body = line[:-2] + f',"prev":"{before}"'.encode()
            before = _sum(body)
            yield body + f',"sum":"{before}"}}\n'.encode()
        else:
            yield line


def _bytes(record: object) -> bytes:
    return (encode(record, ascii_only=True) + "\n").encode()


def _sum(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def _last_line(file: int, size: int) -> LogEnd:
    """The end of the last whole line among the first `size` bytes."""
    at, tail = size, b""
    while at and tail.count(b"\n") < 2:
        step = min(at, max(BLOCK, len(tail)))
        at -= step
        tail = os.pread(file, step, at) + tail
    end = tail.rfind(b"\n") + 1
    line = tail[tail.rfind(b"\n", 0, max(0, end - 1)) + 1 : end]
    return LogEnd(size - len(tail) + end, _checksum(line)) if line else LogEnd()

"""Append-only logs: a record a line, each on the disk before anyone is told that it is saved.

A line is a JSON object that ends in two checksums: `prev`, that of the line before (zeros for the first), and `sum`,
the SHA-256 of all before it in the line, cut to 16 hexadecimal digits. So a line that was changed is known by itself,
and one that was taken out, put in or moved by the line after it. Lines at the end that were taken out leave no trace.
"""

import fcntl
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Generic

from core.errors import BadInput
from data.durable import fsync_folder, unwritable, write_bytes
from data.records_json import Record, decode, encode

FIRST = "0" * 16
SEAL = re.compile(rb',"prev":"([0-9a-f]{16})","sum":"([0-9a-f]{16})"}\n')
KEYS = re.compile(rb',"(prev|sum)":"')  # what has one of them had both; within a text quotes are escaped
SEAL_SIZE, SUM_SIZE = 53, 27  # bytes at a line's end: both checksums, and the second one
BLOCK = 4096  # bytes read at first to find the last line
NOTHING_SAVED = "Nothing was saved: "


class AppendLog(Generic[Record]):
    """The records of one kind in a file. Any thread or process may read and append at any time."""

    def __init__(self, path: Path, kind: type[Record], mode: int = 0o644) -> None:
        self.path = path
        self._kind = kind
        self._mode = mode

    def prepare(self) -> None:
        """Make the file if there is none, and cut off a last line that is not whole. Raises BadInput where the file
        can't be written."""
        self.append(())

    def append(self, records: Sequence[Record]) -> None:
        """Write these, all or none, and return once they are on the disk (one sync). Raises BadInput otherwise."""
        try:
            with self._held() as (file, last):
                seal, size = _seal(last), os.fstat(file).st_size
                rest = memoryview(b"".join(_chained(map(_bytes, records), seal[1] if seal else FIRST)))
                try:
                    while rest:
                        rest = rest[os.write(file, rest) :]
                    os.fdatasync(file) if hasattr(os, "fdatasync") else os.fsync(file)
                except OSError:
                    os.ftruncate(file, size)
                    raise
        except OSError as error:
            raise unwritable(self.path, error, NOTHING_SAVED) from error

    def replace(self, records: Iterable[Record]) -> None:
        """Have these records and no others in the file, as new. Raises BadInput, with the file as it was, otherwise."""
        try:
            with self._held():
                self._write(_chained(map(_bytes, records)))
        except OSError as error:
            raise unwritable(self.path, error, NOTHING_SAVED) from error

    def read(self, flaws: list[str] | None = None, start: int = 0) -> Iterator[Record]:
        """The records in the order they were written, from this byte on; none where there is no file.

        A last line that was cut short was never acknowledged and is left out. For every other line that is not as it
        was written `flaws` takes a sentence; without such a list it raises BadInput. A record that can be trusted, only
        not its place, is among those read.
        """
        for number, record, flaw in self.lines(start):
            if flaw:
                line = f"Line {number:,} of " if number else ""
                sentence = f"{line}{str(self.path)!r} {flaw}; put back a copy of the file."
                if flaws is None:
                    raise BadInput(sentence)
                flaws.append(sentence)
            if record is not None:
                yield record

    def lines(self, start: int = 0) -> Iterator[tuple[int, Record | None, str]]:
        """Each line's number, its record if that is as it was written, and what is wrong with it, if anything: line 0
        is the file."""
        try:
            file = self.path.open("rb")
        except FileNotFoundError:
            return
        except OSError as error:
            yield 0, None, f"can't be read ({error.strerror})"
            return
        with file:
            file.seek(start)
            before = None if start else FIRST  # the checksum of the line before, None where it can't be known
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                seal = _seal(line)
                flaw = _flaw(line, seal, before) if seal else CHANGED if KEYS.search(line) else BARE
                before = seal[1] if seal else None
                try:
                    yield number, None if flaw in UNTRUSTED else decode(line, self._kind), flaw
                except BadInput as error:
                    yield number, None, f"can't be read ({error})"

    @contextmanager
    def _held(self) -> Iterator[tuple[int, bytes]]:
        """The file, open and locked against other writers, with nothing after its last whole line, and that line."""
        while True:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, self._mode)
            try:
                fcntl.flock(file, fcntl.LOCK_EX)
                if os.path.samestat(os.fstat(file), self.path.stat()):  # else it was replaced meanwhile
                    last = _last_line(file)
                    if not last:
                        fsync_folder(self.path.parent)  # it may just have been made
                    yield file, last
                    return
            finally:
                os.close(file)

    def _write(self, lines: Iterable[bytes]) -> None:
        write_bytes(self.path, b"".join(lines), self._mode)
        fsync_folder(self.path.parent)


CHANGED = "is not as it was written: its checksum does not fit"
BARE = "has no checksum"
MOVED = "does not follow the line before it: lines were taken out, put in or moved"
UNTRUSTED = (CHANGED, BARE)


def _flaw(line: bytes, seal: tuple[str, str], before: str | None) -> str:
    """What is wrong with a line that has its checksums."""
    if _sum(line[:-SUM_SIZE]) != seal[1]:
        return CHANGED
    return MOVED if before not in (None, seal[0]) else ""


def _seal(line: bytes) -> tuple[str, str] | None:
    """The checksum of the line before and the line's own, as they stand in a line."""
    found = SEAL.fullmatch(line, max(0, len(line) - SEAL_SIZE))
    return (found[1].decode(), found[2].decode()) if found else None


def _chained(lines: Iterable[bytes], before: str = FIRST) -> Iterator[bytes]:
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


def _last_line(file: int) -> bytes:
    """The last whole line; what follows it was never acknowledged and is cut off."""
    size = at = os.fstat(file).st_size
    tail = b""
    while at and tail.count(b"\n") < 2:
        step = min(at, max(BLOCK, len(tail)))
        at -= step
        tail = os.pread(file, step, at) + tail
    end = tail.rfind(b"\n") + 1
    if end != len(tail):
        os.ftruncate(file, size - len(tail) + end)
    return tail[tail.rfind(b"\n", 0, max(0, end - 1)) + 1 : end]

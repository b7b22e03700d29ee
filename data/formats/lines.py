"""A text file's lines, one at a time, with what is wrong with them."""

import codecs
from collections.abc import Iterator
from pathlib import Path

from core.errors import BadInput

MAX_LINE = 1 << 20  # bytes: a longer line is refused, and never held in memory whole


class Lines:
    """The lines of a file without their line ends, decoded; `number` is the last one's, counted from 1.

    A line that can't be used comes as what of it could be read; `flaws` then holds the reason until `take_flaw` is
    called, so that a reader that joins lines (CSV) can name the flaw of any of them.
    """

    def __init__(self, path: Path, encoding: str) -> None:
        self.path, self.encoding = path, encoding
        self.number = 0
        self._flaw = ""

    def __iter__(self) -> Iterator[str]:
        try:
            yield from self._lines()
        except OSError as error:
            raise BadInput(f"{str(self.path)!r} can't be read to its end ({error.strerror}); try again.") from error

    def _lines(self) -> Iterator[str]:
        with self.path.open("rb") as file:
            while raw := file.readline(MAX_LINE + 2):
                self.number += 1
                if len(raw) > MAX_LINE + 1 or (len(raw) == MAX_LINE + 1 and not raw.endswith(b"\n")):
                    self._note(f"the line is longer than {MAX_LINE:,} bytes; shorten it or split it")
                    while raw and not raw.endswith(b"\n"):
                        raw = file.readline(MAX_LINE)
                    raw = b"?"
                if self.number == 1:
                    raw = raw.removeprefix(codecs.BOM_UTF8)
                yield self._decode(raw)

    def _decode(self, raw: bytes) -> str:
        raw = raw.removesuffix(b"\n").removesuffix(b"\r")
        if b"\0" in raw:
            self._note(f"byte {raw.index(0) + 1} of the line is a NUL character; delete it")
        try:
            return raw.decode(self.encoding)
        except UnicodeDecodeError as error:
            self._note(f"byte {error.start + 1} of the line (0x{raw[error.start]:02X}) is not {self.encoding.upper()}")
            return raw.decode(self.encoding, "replace")

    def _note(self, flaw: str) -> None:
        self._flaw = self._flaw or flaw

    def take_flaw(self) -> str:
        """What was wrong with the lines since the last call, or ""."""
        flaw, self._flaw = self._flaw, ""
        return flaw


def check_encoding(encoding: str) -> None:
    """Raise BadInput for an encoding Python does not know, or one whose line ends are not single bytes."""
    try:
        single = "\n".encode(encoding) == b"\n"
    except LookupError:
        single = False
    if not single:
        raise BadInput(
            f"Flinch can't read the encoding {encoding!r}; use utf-8, latin-1 or windows-1252, or save the file as "
            "UTF-8."
        )

"""Whether a text file that is not UTF-8 reads well in the older encoding of Western Europe, and what it says then."""

from dataclasses import dataclass
from pathlib import Path

from data.formats import check_readable

WINDOWS = (
    "windows-1252"  # what programs write that call it latin-1: the same letters, and quotation marks and dashes too
)
LATIN = "latin-1"
MOST = 1 << 20  # bytes of a line that are looked at
AROUND = 30  # characters shown on either side of the first letter that UTF-8 can't be


@dataclass(frozen=True, slots=True)
class EncodingHint:
    """The encoding that fits, and the first line that tells: its number, and some of it as it would then read."""

    encoding: str
    line: int
    reads: str


def encoding_hint(path: Path) -> EncodingHint | None:
    """Which encoding to read this file in instead of UTF-8; None where it is UTF-8, whole or for the greater part.

    A file where most lines with accents are UTF-8 has a few spoilt lines; another encoding would spoil the others.
    Raises BadInput for a file that can't be read.
    """
    check_readable(path)
    first, spoilt, fine, windows = None, 0, 0, True
    with path.open("rb") as file:
        for number, raw in enumerate(iter(lambda: file.readline(MOST), b""), 1):
            if b"\0" in raw:
                return None  # Parquet, UTF-16 or no text at all
            if raw.isascii():
                continue
            try:
                raw.decode()
                fine += 1
            except UnicodeDecodeError as error:
                spoilt += 1
                first = first or (number, raw, error.start)
                windows = windows and _is_windows_text(raw)
    if first is None or fine >= spoilt:
        return None
    encoding = WINDOWS if windows else LATIN
    return EncodingHint(encoding, first[0], _excerpt(first[1].decode(encoding), first[2]))


def _is_windows_text(raw: bytes) -> bool:
    try:
        raw.decode(WINDOWS)
    except UnicodeDecodeError:
        return False
    return True


def _excerpt(text: str, at: int) -> str:
    """What stands around this place; in these encodings a character is a byte."""
    start, end = max(0, at - AROUND), at + AROUND
    cut = text[start:end].strip()
    return f"{'…' if start else ''}{cut}{'…' if end < len(text.rstrip()) else ''}"

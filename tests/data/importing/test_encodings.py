"""A file that is not UTF-8: which encoding fits, and how its first telling line would read."""

from pathlib import Path

import pytest

from core.errors import BadInput
from data.importing.encodings import EncodingHint, encoding_hint


def hint_of(path: Path, *lines: bytes) -> EncodingHint | None:
    path.write_bytes(b"\n".join(lines))
    return encoding_hint(path)


def test_the_first_line_that_tells_is_shown_as_it_would_read(tmp_path: Path) -> None:
    found = hint_of(tmp_path / "a", b"tea\t0", "“Café” – naïve\t1".encode("cp1252"))
    assert found == EncodingHint("windows-1252", 2, "“Café” – naïve\t1")


def test_a_long_line_is_cut_around_the_letter(tmp_path: Path) -> None:
    found = hint_of(tmp_path / "a", b"x" * 100 + "é".encode("latin-1") + b"y" * 100)
    assert found and found.reads == "…" + "x" * 30 + "é" + "y" * 29 + "…"


def test_bytes_that_windows_does_not_know_make_it_latin_1(tmp_path: Path) -> None:
    found = hint_of(tmp_path / "a", "é".encode("latin-1"), b"\x81")
    assert found and found.encoding == "latin-1"


@pytest.mark.parametrize(
    "lines",
    [
        (b"plain",),
        ("é".encode("utf-16"),),
        ("Café".encode(),),
        ("Café".encode(), "naïve".encode(), "é".encode("latin-1")),  # one spoilt line in a file of UTF-8
    ],
)
def test_what_is_utf_8_for_the_greater_part_stays_so(tmp_path: Path, lines: tuple[bytes, ...]) -> None:
    assert hint_of(tmp_path / "a", *lines) is None


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no file"):
        encoding_hint(tmp_path / "nowhere")

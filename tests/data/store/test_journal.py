"""The journal: what was acknowledged can be read back, what was cut short is repaired."""

import json
import os
import resource
from datetime import timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.records import Verdict
from data.store.journal import Journal, as_line, read_journal
from tests.data.store.store_data import START, decision

THREE = [decision("a"), decision("b", Verdict.DISCARD), decision("c", Verdict.RELABEL)]


def written(path: Path) -> Path:
    journal = Journal(path)
    journal.append(THREE)
    journal.close()
    return path


def test_what_is_written_is_read_back_in_order(tmp_path: Path) -> None:
    assert list(read_journal(written(tmp_path / "j"))) == THREE
    assert list(read_journal(written(tmp_path / "j"))) == THREE * 2
    assert list(read_journal(tmp_path / "none")) == []


def test_a_closed_journal_holds_its_file_no_longer(tmp_path: Path) -> None:
    def holds(path: Path) -> bool:
        return any(file.is_symlink() and file.readlink() == path for file in Path("/proc/self/fd").iterdir())

    journal = Journal(tmp_path / "j")
    if Path("/proc/self/fd").is_dir():
        assert holds(tmp_path / "j")
        journal.close()
        assert not holds(tmp_path / "j")
    journal.close()
    others = [os.dup(0) for _ in range(3)]
    journal.close()  # once more is allowed, and closes nothing of others
    for other in (1, 2, *others):
        os.fstat(other)
    for other in others:
        os.close(other)


def test_only_its_owner_may_write_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert written(tmp_path / "j").stat().st_mode & 0o777 == 0o644
    finally:
        os.umask(before)


@given(note=st.text(), milliseconds=st.integers(0, 2**53 - 1), hours=st.integers(-23, 23))
def test_any_decision_is_one_ascii_line(note: str, milliseconds: int, hours: int) -> None:
    at = START.astimezone(timezone(timedelta(hours=hours)))
    line = as_line(decision("a", at=at, note=note, milliseconds=milliseconds))
    assert line.isascii()
    assert line.count("\n") == 1
    assert json.loads(line)["at"] == "2026-01-01T00:00:00+00:00"
    assert json.loads(line)["note"] == note


def test_a_journal_cut_anywhere_keeps_its_whole_lines(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole").read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    for cut in range(len(whole) + 1):
        torn = tmp_path / "torn"
        torn.write_bytes(whole[:cut])
        kept = THREE[: sum(end <= cut for end in ends)]
        assert list(read_journal(torn)) == kept  # reading tolerates it
        journal = Journal(torn)  # opening repairs it
        journal.append(THREE[:1])
        journal.close()
        assert list(read_journal(torn)) == [*kept, THREE[0]]


def test_a_long_torn_line_is_cut_off(tmp_path: Path) -> None:
    path = written(tmp_path / "j")
    with path.open("ab") as file:
        file.write(b"\0" * 200_000)  # what some file systems leave after a power cut; longer than a block of reading
    Journal(path).close()
    assert list(read_journal(path)) == THREE


@pytest.mark.parametrize("line", ["{}", "[]", "nonsense", '{"id":"x","verdict":"maybe","at":"2026-01-01"}', "\xff"])
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = written(tmp_path / "j")
    path.write_bytes(path.read_bytes() + line.encode("latin-1") + b"\n")
    with pytest.raises(BadInput, match="Line 4 of "):
        list(read_journal(path))


def test_fields_of_a_newer_version_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_text(json.dumps(json.loads(as_line(THREE[0])) | {"mood": "good"}) + "\n")
    assert list(read_journal(path)) == THREE[:1]


def test_a_full_disk_leaves_no_half_line(tmp_path: Path) -> None:
    path = written(tmp_path / "j")
    journal, size = Journal(path), path.stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, hard))
    try:
        with pytest.raises(BadInput, match=r"Nothing was saved: .* make room"):
            journal.append(THREE)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.stat().st_size == size
    journal.append(THREE[:1])
    journal.close()
    assert list(read_journal(path)) == [*THREE, THREE[0]]


def test_a_journal_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="can't be written"):
        Journal(tmp_path / "no folder" / "j")

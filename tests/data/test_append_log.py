"""An append-only log: what was acknowledged is read back, what is not as it was written is named."""

import json
import os
import resource
import subprocess
import sys
from datetime import timedelta, timezone
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput
from core.records import Decision, Verdict
from data.append_log import AppendLog
from data.workspace import PROJECT
from tests.data.store.store_data import START, as_line, decision

THREE = [decision("a"), decision("b", Verdict.DISCARD), decision("c", Verdict.RELABEL)]
FIVE = [decision(f"c{n}", note="a note " * n, id=f"n{n}") for n in range(5)]


def log_at(path: Path) -> AppendLog[Decision]:
    return AppendLog(path, Decision)


def written(path: Path, decisions: list[Decision] = THREE) -> AppendLog[Decision]:
    log = log_at(path)
    log.append(decisions)
    return log


def read(log: AppendLog[Decision]) -> tuple[list[str], list[str]]:
    """The ids that can be read, and the sentences on what is wrong."""
    flaws: list[str] = []
    return [one.id for one in log.read(flaws)], [flaw.partition(f"of {str(log.path)!r} ")[2] for flaw in flaws]


def test_what_is_written_is_read_back_in_order(tmp_path: Path) -> None:
    assert list(written(tmp_path / "j").read()) == THREE
    assert list(written(tmp_path / "j").read()) == THREE * 2
    assert list(log_at(tmp_path / "none").read()) == []


def test_only_its_owner_may_write_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert written(tmp_path / "j").path.stat().st_mode & 0o777 == 0o644
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


def test_old_lines_get_their_checksums_once(tmp_path: Path) -> None:
    log = log_at(tmp_path / "j")
    log.path.write_text("".join(map(as_line, FIVE[:3])) + "nonsense\n")
    assert read(log)[0] == ["n0", "n1", "n2"]  # before any writer came
    log.prepare()
    taken = log.path.read_bytes()
    assert [b'"sum":"' in line for line in taken.splitlines()] == [True, True, True, False]
    log.append(FIVE[3:])
    assert log.path.read_bytes().startswith(taken)
    assert read(log) == (["n0", "n1", "n2", "n3", "n4"], ["has no checksum; restore a copy of the file."])


def test_fields_of_a_newer_version_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_text(json.dumps(json.loads(as_line(THREE[0])) | {"mood": "good"}) + "\n")
    assert list(log_at(path).read()) == THREE[:1]


def test_a_log_cut_anywhere_keeps_its_whole_lines(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole").path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    for cut in {*range(0, len(whole), 17), *ends, *(end - 1 for end in ends), *(end + 1 for end in ends[:-1])}:
        torn = log_at(tmp_path / "torn")
        torn.path.write_bytes(whole[:cut])
        kept = THREE[: sum(end <= cut for end in ends)]
        assert list(torn.read()) == kept  # reading tolerates it
        torn.append(THREE[:1])  # writing repairs it
        assert list(torn.read()) == [*kept, THREE[0]]


def test_a_long_torn_line_is_cut_off(tmp_path: Path) -> None:
    log = written(tmp_path / "j")
    whole = log.path.read_bytes()
    with log.path.open("ab") as file:
        file.write(b"\0" * 200_000)  # what some file systems leave after a power cut; longer than a block of reading
    log.prepare()
    assert log.path.read_bytes() == whole


@pytest.mark.parametrize("line", ["{}", "[]", "nonsense", '{"id":"x","verdict":"maybe","at":"2026-01-01"}', "\xff"])
def test_a_bad_line_is_named(tmp_path: Path, line: str) -> None:
    log = written(tmp_path / "j")
    log.path.write_bytes(log.path.read_bytes() + line.encode("latin-1") + b"\n")
    with pytest.raises(BadInput, match=r"Line 4 of .* has no checksum; restore a copy"):
        list(log.read())
    log.append(FIVE[:1])
    assert read(log) == ([one.id for one in (*THREE, FIVE[0])], ["has no checksum; restore a copy of the file."])


def test_every_byte_that_is_changed_is_noticed_in_its_own_line(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole", FIVE).path.read_bytes()
    spoilt = log_at(tmp_path / "spoilt")
    ends = [i for i, byte in enumerate(whole) if byte == ord("\n")]
    for at in range(0, len(whole) - 1, 11):
        if at in ends:
            continue
        spoilt.path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        line = sum(end < at for end in ends)
        flaws: list[str] = []
        assert [one.id for one in spoilt.read(flaws)] == [one.id for n, one in enumerate(FIVE) if n != line]
        assert flaws[0].startswith(f"Line {line + 1} of ")
        assert len(flaws) <= 2  # the next line too, where the checksum itself was hit


def test_the_only_line_is_not_taken_for_one_of_before_where_its_checksum_is_damaged(tmp_path: Path) -> None:
    log = written(tmp_path / "log.jsonl", THREE[:1])
    whole = log.path.read_bytes()
    for at in range(len(whole) - 1):
        log.path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert len(read(log)[1]) == 1, at
    log.prepare()
    assert len(read(log)[1]) == 1


def test_lines_taken_out_put_in_or_moved_are_noticed_and_lose_nothing(tmp_path: Path) -> None:
    log = written(tmp_path / "j", FIVE)
    one, two, three, four, five = log.path.read_bytes().splitlines(keepends=True)
    moved = "does not follow the line before it: lines were removed, added or moved; restore a copy of the file."
    for lines, ids, flaws in (
        ((one, three, four, five), "n0 n2 n3 n4", 1),
        ((two, three, four, five), "n1 n2 n3 n4", 1),
        ((one, two, two, three, four, five), "n0 n1 n1 n2 n3 n4", 1),
        ((one, three, two, four, five), "n0 n2 n1 n3 n4", 3),
    ):
        log.path.write_bytes(b"".join(lines))
        assert read(log) == (ids.split(), [moved] * flaws)


def test_checksums_that_were_taken_off_some_lines_are_not_given_anew(tmp_path: Path) -> None:
    log = written(tmp_path / "j", FIVE)
    lines = log.path.read_bytes().splitlines(keepends=True)
    for bare in ((0, 1), (3, 4)):
        stripped = [as_line(FIVE[n]).encode() if n in bare else line for n, line in enumerate(lines)]
        log.path.write_bytes(b"".join(stripped))
        log.prepare()
        assert log.path.read_bytes() == b"".join(stripped)
        assert read(log)[1]


def test_replacing_leaves_these_records_alone(tmp_path: Path) -> None:
    log = written(tmp_path / "j", FIVE)
    log.replace(FIVE[3:])
    assert list(log.read()) == FIVE[3:]
    log.append(FIVE[:1])
    assert list(log.read()) == [*FIVE[3:], FIVE[0]]


def test_a_full_disk_leaves_no_half_line(tmp_path: Path) -> None:
    log = written(tmp_path / "j")
    size = log.path.stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, hard))
    try:
        with pytest.raises(BadInput, match=r"Nothing was saved: .* free some space"):
            log.append(THREE)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert log.path.stat().st_size == size
    log.append(THREE[:1])
    assert list(log.read()) == [*THREE, THREE[0]]


def test_a_log_that_cannot_be_made_or_read_says_so(tmp_path: Path) -> None:
    assert read(log_at(tmp_path))[0] == []
    with pytest.raises(BadInput, match=r"^'.*' can't be read \(Is a directory\)"):
        list(log_at(tmp_path).read())
    with pytest.raises(BadInput, match="can't be written"):
        log_at(tmp_path / "no folder" / "j").prepare()


def test_threads_that_append_and_replace_at_once_keep_one_chain(tmp_path: Path) -> None:
    log = written(tmp_path / "j", FIVE)

    def write(who: int) -> None:
        for n in range(20):
            log_at(log.path).append([decision("c", id=f"{who}-{n}")])

    writers = [Thread(target=write, args=(who,)) for who in range(3)]
    [writer.start() for writer in writers]
    log.replace(FIVE[:1])
    [writer.join() for writer in writers]
    ids = [one.id for one in log.read()]
    assert ids[0] == "n0" or ids[:5] == [one.id for one in FIVE]
    for who in range(3):
        mine = [id_ for id_ in ids if id_.startswith(f"{who}-")]
        assert mine == [f"{who}-{n}" for n in range(20 - len(mine), 20)]


WRITER = """
import sys
from pathlib import Path
from data.append_log import AppendLog
from core.records import Decision
from tests.data.store.store_data import decision
log = AppendLog(Path(sys.argv[1]), Decision)
for n in range(100_000):
    log.append([decision("c", id=f"{sys.argv[2]}-{n}")])
    print(n, flush=True)
"""


@pytest.mark.slow
def test_two_processes_that_are_killed_lose_nothing_while_a_third_reads(tmp_path: Path) -> None:
    log = log_at(tmp_path / "j")
    told: dict[str, int] = {}
    for round_ in range(3):
        names = [f"{round_}{who}" for who in "ab"]
        commands = [[sys.executable, "-c", WRITER, str(log.path), name] for name in names]
        writers = [subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) for command in commands]
        while sum(1 for _ in log.read()) < 40 * (round_ + 1):
            pass
        [writer.kill() for writer in writers]
        told |= {name: len(w.communicate()[0].splitlines()) for name, w in zip(names, writers, strict=True)}
    ids = [one.id for one in log.read()]
    assert len(ids) == len(set(ids))
    for name, count in told.items():
        assert count <= sum(id_.startswith(f"{name}-") for id_ in ids) <= count + 1

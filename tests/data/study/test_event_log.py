"""The file of a participant: whole lines or none, whoever writes and whenever it is killed."""

import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest

from core.errors import BadInput
from curation.study.records import StudyEvent, StudyEventKind
from data.study.event_log import FileLog
from data.study.session import Receipt
from data.workspace import PROJECT, Workspace
from tests.data.study.study_data import event_for, new_study, small_design, walked

AT = datetime(2026, 1, 1, tzinfo=UTC)


def event(n: int) -> StudyEvent:
    return StudyEvent(f"e{n}", StudyEventKind.ANSWERED, AT, item=f"item {n}", answers={"same": 1})


def test_a_torn_last_line_is_left_out_and_then_cut_off(tmp_path: Path) -> None:
    log = FileLog(tmp_path / "P01.jsonl")
    log.append(event(1))
    whole = log.path.read_bytes()
    for cut in range(1, len(whole)):
        log.path.write_bytes(whole + whole[:cut])
        assert log.read() == [event(1)]
        log.append(event(2))
        assert log.read() == [event(1), event(2)]


def test_a_line_that_is_damaged_is_named(tmp_path: Path) -> None:
    log = FileLog(tmp_path / "P01.jsonl")
    log.append(event(1))
    log.path.write_bytes(b"{}\n" + log.path.read_bytes())
    with pytest.raises(BadInput, match=r"Line 1 of .*P01.jsonl.* has no checksum"):
        log.read()


def test_a_full_disk_leaves_whole_lines(tmp_path: Path) -> None:
    log = FileLog(Path("/dev/full"))
    if not log.path.exists():
        pytest.skip("needs a device that is always full")
    with pytest.raises((BadInput, OSError)):
        log.append(event(1))


def test_withdrawing_leaves_nothing_of_the_bytes(tmp_path: Path) -> None:
    log = FileLog(tmp_path / "P01.jsonl")
    log.append(event(1))
    with log.path.open("rb") as held:  # a copy that somebody had open shows what the disk now holds there
        log.replace_all(StudyEvent("w", StudyEventKind.WITHDREW, AT))
        assert held.read().strip() == b""
    assert [line["kind"] for line in map(json.loads, log.path.read_text().splitlines())] == ["withdrew"]


def test_what_was_there_is_blank_on_the_disk_before_the_file_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, synced, fsync = FileLog(tmp_path / "P01.jsonl"), list[bytes](), os.fsync
    log.append(event(1))

    def watched(descriptor: int) -> None:
        synced.append(log.path.read_bytes())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    before = log.path.stat().st_size
    log.replace_all(StudyEvent("w", StudyEventKind.WITHDREW, AT))
    assert synced[0] == b" " * before


def test_two_tabs_that_answer_at_once_store_each_item_once(workspace: Workspace) -> None:
    study = new_study(workspace, small_design(participants=2, each=12, k=1))
    token = study.invite(1)[0].token
    first = study.session(token)
    assert first
    walked(first, 3)
    steps = [step for step in first.steps() if step.item and step.item.part == "one"]
    receipts: list[Receipt] = []

    def tab(option: int) -> None:
        session = study.session(token)
        assert session
        receipts.extend(session.record(event_for(step, option, f"{option}-{n}")) for n, step in enumerate(steps))

    tabs = [Thread(target=tab, args=(option,)) for option in (0, 1)]
    [thread.start() for thread in tabs]
    [thread.join() for thread in tabs]
    assert sorted(receipts) == sorted([Receipt.STORED, Receipt.DONE] * len(steps))
    answered = [e.item for e in FileLog(study.folder / "participants" / "P01.jsonl").read() if e.item]
    assert len(answered) == len(set(answered)) == len(steps)


WRITER = """
import sys
from pathlib import Path
from data.study.event_log import FileLog
from curation.study.records import StudyEvent, StudyEventKind
from datetime import UTC, datetime
log, n = FileLog(Path(sys.argv[1])), 0
while True:
    with log.holding():
        log.append(StudyEvent(f"{sys.argv[2]}-{n}", StudyEventKind.ANSWERED, datetime.now(UTC), item="x" * 500))
    print(n, flush=True)
    n += 1
"""


@pytest.mark.slow
def test_two_servers_write_one_file_and_are_killed_in_the_middle(tmp_path: Path) -> None:
    """Whatever either was told is saved is there, once, after each was killed with SIGKILL at any moment."""
    log = FileLog(tmp_path / "P01.jsonl")
    for round_ in range(4):
        command = [sys.executable, "-c", WRITER, str(log.path)]
        servers = [
            subprocess.Popen([*command, f"{round_}{who}"], cwd=PROJECT, stdout=subprocess.PIPE, text=True)
            for who in "ab"
        ]
        until = time.monotonic() + 30
        while len(log.read()) < 40 * (round_ + 1) and time.monotonic() < until:
            time.sleep(0.02)
        [server.kill() for server in servers]
        said = [len(server.communicate()[0].splitlines()) for server in servers]
        ids = [e.id for e in log.read()]
        assert len(ids) == len(set(ids))
        for who, told in zip("ab", said, strict=True):
            stored = sum(id_.startswith(f"{round_}{who}-") for id_ in ids)
            assert told <= stored <= told + 1

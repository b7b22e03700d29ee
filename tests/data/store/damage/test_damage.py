"""Files that are damaged or gone: it is said, people can go on, and what logs and snapshots hold comes back."""

import random
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from core.errors import BadInput
from curation.order import BY_SEED, Order, OrderStrategy
from curation.quality.gold import QualityRules
from data.append_log import AppendLog
from data.setup.files import settings
from data.store import Store
from data.store.health import REBUILD, RESTORE, database, journal
from data.store.settings.settings_log import FILE as SETTINGS
from data.store.settings.settings_log import SettingChange
from data.store.snapshots.daily import take_snapshot
from data.store.snapshots.restoring import restore
from data.workspace import Workspace
from tests.data.store.store_data import CELL, START, candidate, decision, hint, write_job

GARBAGE = random.Random(7).randbytes(65_536)
DECIDED = 30


@pytest.fixture
def worked(workspace: Workspace) -> Workspace:
    """A closed workspace in which 2,000 candidates were made, 30 judged, and the quota and an order set."""
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(2000), hints=[hint(n, 0.5) for n in range(0, 2000, 2)]))
        store.record([decision(candidate(n).id, minute=n, id=f"d{n}") for n in range(DECIDED)])
        store.set_quota(77)
        store.set_way(CELL, OrderStrategy.BEST_FIRST)
    return workspace


def as_it_was(workspace: Workspace) -> bool:
    with closing(Store.open(workspace)) as store:
        for job in sorted(workspace.jobs.iterdir()):
            with suppress(BadInput):  # a part that can't be read is named once
                store.ingest(job)
        progress = store.progress(CELL)
        return (progress.candidates, progress.kept, progress.quota, progress.order) == (2000, DECIDED, 77, Order(True))


@pytest.mark.parametrize("remake", [lambda workspace: None, Store.rebuild], ids=["by the app", "by doctor"])
def test_a_database_that_is_gone_is_missed_and_made_again(
    worked: Workspace, remake: Callable[[Workspace], object]
) -> None:
    worked.database.unlink()
    found = database(worked)
    assert not found.ok
    assert (
        found.summary == f"{str(worked.database)!r} is missing, but the decision log has {DECIDED} decisions "
        "and 1 job made candidates"
    )
    assert REBUILD in found.remedy
    remake(worked)
    assert as_it_was(worked)


@pytest.mark.parametrize("where", [0.2, 0.4, 0.6, 0.8])
def test_garbage_in_the_middle_of_the_database_is_noticed_and_mended(worked: Workspace, where: float) -> None:
    size = worked.database.stat().st_size
    with worked.database.open("r+b") as file:
        file.seek(int(size * where))
        file.write(GARBAGE[: min(len(GARBAGE), size // 4)])
    found = database(worked)
    if found.ok:  # it hit a block that nothing uses
        assert as_it_was(worked)
        return
    assert "can't be read" in found.summary
    assert REBUILD in found.remedy
    Store.rebuild(worked)
    assert database(worked).ok
    assert as_it_was(worked)


def spoil(path: Path, line: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = b"\x00nonsense\n"
    path.write_bytes(b"".join(lines))


def test_what_neither_side_holds_is_said(worked: Workspace) -> None:
    spoil(worked.journal, 7)
    worked.database.unlink()
    rebuilt = Store.rebuild(worked)
    assert rebuilt.decisions == DECIDED - 1
    (said,) = rebuilt.skipped
    assert said.startswith("Line 8 of ")


def test_candidates_of_a_damaged_file_come_back_with_it_and_so_does_what_was_made_of_them(worked: Workspace) -> None:
    texts = worked.root / f"variants/job-1/{CELL.condition.key}.parquet"
    whole = texts.read_bytes()
    texts.write_bytes(GARBAGE)
    rebuilt = Store.rebuild(worked)
    assert (rebuilt.decisions, rebuilt.unknown) == (DECIDED, DECIDED)
    assert any(texts.name in line for line in rebuilt.skipped)
    texts.write_bytes(whole)
    assert as_it_was(worked)
    assert Store.rebuild(worked).unknown == 0
    assert as_it_was(worked)


def test_an_unreadable_line_keeps_nobody_out_and_comes_back_from_a_snapshot(worked: Workspace) -> None:
    taken = take_snapshot(worked)
    spoil(worked.journal, 7)
    found = journal(worked)
    assert found.summary.startswith(f"{DECIDED - 1} decisions; line 8 has no checksum")
    assert (found.ok, found.remedy) == (False, RESTORE)
    assert as_it_was(worked)  # the database took the line in when it was whole
    damaged = worked.journal.read_bytes()
    done = restore(worked, taken)
    assert (done.decisions, done.came_back) == (DECIDED, 1)
    [kept] = worked.root.glob("decisions.replaced-*.jsonl")
    assert kept.read_bytes() == damaged and kept.name in done.lost[0]
    assert journal(worked).ok
    assert as_it_was(worked)


@pytest.mark.parametrize("line", [b"nonsense", b"{", b"null", b'{"at":"2026-01-01","name":"quota","value":"3"}'])
def test_a_damaged_line_of_the_settings_costs_itself_alone(worked: Workspace, line: bytes) -> None:
    with (worked.root / SETTINGS).open("ab") as file:
        file.write(line + b"\n")
    assert not settings(worked).ok
    assert as_it_was(worked)
    with closing(Store.open(worked)) as store:
        store.set_quota(5)
    with closing(Store.open(worked)) as store:
        assert store.quota() == 5


@pytest.mark.parametrize("value", ["0", "-3", "many", "", "1.5"])
def test_a_setting_that_says_nothing_counts_for_nothing(worked: Workspace, value: str) -> None:
    log = AppendLog(worked.root / SETTINGS, SettingChange)
    log.append([SettingChange(START, name, value) for name in ("quota", "quality", f"order of {CELL.id}")])
    with closing(Store.open(worked)) as store:
        assert (store.quota(), store.quality(), store.progress(CELL).order) == (200, QualityRules(), BY_SEED)

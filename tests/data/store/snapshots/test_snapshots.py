"""A snapshot is taken while people work, and puts an empty or damaged workspace right without taking anything away."""

import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest

from core.errors import BadInput
from curation.campaigns.campaigns import Campaign
from curation.order import Order, OrderStrategy
from data.digests import digest
from data.setup.files import snapshot as doctors_view
from data.store import Store
from data.store.snapshots import kept, taking
from data.store.snapshots.daily import due, look_daily, take_snapshot
from data.store.snapshots.kept import Snapshot, prune, snapshot_named, snapshots
from data.store.snapshots.restoring import restore
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, hint, write_job
from tests.data.store.trouble.others import files_no_longer_than, held

DECIDED = 20
CAMPAIGN = Campaign("First", (CELL.id,), quota=7)


@pytest.fixture
def worked(workspace: Workspace) -> Workspace:
    """A closed workspace with 100 candidates, 20 of them judged, a quota and an order."""
    with closing(Store.open(workspace)) as store:
        store.ingest(write_job(workspace, range(100), hints=[hint(n, 0.5) for n in range(100)]))
        store.record([decision(candidate(n).id, minute=n, id=f"d{n}") for n in range(DECIDED)])
        store.set_quota(77)
        store.set_way(CELL, OrderStrategy.BEST_FIRST)
    return workspace


def stands(workspace: Workspace) -> tuple[int, int, int, Order]:
    with closing(Store.open(workspace)) as store:
        progress = store.progress(CELL)
        return progress.candidates, progress.kept, progress.quota, progress.order


def decide_more(workspace: Workspace, numbers: range) -> None:
    with closing(Store.open(workspace)) as store:
        store.record([decision(candidate(n).id, minute=n, id=f"d{n}") for n in numbers])


def test_an_empty_workspace_gets_everything_back_but_the_samples(worked: Workspace, tmp_path: Path) -> None:
    taken = take_snapshot(worked)
    assert taken.card.decisions == DECIDED
    elsewhere = Workspace(tmp_path / "elsewhere")
    done = restore(elsewhere, snapshot_named(elsewhere.root, str(taken.path)))
    assert (done.decisions, done.came_back, done.elsewhere, done.kept) == (DECIDED, DECIDED, DECIDED, None)
    assert elsewhere.journal.read_bytes() == worked.journal.read_bytes()
    for name in ("jobs", "variants"):
        shutil.copytree(worked.root / name, elsewhere.root / name, dirs_exist_ok=True)
    assert restore(elsewhere, taken).elsewhere == 0
    assert stands(elsewhere) == (100, DECIDED, 77, Order(True))


def test_what_the_log_holds_beyond_the_snapshot_is_not_lost(worked: Workspace) -> None:
    taken = take_snapshot(worked)
    decide_more(worked, range(DECIDED, 30))
    with closing(Store.open(worked)) as store:
        store.set_quota(90)
    lines = worked.journal.read_bytes().splitlines(keepends=True)
    worked.journal.write_bytes(b"".join(lines[15:]))  # what came since, and a part of what was there
    worked.database.write_bytes(b"garbage" * 10_000)
    done = restore(worked, taken)
    assert (done.decisions, done.came_back, done.elsewhere) == (30, 15, 0)
    assert done.kept and done.kept.read_bytes().startswith(b"garbage")
    assert worked.journal.read_bytes() == b"".join(lines)
    assert stands(worked) == (100, 30, 90, Order(True))


@pytest.mark.parametrize("name", ["settings.jsonl", "campaigns.jsonl"])
def test_what_was_set_comes_back(worked: Workspace, name: str) -> None:
    with closing(Store.open(worked)) as store:
        store.set_campaign(CAMPAIGN, "Ann")
    taken = take_snapshot(worked)
    (worked.root / name).unlink()
    restore(worked, taken)
    assert stands(worked)[2:] == (7, Order(True))
    with closing(Store.open(worked)) as store:
        assert (store.quota(), store.campaigns()) == (77, [CAMPAIGN])


def test_a_log_that_lacks_nothing_is_left_as_it_is(worked: Workspace) -> None:
    taken = take_snapshot(worked)
    decide_more(worked, range(DECIDED, 30))
    before = worked.journal.stat().st_ino, worked.journal.read_bytes()
    assert restore(worked, taken).came_back == 0
    assert (worked.journal.stat().st_ino, worked.journal.read_bytes()) == before


def test_a_snapshot_of_version_9_gives_its_decisions_back(worked: Workspace) -> None:
    with closing(Store.open(worked)) as store:
        query = "select * exclude (log_size, log_checksum) from decisions"
        store._database.rows(f"copy ({query}) to '{worked.root}/decisions.parquet' (format parquet)")
    taken, whole = take_snapshot(worked), worked.journal.read_bytes()
    (taken.path / "decisions.jsonl").unlink()
    table = (worked.root / "decisions.parquet").rename(taken.path / "decisions.parquet")
    worked.journal.unlink()
    card = replace(taken.card, files={table.name: digest(table)})
    assert restore(worked, Snapshot(taken.path, card)).came_back == DECIDED
    assert worked.journal.read_bytes() == whole


def test_a_snapshot_is_taken_whoever_has_the_store_open(worked: Workspace) -> None:
    with closing(Store.open(worked)) as store:
        take_snapshot(worked)
        store.record([decision(candidate(50).id, id="later")])
        command = [sys.executable, "-c", f"import duckdb; duckdb.connect({str(worked.database)!r})"]
        assert "lock" in subprocess.run(command, capture_output=True, text=True).stderr  # others are still kept out
    with held(worked):
        assert take_snapshot(worked).card.decisions == DECIDED + 1
        with pytest.raises(BadInput, match="in use by another process"):
            restore(worked, snapshots(worked.root)[0])
    assert [one.card.decisions for one in snapshots(worked.root)] == [DECIDED + 1, DECIDED]


def test_a_damaged_snapshot_is_refused_and_said(worked: Workspace) -> None:
    taken = take_snapshot(worked)
    assert doctors_view(worked).ok
    file = taken.path / "decisions.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    before = worked.database.read_bytes()
    with pytest.raises(BadInput, match=r"decisions\.jsonl is missing or changed; choose another"):
        restore(worked, taken)
    assert worked.database.read_bytes() == before
    assert not doctors_view(worked).ok


def test_the_newest_are_kept(worked: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 4)
    taken = [take_snapshot(worked).path for _ in range(6)]
    assert [one.path for one in snapshots(worked.root)] == taken[:1:-1]
    monkeypatch.setattr(kept, "ROOM", 1)
    assert prune(worked.root) == [taken[2]]  # those that are always kept may take what they take


def test_one_is_due_a_day_after_the_last_when_somebody_decided_since(worked: Workspace) -> None:
    now = datetime.now(UTC)
    assert due(worked, now)
    take_snapshot(worked)
    assert not due(worked, now + timedelta(days=2))
    decide_more(worked, range(DECIDED, 25))
    assert not due(worked, now)
    assert due(worked, now + timedelta(days=2))


def test_an_empty_workspace_needs_none(workspace: Workspace) -> None:
    assert not due(workspace.prepare(), datetime.now(UTC))
    with pytest.raises(BadInput, match="has no data for a snapshot"):
        take_snapshot(workspace)
    assert doctors_view(workspace).ok


def test_the_app_takes_one_by_itself(worked: Workspace) -> None:
    stop = Event()
    thread = look_daily(worked, stop, every=0.01)
    while not snapshots(worked.root):
        stop.wait(0.01)
    stop.set()
    thread.join()
    assert [one.card.why for one in snapshots(worked.root)] == ["daily"]


@pytest.mark.parametrize("size", [100, 600, 1500])
def test_a_full_disk_is_a_sentence_and_leaves_nothing(worked: Workspace, size: int) -> None:
    Store.open(worked).close()
    with files_no_longer_than(size), pytest.raises(BadInput, match=r"full|can.t be written"):
        take_snapshot(worked)
    assert list((worked.root / taking.FOLDER).iterdir()) == []
    assert take_snapshot(worked).card.decisions == DECIDED


def test_an_unknown_name_is_answered_with_those_there_are(worked: Workspace) -> None:
    with pytest.raises(BadInput, match="The workspace has no snapshots"):
        snapshot_named(worked.root, "latest")
    taken = take_snapshot(worked)
    assert snapshot_named(worked.root, "latest") == snapshot_named(worked.root, taken.path.name) == taken
    with pytest.raises(BadInput, match=taken.path.name):
        snapshot_named(worked.root, "yesterday")

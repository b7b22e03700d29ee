"""Files that are damaged or gone: it is said, people can go on, and what either side holds comes back."""

import json
import random
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from core.errors import BadInput
from core.records import Decision
from curation.order import Order, OrderStrategy
from data.append_log import AppendLog
from data.store import Store
from data.store.repair.health import REBUILD, REWRITE, database, journal
from data.store.repair.rebuilding import rewrite_journal
from data.store.settings.stored import COPY
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, hint, write_job

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
        found.summary
        == f"{str(worked.database)!r} is missing, while the journal has {DECIDED} decisions and 1 job made candidates"
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


def test_a_damaged_part_takes_no_candidate_or_hint_from_the_old_database(worked: Workspace) -> None:
    texts = worked.root / f"variants/job-1/{CELL.condition.key}.parquet"
    whole = texts.read_bytes()
    texts.write_bytes(GARBAGE)
    hints = next((worked.jobs / "job-1").glob("hints-*.parquet"))
    hints.write_bytes(GARBAGE)
    rebuilt = Store.rebuild(worked)
    assert rebuilt.candidates == 2000
    assert len(rebuilt.skipped) == 2
    assert any(hints.name in line for line in rebuilt.skipped)
    assert as_it_was(worked)
    with closing(Store.open(worked)) as store:
        assert len(store.curated(CELL)) == DECIDED
        with pytest.raises(BadInput, match="can't be read"):
            store.desk(CELL, "ann")
        texts.write_bytes(whole)
        shown = store.desk(CELL, "ann")
        assert len(shown) > 1
        assert any(item.hint for item in shown)


def test_a_second_rebuild_keeps_what_the_first_one_kept_and_new_jobs_come_in(worked: Workspace) -> None:
    (worked.root / f"variants/job-1/{CELL.condition.key}.parquet").write_bytes(GARBAGE)
    Store.rebuild(worked)
    write_job(worked, range(5), OTHER, job="job-2")
    assert Store.rebuild(worked).candidates == 2000
    assert as_it_was(worked)
    with closing(Store.open(worked)) as store:
        assert store.progress(OTHER).candidates == 5


def spoil(path: Path, line: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = b"\x00nonsense\n"
    path.write_bytes(b"".join(lines))


def test_an_unreadable_line_of_the_journal_keeps_nobody_out_and_can_be_written_again(worked: Workspace) -> None:
    spoil(worked.journal, 7)
    found = journal(worked)
    assert not found.ok
    assert found.summary.startswith(f"{DECIDED - 1} decisions; line 8 has no checksum")
    assert found.remedy == REWRITE
    assert as_it_was(worked)  # and the decision that the line held is written once more, at the end
    assert {d.id for d in AppendLog(worked.journal, Decision).read([])} == {f"d{n}" for n in range(DECIDED)}
    damaged = worked.journal.read_bytes()
    written, kept = rewrite_journal(worked)
    assert written == DECIDED
    assert kept.read_bytes() == damaged
    assert sorted(d.id for d in AppendLog(worked.journal, Decision).read()) == sorted(f"d{n}" for n in range(DECIDED))
    assert journal(worked).ok
    assert as_it_was(worked)


def test_what_neither_side_holds_is_said(worked: Workspace) -> None:
    spoil(worked.journal, 7)
    worked.database.unlink()
    rebuilt = Store.rebuild(worked)
    assert rebuilt.decisions == DECIDED - 1
    (said,) = rebuilt.skipped
    assert said.startswith("Line 8 of ")


def test_a_damaged_database_leaves_the_journal_as_it_is(worked: Workspace) -> None:
    worked.database.write_bytes(GARBAGE)
    before = worked.journal.read_bytes()
    with pytest.raises(BadInput, match="can't be read"):
        rewrite_journal(worked)
    assert worked.journal.read_bytes() == before
    assert [path.name for path in worked.root.glob("decisions*")] == ["decisions.jsonl"]


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"nonsense",
        b"[]",
        b"{",
        b"null",
        *(json.dumps({"quota": q}).encode() for q in (0, "0", "-3", "many", None, {})),
    ],
)
def test_a_copy_of_the_settings_that_says_nothing_is_left_alone(worked: Workspace, told: bytes) -> None:
    worked.database.unlink()
    (worked.root / COPY).write_bytes(told)
    with closing(Store.open(worked)) as store:
        assert store.quota() == 200


def test_the_copy_of_the_settings_follows_the_table(worked: Workspace) -> None:
    (worked.root / COPY).unlink()
    Store.open(worked).close()
    assert json.loads((worked.root / COPY).read_text()) == {
        "quota": "77",
        f"order of {CELL.id}": "best first, not used yet",
    }

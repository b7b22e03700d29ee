"""Putting a workspace right with a snapshot: it gives back what is missing or damaged, and takes nothing away."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from core.errors import BadInput
from data.accounts.copies import put_back as put_back_accounts
from data.append_log import AppendLog
from data.durable import name_when_replaced, write_failure_told
from data.store.rebuilding import check_free, rebuild
from data.store.settings.settings_log import take_over
from data.store.snapshots.kept import Snapshot
from data.store.snapshots.taking import LOGS
from data.store.statements import decision_of
from data.study.copies import FOLDER as STUDIES
from data.study.copies import forget, heal
from data.study.gone import Withdrawal, gone_from
from data.study.putting_back import RestoredStudies, put_back
from data.workspace import Workspace

TABLE = "decisions.parquet"  # where snapshots of version 9 have decisions


@dataclass(frozen=True, slots=True)
class Restored:
    """What came of it: the decisions there are now, how many the snapshot gave back, how many are on samples that are
    not here. `kept` is the old database under its new name, `lost` says what could not be read.

    `studies` are those that came back or were put right, `accounts` the people who may come in again.
    """

    decisions: int
    came_back: int
    elsewhere: int
    kept: Path | None
    lost: tuple[str, ...]
    studies: RestoredStudies
    accounts: int


def restore(workspace: Workspace, snapshot: Snapshot) -> Restored:
    """Put back what the logs here lack and the snapshot has, and make the database again from them.

    A log that was damaged is kept beside. Accounts are those of the workspace, of the snapshot where it has none that
    can be read. User studies are put right too, and of nobody who withdrew anything comes back. Raises BadInput for a
    damaged snapshot, when another process holds the database, and where the place can't be written.
    """
    gone = _check(snapshot, workspace.root)
    workspace.prepare()
    check_free(workspace.database)
    heal(workspace.root)
    take_over(workspace.root)
    lost: list[str] = []
    came = {name: _put_back_log(workspace.root / name, snapshot.path, lost) for name in LOGS}
    rebuilt = rebuild(workspace)
    studies = put_back(workspace.root, snapshot.path / STUDIES, gone)
    accounts = put_back_accounts(workspace.root, snapshot.path)
    return Restored(
        rebuilt.decisions, came[workspace.journal.name], rebuilt.unknown, rebuilt.kept, (*lost, *rebuilt.skipped),
        studies, accounts,
    )  # fmt: skip


def _check(snapshot: Snapshot, root: Path) -> frozenset[Withdrawal]:
    """Who withdrew, once the snapshot is without them, and whole."""
    gone = gone_from(root)
    with suppress(BadInput):  # of a copy elsewhere that can't be written nothing of theirs is put back either
        forget(snapshot.path / STUDIES, gone)
    snapshot.check()
    return gone


def _put_back_log(path: Path, snapshot: Path, lost: list[str]) -> int:
    """How many lines of the copy the log lacked, or had damaged; what came later stays behind them."""
    log: AppendLog[Any] = AppendLog(path, LOGS[path.name])
    copied, flaws = _copied_records(snapshot / path.name), list[str]()
    there = list(log.read(flaws))
    lacking = len({*copied} - {*there})
    if lacking or (flaws and copied):
        with write_failure_told(path):
            if flaws:
                kept = name_when_replaced(path)
                kept.hardlink_to(path)
                lost.append(f"{len(flaws):,} damaged lines of {path.name}; the old file is kept as {kept.name}")
        log.replace(dict.fromkeys([*copied, *there]))
    return lacking


def _copied_records(path: Path) -> list[Any]:
    """The records of the log in a snapshot."""
    if not path.exists() and (table := path.with_name(TABLE)).exists() and path.stem == table.stem:
        rows = pq.read_table(table, use_threads=False).sort_by("number").to_pylist()
        return [decision_of((*row.values(), 0, "")) for row in rows]
    return list(AppendLog(path, LOGS[path.name]).read([]))

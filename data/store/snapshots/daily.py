"""A snapshot when somebody asks for one, and one a day while the app runs and people work."""

import logging
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

from core.errors import BadInput
from data.accounts.accounts import FILE
from data.store.snapshots.kept import EVERY, Snapshot, prune, snapshots
from data.store.snapshots.taking import LOGS, take
from data.study.copies import size_of_studies
from data.workspace import Workspace

LOOK = 300.0  # seconds between two looks at whether one is due
DAILY = "daily"
ASKED = "asked for"


def take_snapshot(workspace: Workspace, why: str = ASKED) -> Snapshot:
    """A snapshot of the workspace, whoever has it open; older ones go, by the rule for them.

    Raises BadInput where there is nothing to take, or when the disk is full.
    """
    if not any((workspace.root / name).exists() for name in (*LOGS, FILE)) and not size_of_studies(workspace.root):
        raise BadInput(f"{str(workspace.root)!r} has no data for a snapshot; prepare samples first.")
    folder = take(workspace, why)
    prune(workspace.root)
    return next(snapshot for snapshot in snapshots(workspace.root) if snapshot.path == folder)


def due(workspace: Workspace, now: datetime) -> bool:
    """Whether the newest snapshot is a day old, or there is none, and somebody has decided something since, or answered
    in a user study, or left one."""
    newest = next(iter(snapshots(workspace.root)), None)
    journal = workspace.journal.stat().st_size if workspace.journal.exists() else 0
    there = journal, size_of_studies(workspace.root)
    if newest is None:
        return any(there)
    return now - newest.card.taken >= EVERY and there != (newest.card.journal, newest.card.studies_size)


def look_daily(workspace: Workspace, stop: Event | None = None, every: float = LOOK) -> Thread:
    """Have a thread look every now and then, as long as this process lives, and take a snapshot when one is due.

    What goes wrong is written to the log, and tried again at the next look.
    """
    thread = Thread(target=_snapshot_loop, args=(workspace, stop or Event(), every), name="snapshots", daemon=True)
    thread.start()
    return thread


def _snapshot_loop(workspace: Workspace, stop: Event, every: float) -> None:
    while not stop.wait(every):
        try:
            if due(workspace, datetime.now(UTC)):
                take_snapshot(workspace, DAILY)
        except (BadInput, OSError) as error:
            logging.getLogger("flinch").warning("no snapshot was taken: %s", error)


def newest_in_words(root: Path) -> str:
    """The newest snapshot and how many there are, for people; "" where there is none."""
    there = snapshots(root)
    return f"{len(there):,}; newest: {there[0]}" if there else ""

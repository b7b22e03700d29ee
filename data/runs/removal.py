"""Jobs deleted, with their runs and what their trainings left; cells of candidates that people decided on stay."""

import shutil
from collections.abc import Callable

from core.rounding import in_bytes
from core.so_many import so_many
from data.jobs.jobs import JobStatus
from data.jobs.tidying import folders, size, stop
from data.models.room import StoredModel, forget, unfinished
from data.runs.files import RunCard, read_card
from data.store import Store
from data.workspace import Workspace

CANDIDATES = "candidates"  # the kind of job whose cells people decide on


def delete(workspace: Workspace, job: JobStatus, opened: Callable[[], Store]) -> str:
    """Delete the job, stopping it first; in words what became of it. The store is opened for candidates: cells with
    decisions stay, and the job with them. Raises BadInput where another process holds the store."""
    if job.kind == CANDIDATES:
        stop(workspace, job.id)
        cells = opened().remove_unjudged(workspace.jobs / job.id)
        if cells.judged:
            stay = so_many(len(cells.judged), "cell with decisions stays", "cells with decisions stay")
            return f"{stay}; {so_many(len(cells.unjudged), 'cell')} deleted."
    return f"Deleted; {in_bytes(remove(workspace, job.id))} are free again."


def remove(workspace: Workspace, job_id: str) -> int:
    """Remove the job, its run and the checkpoints of its trainings, stopping it first; the bytes that are free now.

    Finished models stay. Raises BadInput when the worker takes longer to stop.
    """
    stop(workspace, job_id)
    freed, left = room_of(workspace, job_id), _unfinished_models(workspace, job_id)
    for folder in folders(workspace, job_id):
        shutil.rmtree(folder, ignore_errors=True)
    forget(left)
    return freed


def room_of(workspace: Workspace, job_id: str) -> int:
    """How many bytes `remove` would free."""
    return size(*folders(workspace, job_id)) + sum(model.bytes for model in _unfinished_models(workspace, job_id))


def _unfinished_models(workspace: Workspace, job_id: str) -> list[StoredModel]:
    """What its trainings left unfinished, but for what another unfinished run goes on with."""
    cards = [card for path in workspace.runs.glob("*") if (card := read_card(path))]
    own = {digest for card in cards if card.id == job_id for digest in _digests(card)}
    others = {digest for card in cards if card.id != job_id and not card.finished for digest in _digests(card)}
    return unfinished(workspace, own - others)


def _digests(card: RunCard) -> set[str]:
    return {model.digest for model in card.models}

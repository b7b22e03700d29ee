"""Leases: which candidates people hold, across restarts; a new process must not give to others what browsers hold."""

import json
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from curation.queue import CLAIM_SECONDS

Holdings = Mapping[str, Sequence[str]]


class Leases:
    """A small file for each cell: the candidates that each person holds.

    It outlives the process, not a power cut, for it is not synced: then a verdict that comes twice is a second opinion.
    What can't be written or read is left out for the same reason.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written: dict[str, Holdings] = {}

    def of(self, cell_id: str) -> Holdings:
        """What people held when the cell's file was last written; nothing once a lease has passed since then."""
        path = self._path(cell_id)
        with suppress(OSError, ValueError, AttributeError):
            if time.time() - path.stat().st_mtime < CLAIM_SECONDS:
                held = json.loads(path.read_text(encoding="utf-8"))
                return {str(name): [str(id_) for id_ in ids] for name, ids in held.items() if isinstance(ids, list)}
        return {}

    def keep(self, cell_id: str, holdings: Holdings) -> None:
        """Somebody was heard of: this is what people hold now."""
        path = self._path(cell_id)
        with suppress(OSError):
            if self._written.get(cell_id) == holdings:
                os.utime(path)
                return
            self._folder.mkdir(exist_ok=True)
            draft = path.with_name(f".{path.name}.{os.getpid()}")
            draft.write_text(json.dumps(holdings), encoding="utf-8")
            draft.replace(path)
            self._written[cell_id] = holdings

    def forget(self, cell_id: str) -> None:
        self._written.pop(cell_id, None)
        with suppress(OSError):
            self._path(cell_id).unlink(missing_ok=True)

    def _path(self, cell_id: str) -> Path:
        return self._folder / f"{cell_id}.json"

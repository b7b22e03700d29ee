"""How much room trained models take, and which go when they are more than the limit.

The limit is in gigabytes (10^9 bytes): FLINCH_MODELS_GB, 20 where it is not set, 0 for none. Runs keep their
predictions, so a model that went is missed only by a run that asks for it again: then it is trained again, the same.
What endpoints answered is kept under the same limit, and goes last.
"""

import os
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadInput
from core.so_many import so_many
from data.durable import remove
from data.endpoints.answers import ANSWERS
from data.models.folder import CARD
from data.workspace import Workspace

SETTING, USUAL = "FLINCH_MODELS_GB", 20.0
STAMPS = (CARD, ANSWERS)  # files whose time says when a model was last used


@dataclass(frozen=True, slots=True)
class StoredModel:
    """A trained model, or what a training that was never finished left: its bytes, and when it was last used.

    `answers` are those of an endpoint, which may have been paid for.
    """

    path: Path
    bytes: int
    used: float
    finished: bool
    answers: bool = False

    @property
    def digest(self) -> str:
        """Which model it is or was to be."""
        return self.path.name.lstrip(".").partition(".")[0]


def limit() -> float:
    """The limit in bytes, infinite for none; raises BadInput for a setting that is no number."""
    text = os.environ.get(SETTING, "").strip()
    try:
        gigabytes = float(text or USUAL)
    except ValueError:
        gigabytes = -1.0
    if not gigabytes >= 0:
        raise BadInput(f"{SETTING} is {text!r}; set it to the gigabytes that trained models may use (0: no limit).")
    return gigabytes * 1e9 if gigabytes else float("inf")


def kept(workspace: Workspace) -> list[StoredModel]:
    """All that lies among the workspace's models: what was never finished first, then by last use, the oldest first.

    Answers of endpoints come last, for they may cost money to have again.
    """
    models = [_stored_model(path) for path in workspace.models.iterdir()] if workspace.models.is_dir() else []
    return sorted(models, key=lambda model: (model.finished, model.answers, model.used, model.path.name))


def make_room(workspace: Workspace, needed: Collection[str] = ()) -> list[StoredModel]:
    """Remove the least recently used until the rest is within the limit; `needed` digests stay. What was removed."""
    most, held = limit(), kept(workspace)
    size, removed = sum(model.bytes for model in held), list[StoredModel]()
    for model in held:
        if size > most and model.digest not in needed:
            remove(model.path)
            size -= model.bytes
            removed.append(model)
    return removed


def room_in_words(removed: Collection[StoredModel]) -> str:
    """What was removed and why, in a sentence; "" for nothing."""
    if not removed:
        return ""
    models = so_many(len(removed), "least recently used model")
    freed = sum(model.bytes for model in removed) / 1e9
    return f"Flinch deleted the {models} ({freed:.1f} GB): trained models may use {limit() / 1e9:g} GB ({SETTING})."


def unfinished(workspace: Workspace, digests: Collection[str]) -> list[StoredModel]:
    """What trainings of these models left that were never finished."""
    return [model for model in kept(workspace) if not model.finished and model.digest in digests]


def forget(left: Collection[StoredModel]) -> None:
    """Remove these."""
    for model in left:
        remove(model.path)


def used_now(folder: Path) -> None:
    """Put down that this model is used."""
    for stamp in STAMPS:
        with suppress(OSError):
            os.utime(folder / stamp, (now := time.time(), now))


def _stored_model(path: Path) -> StoredModel:
    finished = not path.name.startswith(".")
    files = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
    stamps = [path / stamp for stamp in STAMPS if finished and (path / stamp).exists()]
    used = max(stamp.stat().st_mtime for stamp in stamps or [path])
    return StoredModel(path, sum(file.stat().st_size for file in files), used, finished, path / ANSWERS in stamps)

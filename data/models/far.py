"""Models where this machine's disk can't be seen: their files go there and come back as bytes.

A worker lays out the files it gets in a folder of its own, which goes when its model is in memory. What a training
keeps there (checkpoints, how the epochs went, at last the model) is told at once, for whoever asked to put down: so a
training goes on elsewhere when its worker dies.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from core.models.device import Device
from core.models.family import ModelPlan
from core.models.spec import Material
from core.models.training.history import History
from data.durable import aside_of, remove
from data.jobs.messages import send_message
from data.models.folder import ModelFolder
from data.models.ready import at_hand, ready

PREFIX = "flinch-models-"
Files = Mapping[str, bytes]
"""The files of a folder by their paths in it; one file has the path "."."""
SharedObject = Callable[[], Files]


class Mirrored(NamedTuple):
    """What now lies at this name among the models; None: nothing any more."""

    name: str
    files: Files | None


def packed(path: Path) -> Files | None:
    """What lies at this path, None where nothing does."""
    if path.is_file():
        return {".": path.read_bytes()}
    if not path.is_dir():
        return None
    files = (file for file in sorted(path.rglob("*")) if file.is_file())
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in files}


def laid_out(path: Path, files: Files | None) -> Path:
    """Put the files at this path, in place of what lies there; the path."""
    aside = aside_of(path)
    remove(path)
    for name, content in (files or {}).items():
        target = aside / name
        if aside not in (target, *target.parents) or ".." in Path(name).parts:
            raise ValueError(f"{name!r} is no path in a model's folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    if files is not None:
        if "." not in files:
            aside.mkdir(parents=True, exist_ok=True)
        aside.replace(path)
    return path


def pack_training(folder: ModelFolder) -> dict[str, Files]:
    """All that an interrupted training of this model left, and the model, by their names among the models."""
    places = folder.path.parent.glob(f"*{folder.path.name}*") if folder.path.parent.is_dir() else ()
    return {path.name: files for path in places if not path.name.endswith(".part") and (files := packed(path))}


@dataclass(frozen=True, slots=True)
class MirroredFolder(ModelFolder):
    """A model's folder on a worker that tells what is put there."""

    def note(self, history: History, hurried: bool = False) -> None:
        """Put down how far training is, and tell it; what is `hurried` once a second at most."""
        if not hurried or self.pace.look():
            ModelFolder.note(self, history)
            self._send_files("history")

    def keep_checkpoint(self, state: Mapping[str, Any]) -> None:
        """Put down where training stands, and tell it."""
        with self.pace.written():
            ModelFolder.keep_checkpoint(self, state)
            self._send_files("training")

    def part(self, number: int) -> "MirroredFolder":
        """Where a training of a grid is kept until one is chosen."""
        return MirroredFolder(ModelFolder.part(self, number).path, self.pace)

    def _forget(self, *suffixes: str) -> None:
        ModelFolder._forget(self, *suffixes)
        self._send_files("", *suffixes)  # the model first: it is there when the checkpoint goes

    def _send_files(self, *suffixes: str) -> None:
        for suffix in suffixes:
            path = self._hidden_path(suffix) if suffix else self.path
            send_message(Mirrored(path.name, packed(path)))


def train_far(
    plan: ModelPlan, device: Device, material: Material, held: Mapping[str, Files], start: SharedObject | None
) -> None:
    """Train the model on this worker, from where an earlier one stood; what is kept of it is told.

    `start` is what lies at its path, where the worker can't see that.
    """
    with _own_folder() as root:
        for name, files in held.items():
            laid_out(root / name, files)
        ready(_local_plan(plan, start), device, MirroredFolder(root / plan.digest), material, report)


def report(done: int, total: int, message: str) -> None:
    send_message((done, total, message))


@contextmanager
def at_hand_far(
    plan: ModelPlan, device: Device, files: SharedObject, start: SharedObject | None
) -> Iterator[ModelFolder]:
    """The folder of the model on this worker; its files, and what lies at its path, are called for unless it is in
    memory."""
    folder = ModelFolder(_root() / plan.digest)
    if at_hand(plan, device, folder):
        yield folder
        return
    with _own_folder():
        laid_out(folder.path, files())
        ready(_local_plan(plan, start), device, folder)
        yield folder


def _local_plan(plan: ModelPlan, start: SharedObject | None) -> ModelPlan:
    """The plan, with what lies at its model's path laid out on this worker."""
    if not start:
        return plan
    path = laid_out(_root() / "start", start())
    return replace(plan, spec=replace(plan.spec, path=str(path)))


@contextmanager
def _own_folder() -> Iterator[Path]:
    """This process's folder, gone after the block; those of processes that were killed go too."""
    for left in _root().parent.glob(f"{PREFIX}*"):
        if not psutil.pid_exists(int(left.name.removeprefix(PREFIX))):
            shutil.rmtree(left, ignore_errors=True)
    _root().mkdir(mode=0o700)
    try:
        yield _root()
    finally:
        shutil.rmtree(_root(), ignore_errors=True)


def _root() -> Path:
    return Path(tempfile.gettempdir()) / f"{PREFIX}{os.getpid()}"

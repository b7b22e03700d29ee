"""Where run-time files live: one folder, named by FLINCH_WORKSPACE."""

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadInput
from core.program import PACKAGE

PROJECT = Path(__file__).parent.parent
START = Path(str(sys.modules[PACKAGE[:-1]].__file__)).parents[1] if PACKAGE else PROJECT
"""Where processes of ours start, so that Python finds our modules there."""


class Place:
    """A path inside a workspace, as an attribute of it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, workspace: "Workspace", _: object = None) -> Path:
        return workspace.root / self._name


@dataclass(frozen=True, slots=True)
class Workspace:
    """The paths inside a workspace; making one creates nothing until `prepare` is called."""

    root: Path
    database = Place("flinch.duckdb")
    journal = Place("decisions.jsonl")
    datasets = Place("datasets")
    jobs = Place("jobs")
    variants = Place("variants")
    runs = Place("runs")
    experiments = Place("experiments")
    models = Place("models")
    exports = Place("exports")

    @classmethod
    def current(cls) -> "Workspace":
        """The workspace named by FLINCH_WORKSPACE; else `workspace/` in the project's folder, or in the home of whoever
        installed Flinch without one `flinch-workspace/`.
        """
        usual = PROJECT / "workspace" if (PROJECT / "setup.py").exists() else "~/flinch-workspace"
        return cls(Path(os.environ.get("FLINCH_WORKSPACE") or usual).expanduser().resolve())

    def prepare(self) -> "Workspace":
        """Make the folders. Raises BadInput with the reason when the place can't be written."""
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            _keep_private(self.root)
            for folder in (self.datasets, self.jobs, self.variants, self.runs, self.models, self.exports):
                folder.mkdir(parents=True, exist_ok=True)
            probe = self.root / f".writable-{os.getpid()}"
            probe.write_bytes(b"")
            probe.unlink(missing_ok=True)  # another thread may have looked at the same time
        except OSError as error:
            raise BadInput(
                f"The workspace {str(self.root)!r} can't be written ({error.strerror}); "
                "make it writable or set FLINCH_WORKSPACE to a folder that is writable."
            ) from error
        return self


def _keep_private(root: Path) -> None:
    """Let no other user of the machine look into the folder, but its group where that may write there."""
    mode = root.stat().st_mode
    others = 0o007 if mode & 0o020 else 0o077
    if mode & others:
        with suppress(PermissionError):  # it is somebody else's
            root.chmod(mode & 0o7777 & ~others)

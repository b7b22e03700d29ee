"""The files of a grid: where each lies, what its footer says of how it was made, and which are there already."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path

import psutil
import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import BadInput
from core.perturb import Step
from core.perturbations.registry import perturbations
from core.severity import Severity
from data.perturb_rows import Tally

FOOTER = "flinch"


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that a grid follows from, beside the samples; `code` is a hash of the perturbations and their word lists."""

    code: str
    seed: int
    share: float
    fields: tuple[str, ...]

    def other(self, wanted: "Recipe") -> str:
        """What of this recipe is not as wanted, in words; "" where all is."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(wanted, field.name)
            if mine != theirs:
                told = f"{field.name} {_said(mine)}, not {_said(theirs)}"
                return "another version of the perturbations" if field.name == "code" else told
        return ""


@dataclass(frozen=True, slots=True)
class CellFile:
    """A finished file: one perturbation at one severity, one split; `data` is a hash of the split's samples."""

    step: Step
    split: str
    data: str
    recipe: Recipe
    tally: Tally

    @property
    def config(self) -> str:
        """What `datasets.load_dataset` calls it: "keyboard-percent-characters-5"."""
        return f"{self.step.perturbation}-{self.step.severity.key}"

    @property
    def place(self) -> str:
        return place(self.step, self.split)

    def footer(self) -> dict[str, str]:
        """What the file says of itself, for `read`."""
        step = {"perturbation": self.step.perturbation, "severity": self.step.severity.key}
        told = {
            **step,
            "split": self.split,
            "data": self.data,
            "recipe": asdict(self.recipe),
            "tally": asdict(self.tally),
        }
        return {FOOTER: json.dumps(told)}


def place(step: Step, split: str) -> str:
    """Where in the data set's folder a cell's file lies."""
    return f"{step.perturbation}/{step.severity.key}/{split}.parquet"


def finished(folder: Path) -> Iterator[CellFile]:
    """Every file of the grid in this folder; a file that another program wrote is none."""
    for path in sorted(folder.glob("*/*/*.parquet")):
        made = None if path.name.startswith(".") else read(path)
        if made is not None:
            yield made


def in_order(files: Iterable[CellFile]) -> tuple[CellFile, ...]:
    """In the order of perturbations, severities and splits."""
    order = {wanted.name: i for i, wanted in enumerate(perturbations())}
    return tuple(sorted(files, key=lambda file: (order[file.step.perturbation], file.step.severity, file.split)))


def read(path: Path) -> CellFile | None:
    """What the footer of this file says; None where it is no file of a grid."""
    try:
        footer = (pq.read_metadata(path).metadata or {}).get(FOOTER.encode())
        if footer is None:
            return None
        told = json.loads(footer)
        recipe = Recipe(**told["recipe"] | {"fields": tuple(told["recipe"]["fields"])})
        step = Step(told["perturbation"], Severity.parse(told["severity"]))
        return CellFile(step, told["split"], told["data"], recipe, Tally(**told["tally"]))
    except (OSError, pa.ArrowException, ValueError, KeyError, TypeError):
        return None


def there(folder: Path, recipe: Recipe, data: Mapping[str, str], replace: bool) -> dict[str, CellFile]:
    """The files of the grid in this folder, by their place. `data` is the hash of each split that is wanted.

    Raises BadInput for a folder that holds something else, and for files that were made in another way; with `replace`
    these are removed.
    """
    _check_folder(folder)
    files = {file.place: file for file in finished(folder)}
    for file in files.values():
        other = file.recipe.other(recipe)
        if not other and file.data != data.get(file.split, file.data):
            other = f"other samples in {file.split}"
        if other and not replace:
            raise BadInput(
                f"{str(folder)!r} exists already, with {other}; name another folder, or ask to replace what is there "
                "(--replace)."
            )
        if other:
            _remove(folder, files)
            return {}
    return files


def clear_abandoned(folder: Path) -> None:
    """Remove the unfinished files of processes that are gone."""
    for path in folder.glob("*/*/.*.part"):
        pid = re.search(r"\.(\d+)\.part$", path.name)
        if pid and not psutil.pid_exists(int(pid[1])):
            path.unlink(missing_ok=True)


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{str(folder)!r} exists already and is no folder; name another.")
    strangers = folder.is_dir() and any(path.is_file() for path in folder.rglob("[!.]*"))
    if strangers and next(finished(folder), None) is None:
        raise BadInput(f"{str(folder)!r} exists already and holds no grid of Flinch; name another folder.")


def _remove(folder: Path, files: Mapping[str, CellFile]) -> None:
    """Remove the grid, its card first; what others put there stays."""
    for name in ("README.md", "summary.json", *files):
        (folder / name).unlink(missing_ok=True)


def _said(value: object) -> str:
    return ", ".join(value) if isinstance(value, tuple) else f"{value}"

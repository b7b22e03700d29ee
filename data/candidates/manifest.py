"""What a candidates job made, for the store to take in: `cells.json`, an entry for each cell."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadInput
from core.records import Cell
from core.severity import Severity
from data.durable import write_text
from data.records_json import decode, encode
from data.variants.files import VariantFile

NAME = "cells.json"


@dataclass(frozen=True, slots=True)
class CellVariants:
    """A cell and the file of variants that holds its candidates, by its path within the workspace.

    `samples` were looked at; the perturbation could make nothing of `not_applicable` of them.
    """

    dataset: str
    split: str
    perturbation: str
    severity: Severity
    file: str
    samples: int
    not_applicable: int

    @property
    def cell(self) -> Cell:
        return Cell(self.dataset, self.split, self.perturbation, self.severity)

    @classmethod
    def of(cls, file: VariantFile, workspace: Path) -> "CellVariants":
        """The entry of this file, which lies in the workspace of this root."""
        recipe, place = file.recipe, file.path.relative_to(workspace).as_posix()
        return cls(recipe.dataset, recipe.split, *file.condition, place, file.counts.drawn, file.counts.not_applicable)


def write_manifest(job_folder: Path, cells: Iterable[CellVariants]) -> None:
    write_text(job_folder / NAME, encode(list(cells), indent=1))


def read_manifest(job_folder: Path) -> list[CellVariants]:
    """The entries of a job's manifest; [] where there is none yet. Raises BadInput for one that can't be read."""
    path = job_folder / NAME
    if not path.exists():
        return []
    try:
        return [decode(json.dumps(row), CellVariants) for row in json.loads(path.read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"{str(path)!r} does not list the cells of a job ({error}); run its job again.") from error


def readable_entries(jobs: Path) -> Iterator[CellVariants]:
    """The entries of all jobs, by the jobs' names; a list that can't be read is left out, for taking it in names it."""
    for folder in sorted(jobs.glob("*/")):
        try:
            yield from read_manifest(folder)
        except BadInput:
            continue

"""What every model of a run is tried on: the original texts and, cell by cell, the perturbed ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pyarrow.parquet as pq

from core.records import Cell, Sample
from data.candidates import candidates
from data.evaluation import Evaluation
from data.job import Job
from data.resources import perturber
from data.run_files import RunCell, candidates_path
from data.tables import candidates_of, candidates_table, write_parquet


class Question(NamedTuple):
    """A text, or the two of a pair, to predict; `candidate_id` is "" for an original."""

    sample_id: str
    candidate_id: str
    texts: tuple[str, ...]
    gold: str


@dataclass(frozen=True, slots=True)
class Exam:
    """The samples of a run, and its cells with how many of the samples each could perturb."""

    folder: Path
    samples: Sequence[Sample]
    cells: tuple[Cell, ...]
    applied: tuple[int, ...]

    @property
    def texts(self) -> int:
        """How many texts each model is asked about."""
        return len(self.samples) + sum(self.applied)

    @property
    def run_cells(self) -> tuple[RunCell, ...]:
        """The cells as the run's card has them."""
        pairs = zip(self.cells, self.applied, strict=True)
        return tuple(RunCell(cell.perturbation, cell.severity, applied) for cell, applied in pairs)

    def questions(self, cell: Cell | None) -> list[Question]:
        """The original texts, for None, or those that the cell's perturbation changed."""
        if cell is None:
            return [Question(s.id, "", tuple(f.text for f in s.fields), s.label) for s in self.samples]
        read = candidates_of(pq.read_table(candidates_path(self.folder, cell)))
        return [Question(c.sample_id, c.id, tuple(f.text for f in c.perturbed), gold) for c, gold in read]


def prepared(job: Job, folder: Path, asked: Evaluation, samples: Sequence[Sample]) -> Exam:
    """The exam, with every cell's perturbed samples written down; cells that are there already are kept."""
    return Exam(folder, samples, asked.cells, tuple(_applied(job, folder, asked, samples)))


def _applied(job: Job, folder: Path, asked: Evaluation, samples: Sequence[Sample]) -> Iterator[int]:
    for i, cell in enumerate(asked.cells):
        job.check()
        job.report(i, len(asked.cells), f"Perturbing {len(samples):,} samples: {cell}")
        path = candidates_path(folder, cell)
        if not path.exists():
            write_parquet(path, candidates_table(candidates(perturber(), cell, samples, asked.seed)))
        yield pq.read_metadata(path).num_rows

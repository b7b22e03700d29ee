"""What rests on a data set: perturbed samples, cells with decisions, runs, and jobs that are at work on it."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from core.so_many import so_many
from data.jobs.jobs import JobStatus, jobs
from data.runs.scores import runs
from data.variants.files import finished
from pages.ui.shell.session import store, workspace


@dataclass(frozen=True, slots=True)
class Dependents:
    """What was made of a data set, counted; `variants` are the folders of its perturbed samples."""

    variants: tuple[Path, ...]
    cells: int
    candidates: int
    decisions: int
    people: int
    runs: int
    working: int

    @property
    def any(self) -> bool:
        """Whether cells or runs rest on it; perturbed samples alone can be made again by anyone."""
        return bool(self.cells or self.runs)

    def in_words(self) -> list[str]:
        """A line for each kind of thing that rests on it, [] for none."""
        lines = [
            (self.decisions, f"{so_many(self.decisions, 'decision')} by {so_many(self.people, 'person', 'people')}"),
            (self.cells, f"{so_many(self.cells, 'cell')} with {so_many(self.candidates, 'candidate')}"),
            (self.runs, so_many(self.runs, "run")),
            (len(self.variants), f"{so_many(len(self.variants), 'folder')} of perturbed samples"),
        ]
        return [line for n, line in lines if n]


def dependents_of(name: str) -> Dependents:
    """What rests on the data set of this name now."""
    cells = [progress for progress in store().cells() if progress.cell.dataset == name]
    verdicts = [verdict for progress in cells for verdict in store().verdicts(progress.cell)]
    return Dependents(
        variants=tuple(folder for folder in sorted(workspace().variants.glob("*/")) if _made_of(folder, name)),
        cells=len(cells),
        candidates=sum(progress.candidates for progress in cells),
        decisions=len(verdicts),
        people=len({verdict.annotator for verdict in verdicts}),
        runs=sum(run.dataset == name for run in runs(workspace())),
        working=sum(_concerns(job, name) for job in jobs(workspace()) if not job.ended),
    )


def drop_variants(dependents: Dependents) -> None:
    """Remove the perturbed samples, unless a cell or a run reads them."""
    for folder in () if dependents.any else dependents.variants:
        shutil.rmtree(folder, ignore_errors=True)


def _made_of(folder: Path, name: str) -> bool:
    return folder.name.startswith(f"{name}.") and any(file.recipe.dataset == name for file in finished(folder))


def _concerns(job: JobStatus, name: str) -> bool:
    design = job.arguments.get("design", {})
    return name in (design.get("dataset"), job.arguments.get("entry"), job.arguments.get("dataset"))

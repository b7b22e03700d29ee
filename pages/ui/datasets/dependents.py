"""What rests on a data set: perturbed samples, cells with decisions, runs, and jobs that are at work on it."""

import shutil
from dataclasses import dataclass
from pathlib import Path

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
            (self.decisions, f"{count(self.decisions, 'decision')} by {count(self.people, 'person', 'people')}"),
            (self.cells, f"{count(self.cells, 'cell')} with {count(self.candidates, 'candidate')}"),
            (self.runs, count(self.runs, "run")),
            (len(self.variants), f"{count(len(self.variants), 'folder')} of perturbed samples"),
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


def count(n: int, one: str, many: str = "") -> str:
    """ "1 cell", "1,204 cells"."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def _made_of(folder: Path, name: str) -> bool:
    return folder.name.startswith(f"{name}.") and any(file.recipe.dataset == name for file in finished(folder))


def _concerns(job: JobStatus, name: str) -> bool:
    design = job.arguments.get("design", {})
    return name in (design.get("dataset"), job.arguments.get("entry"), job.arguments.get("dataset"))

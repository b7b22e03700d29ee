"""Taking back what a candidates job made, as far as nobody has decided on it."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from core.records import Cell
from data.candidates.manifest import read_manifest, readable_entries, write_manifest
from data.store.database import Database
from data.store.intake import Intake

JUDGED = """
select distinct cell from candidates
where id in (select candidate_id from decisions) and cell in (select unnest(?))
"""


@dataclass(frozen=True, slots=True)
class JobCells:
    """The cells of a candidates job: people have decided on some candidate of the `judged`, of the `unjudged` on none.

    An undone decision counts: whoever made it saw the candidate.
    """

    judged: tuple[Cell, ...]
    unjudged: tuple[Cell, ...]


def job_cells(database: Database, intake: Intake, job_dir: Path) -> JobCells:
    """The job's cells. Raises BadInput for a manifest that can't be read."""
    cells = list(dict.fromkeys(entry.cell for entry in read_manifest(job_dir)))
    numbers = [intake.numbers[cell.id] for cell in cells if cell.id in intake.numbers]
    judged = {intake.cells[number] for (number,) in database.rows(JUDGED, [numbers])}
    return JobCells(
        tuple(cell for cell in cells if cell in judged), tuple(cell for cell in cells if cell not in judged)
    )


def remove_unjudged(database: Database, intake: Intake, job_dir: Path) -> JobCells:
    """Take the job's unjudged cells out of the tables and out of its folder; which went, and which are kept.

    Jobs that list one of these cells too are taken in again by the next look at their folders. The tables come first:
    what is still in the folder after a crash comes in again, and can be removed again.
    """
    cells = job_cells(database, intake, job_dir)
    numbered = [(cell, intake.numbers[cell.id]) for cell in cells.unjudged if cell.id in intake.numbers]
    files = {entry.file for entry in readable_entries(job_dir.parent) if entry.cell in cells.unjudged}
    _forget(database, numbered, files)
    _keep_only(job_dir, cells.judged)
    intake.look_again()
    return cells


def _forget(database: Database, cells: Iterable[tuple[Cell, int]], files: Collection[str]) -> None:
    """Delete all rows of these (cell, number), and what says that these files of variants were taken in."""
    with database.transaction() as cursor:
        for cell, number in cells:
            cursor.execute("delete from candidates where cell = ?", [number])
            cursor.execute("delete from hints where cell = ?", [number])
            cursor.execute("delete from cells where number = ?", [number])
            cursor.execute("delete from cell_counts where cell_id = ?", [cell.id])
            cursor.execute("delete from parts where contains(name, ?)", [f"/hints-{cell.id}-"])
        cursor.execute("delete from parts where name in (select unnest(?))", [sorted(files)])


def _keep_only(job_dir: Path, cells: Collection[Cell]) -> None:
    """Leave the job's folder with these cells and their hints."""
    entries = read_manifest(job_dir)
    write_manifest(job_dir, [entry for entry in entries if entry.cell in cells])
    for entry in entries:
        if entry.cell not in cells:
            for path in job_dir.glob(f"hints-{entry.cell.id}-*.parquet"):
                path.unlink()

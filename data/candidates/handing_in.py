"""Candidates that somebody has at hand, put where the store finds them, as a candidates job would leave them."""

from collections.abc import Iterable
from pathlib import Path

from core.records import Candidate, Hint
from data.candidates.manifest import CellVariants, read_manifest, write_manifest
from data.tables import hints_table, write_parquet
from data.variants.writing import PlacedCandidate, write_candidates
from data.workspace import Workspace


def hand_in(
    workspace: Workspace,
    job: str,
    candidates: Iterable[tuple[Candidate, str]],
    hints: Iterable[Hint] = (),
    not_applicable: int = 0,
) -> Path:
    """The job's folder, with these candidates of one cell, each with its gold label, in the order people see them."""
    placed = [PlacedCandidate(candidate, gold, place) for place, (candidate, gold) in enumerate(candidates)]
    file = write_candidates(workspace.variants / job, placed, job, not_applicable)
    folder = workspace.jobs / job
    folder.mkdir(parents=True, exist_ok=True)
    entry = CellVariants.of(file, workspace.root)
    write_manifest(folder, [*(e for e in read_manifest(folder) if e.cell != entry.cell), entry])
    if rows := list(hints):
        write_parquet(folder / f"hints-{entry.cell.id}-0000.parquet", hints_table(rows))
    return folder

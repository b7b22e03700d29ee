"""A job's parts and decisions about them, small enough to work out by hand."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from core.records import Candidate, Cell, CuratedSample, Decision, FieldRewrite, GrammarIssue, Hint, Verdict
from core.rewrite import Piece, Rewrite
from core.severity import pps
from curation.quota import OutcomeTally
from curation.records import CellProgress
from data.records_json import encode
from data.store import Store
from data.tables import hints_table, write_parquet
from data.variants.files import read_footer
from data.variants.reading import read_candidates
from data.workspace import Workspace
from tools.candidates import hand_in

CELL = Cell("questions", "test", "negation", pps(2))
OTHER = replace(CELL, severity=pps(3))  # the same texts as another severity
START = datetime(2026, 1, 1, tzinfo=UTC)
_numbers = count(1)


def candidate(number: int, cell: Cell = CELL) -> Candidate:
    """The candidate of the sample with this number: "What is thing 7?" becomes "What is not thing 7?".

    A cell of another perturbation has other texts; one of another severity or data set has the same.
    """
    noun = "thing" if cell.perturbation == CELL.perturbation else cell.perturbation
    rewrite = Rewrite.of(f"What is {noun} {number}?", [Piece(8, 8, "not ")])
    return Candidate(f"sample-{number}", cell, 1, (FieldRewrite("text", rewrite),))


def hint(number: int, similarity: float, cell: Cell = CELL) -> Hint:
    issue = GrammarIssue("text", 8, 11, "NOT", "Is that so?")
    return Hint(candidate(number, cell).id, similarity, "minilm", (issue,), 1, "languagetool")


def write_job(
    workspace: Workspace,
    numbers: Iterable[int],
    cell: Cell = CELL,
    job: str = "job-1",
    hints: Iterable[Hint] = (),
    not_applicable: int = 0,
) -> Path:
    """A job folder with the candidates of these samples (gold label "thing"), their hints and the counts."""
    made = [(candidate(number, cell), "thing") for number in numbers]
    if made:
        return hand_in(workspace, job, made, hints, not_applicable)
    write_parquet(workspace.jobs / job / f"hints-{cell.id}-0000.parquet", hints_table(hints))
    return workspace.jobs / job


def ids_of(store: Store, cell: Cell) -> list[str]:
    """The ids of the candidates of a cell of one file, in the order of the seed."""
    [file] = filter(None, map(read_footer, store.files(cell)))
    return [one.id for one in read_candidates(file)]


def curated_of(store: Store) -> dict[str, CuratedSample]:
    """Every curated sample by its candidate's id."""
    return {sample.candidate_id: sample for progress in store.cells() for sample in store.curated(progress.cell)}


def progress_of(tally: OutcomeTally, candidates: int, quota: int = 200, cell: Cell = CELL, **more: Any) -> CellProgress:
    """How far a cell is with these outcomes."""
    return CellProgress(cell, candidates, more.pop("not_applicable", 0), quota=quota, **tally.counts, **more)


def decision(
    candidate_id: str, verdict: Verdict = Verdict.KEEP, annotator: str = "ann", minute: int = 0, **more: object
) -> Decision:
    """A decision made that many minutes after the start; discards get a reason, relabels the label "place"."""
    filled = {Verdict.DISCARD: {"reason": "no sense"}, Verdict.RELABEL: {"label": "place"}}.get(verdict, {})
    made = Decision(f"d{next(_numbers)}", candidate_id, annotator, verdict, START + timedelta(minutes=minute), **filled)
    return replace(made, **more)  # type: ignore[arg-type]


def as_line(made: Decision) -> str:
    """The decision as a line of a file that holds nothing else."""
    return encode(made, ascii_only=True) + "\n"

"""Candidates that benches and tests have at hand, put where the store finds them, as a candidates job would."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from math import nan
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import BadInput
from core.records import Candidate, Cell, Decision, DiscardReason, FieldRewrite, Hint, Verdict
from core.rewrite import Rewrite
from data.candidates.manifest import CellVariants, read_manifest, write_manifest
from data.digests import note_digest
from data.durable import written_whole
from data.store import Store
from data.tables import hints_table, write_parquet
from data.variants.columns import EditsColumn, in_place, schema_of
from data.variants.counts import Counts
from data.variants.files import Recipe, VariantFile
from data.variants.writing import ROWS_AT_ONCE
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


def hand_in_rewrites(workspace: Workspace, cell: Cell, rewrites: Iterable[Rewrite], gold_label: str) -> list[str]:
    """Hand in a candidate with a hint of each rewrite, all of one cell, under the job "bench"; their ids."""
    made = [
        (Candidate(f"sample {number}", cell, 0, (FieldRewrite("text", rewrite),)), gold_label)
        for number, rewrite in enumerate(rewrites)
    ]
    ids = [candidate.id for candidate, _ in made]
    hand_in(
        workspace, "bench", made, (Hint(id_, n / len(ids), "bench", (), 0, "bench") for n, id_ in enumerate(ids))
    )  # fmt: skip
    return ids


def decide(workspace: Workspace, many: int, apart: int) -> None:
    """What Ben made of the first candidates of each cell: every so many-th is discarded, the others are kept."""
    with closing(Store.open(workspace)) as store:
        for job in sorted(workspace.jobs.iterdir()):
            store.ingest(job)
        for cell in [progress.cell for progress in store.cells()]:
            for number, item in enumerate(store.desk(cell, "Ben", many)):
                discards, id_ = number % apart == 0, item.candidate.id
                verdict, reason = (Verdict.DISCARD, DiscardReason.UNCLEAR) if discards else (Verdict.KEEP, "")
                now = datetime.now(UTC)
                store.record([Decision(f"Ben {id_}", id_, "Ben", verdict, now, reason=reason, milliseconds=2_500)])


class PlacedCandidate(NamedTuple):
    """A candidate, its gold label, and its place in the order in which people see them."""

    candidate: Candidate
    gold_label: str
    order: int


def write_candidates(
    folder: Path, candidates: Iterable[PlacedCandidate], code: str = "", not_applicable: int = 0
) -> VariantFile:
    """Put the candidates of one cell into a file of variants in this folder; the file as it is found there.

    `code` names what made them, `not_applicable` counts the samples of which nothing could be made. Raises BadInput for
    no candidate, and where the file can't be written.
    """
    placed = list(candidates)
    if not placed:
        raise BadInput("There are no candidates to write; give at least one.")
    cell, seed = placed[0].candidate.cell, placed[0].candidate.seed
    recipe = Recipe(cell.dataset, cell.split, "", code, seed, 0, 1.0, ())
    edits = sum(len(rewrite.edits) for row in placed for _, rewrite in row.candidate.rewrites)
    counts = Counts(len(placed) + not_applicable, len(placed) + not_applicable, len(placed), edits)
    file = VariantFile(folder / f"{cell.condition.key}.parquet", cell.condition, recipe, counts)
    names = [name for name, _ in placed[0].candidate.rewrites]
    table = _table(placed, names)
    with written_whole(file.path) as out, pq.ParquetWriter(out, table.schema, compression="zstd") as writer:
        writer.write_table(table, row_group_size=ROWS_AT_ONCE)
        writer.add_key_value_metadata(file.footer())
    note_digest(file.path)
    return file


def _table(placed: Sequence[PlacedCandidate], names: Sequence[str]) -> pa.Table:
    schema = schema_of(names, tagging=False)
    candidates = [row.candidate for row in placed]
    columns: dict[str, object] = {
        "id": [candidate.sample_id for candidate in candidates],
        "order": [row.order for row in placed],
        "label": [row.gold_label for row in placed],
        "perturbed": [True] * len(placed),
        "variant_id": [candidate.id for candidate in candidates],
        "edits": [sum(len(rewrite.edits) for _, rewrite in candidate.rewrites) for candidate in candidates],
        "realised_severity": [nan] * len(placed),
    }
    for i, name in enumerate(names):
        rewrites = [candidate.rewrites[i].rewrite for candidate in candidates]
        edits, moved = EditsColumn(), EditsColumn()
        for rewrite in rewrites:
            edits.add(rewrite.edits)
            moved.add(() if in_place(rewrite) else rewrite.pieces)
        columns |= {
            name: [rewrite.perturbed for rewrite in rewrites],
            f"original_{name}": [rewrite.source for rewrite in rewrites],
            f"edits_{name}": edits.array(),
            f"moved_{name}": moved.array(),
        }
    return pa.table([columns[name] for name in schema.names], schema=schema)

"""In which perturbed sentences a model names other entities: found once for each cell, and kept beside the run.

`runs/<id>/counts-entities-<model>-<cell>.parquet` has a row for each sample that the condition changed.
"""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from core.records import Cell
from core.text.entity_changes import entity_change
from data.flips.files import is_of
from data.runs.files import COUNTS, RunCard, RunCell, RunModel, predictions_path, read_predictions
from data.tables import write_parquet
from data.variants.reading import rewrites_by_id
from data.workspace import Workspace

MADE_OF = b"flinch.entities"
VERSION = 1  # another one when a change is another thing
CHANGES = pa.schema([("variant_id", pa.string()), ("words", pa.int32())])


def with_changes(workspace: Workspace, card: RunCard, of: Sequence[RunCell], files: pa.Table) -> pa.Table:
    """The rows of `predicted_files` of these cells, each with the file of its `changes`."""
    cells = [card.cell(cell) for cell in of]
    rows = [
        row | {"changes": str(_changes_file(workspace, card, card.model(row["model"]), cells[row["cell"]]))}
        for row in files.to_pylist()
    ]
    return pa.Table.from_pylist(rows, files.schema.append(pa.field("changes", pa.string())))


def _changes_file(workspace: Workspace, card: RunCard, model: RunModel, cell: Cell) -> Path:
    """A row for each changed sample: how many words are in entities that changed; null where its texts are gone."""
    folder = workspace.runs / card.id
    sources = [predictions_path(folder, model, None), predictions_path(folder, model, cell)]
    texts = card.variants_path(workspace, cell.condition)
    stats = [path.stat() for path in (*sources, texts) if path.exists()]
    made_of = f"{VERSION}:{[(stat.st_size, stat.st_mtime_ns) for stat in stats]}".encode()
    path = folder / f"{COUNTS}entities-{model.file}-{cell.id}.parquet"
    if not is_of(path, MADE_OF, made_of):
        write_parquet(path, _table(sources[0], sources[1], texts).replace_schema_metadata({MADE_OF: made_of}))
    return path


def _table(original: Path, perturbed: Path, texts: Path) -> pa.Table:
    before = {row.sample_id: row.label.split() for row in read_predictions(original)}
    rows = read_predictions(perturbed)
    rewrites = rewrites_by_id(texts, [row.candidate_id for row in rows]) if texts.exists() else {}
    words = []
    for row in rows:
        text = rewrites.get(row.candidate_id)
        change = entity_change(text[0].rewrite, before[row.sample_id], row.label.split()) if text else None
        words.append((len(change.after) if change else 0) if text else None)
    ids = pa.array([row.candidate_id for row in rows], pa.string())
    return pa.Table.from_arrays([ids, pa.array(words, pa.int32())], schema=CHANGES)

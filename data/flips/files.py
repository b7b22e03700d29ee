"""What is said of the edits of a condition, made once for each file of variants and kept beside it.

`variants/<recipe>/edits/<condition>.parquet` has a row for each sample that the condition changed.
"""

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.design import Condition
from core.errors import BadInput
from core.identity import content_id
from core.perturbations.registry import Level, find
from core.rewrite import Piece
from data.flips.described import Described, described
from data.lexicon.resources import perturber
from data.runs.files import RunCard, RunCell, RunModel, predictions_path
from data.tables import damage_told, write_parquet
from data.variants.columns import text_fields
from data.workspace import Workspace

MADE_OF = b"flinch.edits"
VERSION = 2  # another one when edits are described otherwise
LISTS = Described._fields
EDITS = pa.schema(
    [
        ("variant_id", pa.string()),
        ("sample_id", pa.string()),
        ("text", pa.string()),  # the same where the perturbed texts are
        ("gold", pa.string()),
        ("length", pa.int32()),  # words of the original, all its texts together
        ("edits", pa.int32()),
        *((name, pa.list_(pa.string())) for name in LISTS),
    ]
)


def edits_files(workspace: Workspace, card: RunCard, cells: Sequence[RunCell]) -> list[Path]:
    """The file of each of these cells, made where it is not there yet; cells that changed nothing have none."""
    paths = []
    for cell in cells:
        path = card.variants_path(workspace, cell.condition)
        if path.exists():
            with damage_told(path, "The texts", "delete this file and evaluate again."):
                paths.append(_kept(path, cell.condition))
    return paths


def predicted_files(
    workspace: Workspace, card: RunCard, models: Sequence[RunModel], cells: Sequence[RunCell]
) -> pa.Table:
    """A row for each model and cell that was predicted: the files of its predictions on both texts."""
    folder = workspace.runs / card.id
    rows = [
        {"model": model.name, "cell": number, "original": str(original), "perturbed": str(path)}
        for model in models
        if (original := predictions_path(folder, model, None)).exists()
        for number, cell in enumerate(cells)
        if (path := predictions_path(folder, model, card.cell(cell))).exists()
    ]
    schema = pa.schema([("model", pa.string()), ("cell", pa.int32())])
    return pa.Table.from_pylist(rows, pa.schema([*schema, ("original", pa.string()), ("perturbed", pa.string())]))


def _kept(variants: Path, condition: Condition) -> Path:
    """The file of these variants' edits; where the workspace can't be written it lasts as long as this process."""
    beside, stat = variants.parent / "edits" / variants.name, variants.stat()
    made_of = f"{VERSION}:{stat.st_size}:{stat.st_mtime_ns}".encode()
    if is_of(beside, MADE_OF, made_of):
        return beside
    aside = Path(_aside().name) / f"{content_id(str(variants))}.parquet"
    if is_of(aside, MADE_OF, made_of):
        return aside
    table = _table(variants, condition).replace_schema_metadata({MADE_OF: made_of})
    try:
        beside.parent.mkdir(exist_ok=True)
        write_parquet(beside, table)
    except (OSError, BadInput):
        write_parquet(aside, table)
        return aside
    return beside


def is_of(path: Path, key: bytes, made_of: bytes) -> bool:
    """Whether there is a file whose footer says by this key what it was made of, and that it was this."""
    return path.exists() and (pq.read_metadata(path).metadata or {}).get(key) == made_of


@cache
def _aside() -> tempfile.TemporaryDirectory[str]:
    """A folder that goes when this process ends."""
    return tempfile.TemporaryDirectory(prefix="flinch-edits-")


def _table(variants: Path, condition: Condition) -> pa.Table:
    names = text_fields(pq.read_schema(variants))
    columns = ["id", "variant_id", "label", "edits", "perturbed"]
    columns += [column for name in names for column in (name, f"original_{name}", f"edits_{name}")]
    table = pq.read_table(variants, columns=columns, use_threads=False)
    table = table.filter(table["perturbed"])
    characters = all(find(step.perturbation).level is Level.CHARACTER for step in condition.steps)
    rows = [Described(set(), set(), set(), set()) for _ in range(table.num_rows)]
    lengths = [0] * table.num_rows
    for name in names:
        texts = table[f"original_{name}"].to_pylist()
        for i, (source, edits) in enumerate(zip(texts, _edits(table[f"edits_{name}"]), strict=True)):
            text = perturber().analyse(source)
            lengths[i] += len(text.words)
            for mine, more in zip(rows[i], described(text, edits, characters), strict=True):
                mine.update(more)
    lists = [pa.array([sorted(row[i]) for row in rows], pa.list_(pa.string())) for i in range(len(LISTS))]
    perturbed = zip(*(table[name].to_pylist() for name in names), strict=True)
    texts = pa.array([content_id(*texts) for texts in perturbed], pa.string())
    arrays = [
        table["variant_id"],
        table["id"],
        texts,
        table["label"],
        pa.array(lengths, pa.int32()),
        table["edits"],
        *lists,
    ]
    return pa.Table.from_arrays(arrays, schema=EDITS)


def _edits(column: pa.ChunkedArray) -> list[list[Piece]]:
    """The edits of each row; columns are taken whole, for a dictionary an edit takes ten times as long."""
    rows: list[list[Piece]] = []
    for chunk in column.chunks:
        flat = chunk.flatten()
        pieces = list(map(Piece, *(flat.field(name).to_pylist() for name in Piece._fields)))
        at = 0
        for size in chunk.value_lengths().to_pylist():
            rows.append(pieces[at : at + size])
            at += size
    return rows

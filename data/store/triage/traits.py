"""What is known of a cell's candidates before anybody judges them: of the database, and of the files of variants."""

from dataclasses import dataclass
from math import nan
from pathlib import Path
from zlib import crc32

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import BadInput
from core.records import Cell
from curation.triage.features import NUMBERS, Features
from data.store.database import Database
from data.store.intake import Intake
from data.store.statements import sql
from data.variants.columns import text_fields

TOUCHED = 'coalesce(list_sum(list_transform({edits}, lambda e: greatest(e."end" - e.start, length(e.text)))), 0)'


@dataclass(frozen=True, slots=True)
class CandidateFeatures:
    """Candidates by id, their traits, and a number for each sample, the same for candidates of one sample."""

    ids: tuple[str, ...]
    traits: Features
    groups: tuple[int, ...]


def traits_of(database: Database, intake: Intake, cell: Cell, judged: bool = False) -> CandidateFeatures:
    """Those of the cell, or of its candidates that somebody decided on, in the order of the seed; without those whose
    file is gone or damaged. The caller holds the lock."""
    number = intake.numbers.get(cell.id, 0)
    rows: list[tuple[object, ...]] = []
    for (file,) in database.rows("select distinct file from candidates where cell = ? order by file", [number]):
        try:
            values = {"path": str(intake.files[file]), "cell": number, "file": file, "judged": judged}
            rows += database.rows(_statement(intake.files[file]), values)
        except (BadInput, OSError, KeyError, pa.ArrowInvalid):
            continue
    severity = cell.severity.value if isinstance(cell.severity.value, int | float) else nan
    numbers = [[nan if value is None else float(str(value)) for value in (*row[3:], severity)] for row in rows]
    return CandidateFeatures(
        tuple(str(row[0]) for row in rows),
        Features(
            np.array(numbers, float).reshape(len(rows), len(NUMBERS)),
            [cell.perturbation] * len(rows),
            [f"{cell.dataset}: {row[2]}" for row in rows],
        ),
        tuple(crc32(f"{cell.dataset} {row[1]}".encode("utf-8", "surrogatepass")) for row in rows),
    )


def _statement(path: Path) -> str:
    names = [name.replace('"', '""') for name in text_fields(pq.read_schema(path))]
    length = " + ".join(f'length(v."original_{name}")' for name in names)
    touched = " + ".join(TOUCHED.format(edits=f'v."edits_{name}"') for name in names)
    return sql("triage/traits").format(length=f"({length})", touched=f"({touched})")

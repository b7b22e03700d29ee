"""How many words there were to read of each sample that somebody decided on, counted where the texts lie."""

from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import BadInput
from data.store.database import Database
from data.store.intake import Intake
from data.variants.columns import text_fields

COUNT = """
select c.id, len(string_split_regex(trim(concat_ws(' ', {texts})), '\\s+'))
from candidates c
join read_parquet($path, file_row_number = true) v on v.file_row_number = c.row_number
where c.cell = $cell and c.file = $file and c.id in (select candidate_id from decisions)
"""


class Lengths:
    """Words by candidate id, for each cell; counted again when somebody decided on more. The caller holds the lock."""

    def __init__(self, database: Database, intake: Intake) -> None:
        self._database = database
        self._intake = intake
        self._known: dict[int, tuple[int, dict[str, int]]] = {}

    def of(self, cell: int, decided: int) -> dict[str, int]:
        """The words of the cell's decided candidates, of which there are `decided`; without those whose file is gone or
        damaged."""
        seen, words = self._known.get(cell, (-1, {}))
        if seen != decided:
            files = self._database.rows("select distinct file from candidates where cell = ?", [cell])
            words = {}
            for (number,) in files:
                with suppress(BadInput, OSError, pa.ArrowInvalid):
                    words |= self._count_words(cell, number, self._intake.files[number])
            self._known[cell] = decided, words
        return words

    def _count_words(self, cell: int, number: int, path: Path) -> dict[str, int]:
        names = (name.replace('"', '""') for name in text_fields(pq.read_schema(path)))
        statement = COUNT.format(texts=", ".join(f'v."{name}"' for name in names))
        return dict(self._database.rows(statement, {"path": str(path), "cell": cell, "file": number}))

"""The texts of candidates as columns, read from the files of variants that they lie in."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from data.store.database import Database
from data.store.statements import sql


class PlacedText(NamedTuple):
    """A candidate: its place in the order of the seed, counted from 0, and the row of the file that has its texts."""

    id: str
    sample_id: str
    seed: int
    gold_label: str
    order: int
    path: Path
    row: int


def placed_texts(database: Database, files: Mapping[int, Path], cell: int, ids: Collection[str]) -> list[PlacedText]:
    """Those of the candidates of the cell of this number that have these ids, in the order of the seed."""
    rows = database.rows(sql("texts/placed"), {"cell": cell, "ids": list(ids)})
    return [PlacedText(id_, of, seed, gold, place, files[n], row) for id_, of, seed, gold, place, n, row in rows]


def read_rows(placed: Sequence[PlacedText], read: Callable[[Path, Sequence[int]], pa.Table]) -> pa.Table:
    """The rows of the files of variants that these candidates lie in, one each, in their order, as `read` has those of
    one file. Raises BadInput where a file is gone or damaged."""
    by_file: dict[Path, list[int]] = {}
    for number, text in enumerate(placed):
        by_file.setdefault(text.path, []).append(number)
    tables = [read(path, [placed[number].row for number in numbers]) for path, numbers in by_file.items()]
    table = tables[0] if len(tables) == 1 else pa.concat_tables(tables, promote_options="default")
    came = [number for numbers in by_file.values() for number in numbers]
    if came == sorted(came):
        return table
    places = {number: at for at, number in enumerate(came)}
    return table.take(pa.array([places[number] for number in range(len(came))], pa.int64()))

"""A unit's predictions in parts, put down as they come: a kill loses seconds of work, not a cell.

Parts that were put down lie beside the place of the whole, as `.part-<n>-<its name>`, and go when that is there.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from time import monotonic, process_time
from types import TracebackType
from typing import Self

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from core.models.predicting.precision import NOTHING
from data.runs.files import PREDICTIONS, UNIT, audit_in, footer_of
from data.runs.units import PredictionUnit
from data.tables import write_parquet
from data.variants.reading import InputText

FIRST = 256  # texts of a cell's first part; the others have as many as take SECONDS at the pace so far
LEAST, LARGEST = 64, 16_384  # texts of a part
SECONDS = 2.0  # what is predicted is put down after so long
GROWTH = 4  # times the part before, at most
IN_FLIGHT = 2  # parts that are being written
Ask = Callable[[Iterator[PredictionUnit]], Iterator[pa.Table]]


def in_parts(path: Path, unit: PredictionUnit, ask: Ask, size: "PartSize | None" = None) -> pa.Table:
    """All of the unit's predictions, in the order of its items, by asking for what no earlier worker put down.

    `ask` gives the predictions of each part, in the order of the parts; `size` knows the pace of cells before this one.
    What is put down is written while the next part is asked. What `ask` raises is raised, with what it answered before
    put down.
    """
    tables, size = [_saved_parts(path, unit)], size or PartSize()
    done = set(tables[0]["sample_id"].to_pylist())
    pending: list[pa.Table] = []
    size.begin()
    since = monotonic()
    with _Writer(path, unit) as writer:
        try:
            for table in ask(_parts(unit, [item for item in unit.items if item.sample_id not in done], size)):
                tables.append(table)
                pending.append(table)
                size.adjust(table.num_rows)
                if monotonic() - since >= SECONDS:
                    writer.put(pending)
                    pending, since = [], monotonic()
        except BaseException:
            writer.put(pending)
            raise
    return _sort_by_unit(unit, _join_tables(tables))


def begun(path: Path) -> bool:
    """Whether an earlier worker put down a part of what belongs in this file."""
    return bool(_files(path))


def put_down(path: Path, unit: PredictionUnit, known: Iterable[pa.Table]) -> None:
    """Put down what is known of the unit's predictions already, so that only the others are asked for."""
    if tables := list(known):
        write_parquet(path.with_name(f".part-{0:06}-{path.name}"), unit.marked(_join_tables(tables)))


def forget(path: Path) -> None:
    """Remove the parts of what is now there whole."""
    for part in _files(path):
        part.unlink(missing_ok=True)


class PartSize:
    """How many texts the next part has: small ones save what is done, in large ones texts of like length find together
    and nobody waits between them."""

    def __init__(self, first: int | None = None, seconds: float | None = None) -> None:
        """With a `first` size the pace is that of this process's own time, however busy the machine is."""
        self.texts = FIRST if first is None else first
        self._seconds = SECONDS if seconds is None else seconds
        self._clock = monotonic if first is None else process_time
        self._since = self._clock()

    def begin(self) -> None:
        """Another cell begins, of the same model: its first part is as large as the last one's next would be."""
        self._since = self._clock()

    def adjust(self, texts: int) -> None:
        """So many texts have come back since this was said last."""
        now = self._clock()
        wanted = texts * self._seconds / max(now - self._since, 1e-6)
        self.texts = max(LEAST, min(LARGEST, GROWTH * self.texts, int(wanted)))
        self._since = now


def _parts(unit: PredictionUnit, items: Sequence[InputText], size: PartSize) -> Iterator[PredictionUnit]:
    """Longest texts first, so that a part's are of like length and equal ones stand together."""
    ordered = sorted(items, key=lambda item: (-sum(map(len, item.texts)), item.texts))
    at = 0
    while at < len(ordered):
        many = size.texts
        yield replace(unit, items=tuple(ordered[at : at + many]))
        at += many


def _files(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f".part-*-{path.name}"))


def _saved_parts(path: Path, unit: PredictionUnit) -> pa.Table:
    """What an earlier worker put down of this very unit; parts that can't be read are as good as none."""
    tables = [PREDICTIONS.empty_table()]
    for file in _files(path):
        try:
            table = pq.read_table(file, use_threads=False)
        except (OSError, ValueError):
            continue
        if (table.schema.metadata or {}).get(UNIT) == unit.id.encode():
            tables.append(table)
    return _join_tables(tables)


class _Writer:
    """Puts parts down in a thread, so that a GPU does not wait for a disk; leaving the block waits for the last one."""

    def __init__(self, path: Path, unit: PredictionUnit) -> None:
        self._path, self._unit = path, unit
        self._thread = ThreadPoolExecutor(1)
        self._under_way: deque[Future[None]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._thread.shutdown()
        for future in self._under_way if error is None else ():
            future.result()

    def put(self, tables: Sequence[pa.Table]) -> None:
        """Put these down too; waits while so many parts are under way, and raises what one of them raised."""
        if tables:
            self._under_way.append(self._thread.submit(self._write, list(tables)))
        while len(self._under_way) > IN_FLIGHT:
            self._under_way.popleft().result()

    def _write(self, tables: Sequence[pa.Table]) -> None:
        target = self._path.with_name(f".part-{len(_files(self._path)):06}-{self._path.name}")
        write_parquet(target, self._unit.marked(_join_tables(tables)))


def _join_tables(tables: Sequence[pa.Table]) -> pa.Table:
    """All rows, and the audits together; of whose predictions they are nothing is said."""
    audit = sum((audit_in(table.schema.metadata) for table in tables), NOTHING)
    bare = pa.concat_tables([table.replace_schema_metadata(None) for table in tables], promote_options="default")
    return bare.replace_schema_metadata(footer_of(audit))


def _sort_by_unit(unit: PredictionUnit, table: pa.Table) -> pa.Table:
    places = pc.index_in(
        pa.array([item.sample_id for item in unit.items], pa.string()), table["sample_id"].combine_chunks()
    )
    return unit.marked(table.take(places).combine_chunks())

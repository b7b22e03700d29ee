"""The files of a grid are written: a stream of chunks through the workers, a record batch of each into every file."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.perturb import Step
from core.perturbations.registry import find
from core.records import DatasetCard, Sample
from data.datasets import read_samples
from data.durable import written_whole
from data.perturb_made import CellFile, Recipe, clear_abandoned, place
from data.perturb_pool import Pool
from data.perturb_rows import Asked, Chunk, Made, Tally, perturbed_chunk, ready
from data.workspace import Workspace

CHUNK_SAMPLES = 1_000
CHUNK_CHARACTERS = 400_000  # at most (and one sample more), however long the texts are
CHUNKS_A_GROUP = 8  # a row group of Parquet; each leaves 10 KB of metadata in memory, so that there are not many
CELLS_AT_ONCE = 32  # files open at once; the split is read again for the next ones
Told = Callable[[int, int, str], None]
"""`(texts done, texts in all, what is being made)`."""


@dataclass(frozen=True, slots=True)
class Source:
    """A stored data set, and the hash of each of its splits that are to be perturbed."""

    home: Workspace
    card: DatasetCard
    data: Mapping[str, str]

    def size(self, split: str) -> int:
        return next(known.samples for known in self.card.splits if known.name == split)

    def chunks(self, split: str) -> Iterator[tuple[Sample, ...]]:
        return chunks(read_samples(self.home, self.card.name, split))


@dataclass(frozen=True, slots=True)
class Making:
    """A grid of this source while it is being made, in this folder."""

    source: Source
    folder: Path
    recipe: Recipe
    schema: pa.Schema

    def files(
        self, steps: Sequence[Step], there: Mapping[str, CellFile], workers: int, told: Told | None = None
    ) -> Iterator[list[CellFile]]:
        """Make what is not there yet, some cells of a split at a time; gives them when their files are in place."""
        clear_abandoned(self.folder)
        groups = [
            (split, group)
            for split in self.source.data
            for group in _groups([step for step in steps if place(step, split) not in there])
        ]
        sizes = {split: self.source.size(split) for split, _ in groups}
        total = sum(sizes[split] * len(group) for split, group in groups)
        done = 0
        with Pool(min(workers, -(-max(sizes.values(), default=0) // CHUNK_SAMPLES)), ready) as pool:
            for split, group in groups:
                what = f"{split}: {group[0].perturbation} … {group[-1].perturbation}"
                yield self._together(pool, split, group, _telling(told, done, total, what))
                done += sizes[split] * len(group)

    def _together(self, pool: Pool, split: str, steps: tuple[Step, ...], told: Callable[[int], None]) -> list[CellFile]:
        """Send the split through these steps, into a file each; the files come into place at the end."""
        asked = Asked(steps, self.recipe.fields, self.recipe.seed, self.recipe.share)
        tasks = (Chunk(asked, part) for part in self.source.chunks(split))
        with ExitStack() as stack:
            writers = [stack.enter_context(_file(self.folder / place(step, split), self.schema)) for step in steps]
            tallies = [Tally()] * len(steps)
            for made in pool.map(perturbed_chunk, tasks):
                for writer, batch in zip(writers, _batches(made, self.schema), strict=True):
                    writer.add(batch)
                tallies = [before + more for before, more in zip(tallies, made.tallies, strict=True)]
                told(tallies[0].samples * len(steps))
            data = self.source.data[split]
            cells = zip(steps, tallies, strict=True)
            files = [CellFile(step, split, data, self.recipe, tally) for step, tally in cells]
            for writer, file in zip(writers, files, strict=True):
                writer.finish(file)
        return files


def _telling(told: Told | None, before: int, total: int, what: str) -> Callable[[int], None]:
    return (lambda done: told(before + done, total, what)) if told else (lambda _: None)


def chunks(samples: Iterable[Sample]) -> Iterator[tuple[Sample, ...]]:
    """The samples in order, some at a time."""
    part: list[Sample] = []
    characters = 0
    for sample in samples:
        part.append(sample)
        characters += sum(len(field.text) for field in sample.fields)
        if len(part) == CHUNK_SAMPLES or characters >= CHUNK_CHARACTERS:
            yield tuple(part)
            part, characters = [], 0
    if part:
        yield tuple(part)


def _groups(steps: Sequence[Step]) -> Iterator[tuple[Step, ...]]:
    """The steps in groups that go through the samples together, those that need tags first: a text is tagged once."""
    for tagged in (True, False):
        waiting = iter([step for step in steps if find(step.perturbation).needs_tags is tagged])
        while group := tuple(islice(waiting, CELLS_AT_ONCE)):
            yield group


@contextmanager
def _file(path: Path, schema: pa.Schema) -> Iterator["_Writer"]:
    with written_whole(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as parquet:
        yield _Writer(parquet)


class _Writer:
    """A Parquet file that gathers some record batches for each of its row groups."""

    def __init__(self, parquet: pq.ParquetWriter) -> None:
        self._parquet = parquet
        self._waiting: list[pa.RecordBatch] = []

    def add(self, batch: pa.RecordBatch) -> None:
        self._waiting.append(batch)
        if len(self._waiting) == CHUNKS_A_GROUP:
            self._flush()

    def finish(self, file: CellFile) -> None:
        """Write what is waiting, and what the file says of itself."""
        if self._waiting:
            self._flush()
        self._parquet.add_key_value_metadata(file.footer())

    def _flush(self) -> None:
        table = pa.Table.from_batches(self._waiting)
        self._parquet.write_table(table, row_group_size=table.num_rows)
        self._waiting = []


def _batches(made: Made, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    for cell in made.cells:
        own = set(cell.schema.names)
        columns = [(cell if name in own else made.shared)[name] for name in schema.names]
        yield pa.record_batch(columns, schema=schema)

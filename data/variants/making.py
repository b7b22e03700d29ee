"""The variants of a design are made, once: a stream of chunks through the workers, a record batch of each into a file.

They lie in the workspace as `variants/<recipe>/<condition>.parquet`. A file is there whole or not at all, so that the
same design goes on where an interrupted one stopped, and whoever asks for it again finds it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from core.design import Condition, Design, order
from core.errors import BadInput
from core.perturbations.registry import find, is_own
from core.records import DatasetCard, Sample, Task
from data.datasets.stored import dataset_card, known_names, read_samples, sample_ids
from data.digests import note_digest
from data.durable import sweep, written_whole
from data.jobs.pool import WorkerPool, in_order
from data.jobs.process_pool import cores, local_pool
from data.lexicon.resources import perturber
from data.plugins import is_plugin
from data.variants.columns import schema_of
from data.variants.counts import Counts
from data.variants.files import Recipe, VariantFile, finished
from data.variants.rows import Chunk, Rows, perturbed_chunk, ready
from data.variants.versions import code, fingerprint
from data.workspace import Workspace

CHUNK_SAMPLES = 1_000
CHUNK_CHARACTERS = 400_000  # at most (and one sample more), however long the texts are
CHUNKS_A_GROUP = 2  # of rows: read at once when the desk looks at one; each leaves 10 KB in the writer's memory
AT_ONCE = 32  # files open at once; the split is read again for the next ones
Report = Callable[[int, int, str], None]
"""`(texts done, texts in all, what is being made)`."""
Done = Callable[[int], None]
"""`(texts done)`."""


def variants(
    workspace: Workspace, design: Design, workers: int | None = None, report: Report | None = None
) -> tuple[VariantFile, ...]:
    """The files of the design's conditions, in their order; those that are not there yet are made by all cores.

    Raises BadInput for a data set, split, text, perturbation or severity that does not exist, MissingResource for an
    absent word list, and what `report` raises.
    """
    files = {file.condition: file for group in make_variants(workspace, design, workers, report) for file in group}
    return tuple(files[condition] for condition in design.conditions)


def make_variants(
    workspace: Workspace, design: Design, workers: int | None = None, report: Report | None = None
) -> Iterator[list[VariantFile]]:
    """The same, some files at a time, as soon as they are there; first those that were there before."""
    design, card = checked(workspace, design)
    recipe = Recipe.of(design, fingerprint(workspace, design.dataset, design.split), code())
    folder = workspace.variants / recipe.folder
    sweep(folder)
    there = {file.condition: file for file in finished(folder)}
    if kept := [there[condition] for condition in design.conditions if condition in there]:
        yield kept
    missing = [condition for condition in design.conditions if condition not in there]
    if missing:
        yield from _Making(workspace, replace(design, conditions=tuple(missing)), card, recipe).groups(workers, report)


def checked(workspace: Workspace, design: Design) -> tuple[Design, DatasetCard]:
    """The design with its texts in the data set's order, none where all are meant; and the data set's card.

    Raises BadInput for what does not exist, and MissingResource for an absent word list.
    """
    design.check()
    card = dataset_card(workspace, design.dataset)
    known_names([design.split], card.splits, f"{card.name!r} has no split", "splits")
    if card.task is Task.TAGGING and design.split in card.unlabelled:
        raise BadInput(
            f"The split {design.split!r} of {card.name!r} has no tags; import the split with a tag for each word."
        )
    fields = known_names(design.fields, card.text_fields, f"{card.name!r} has no text field", "text fields")
    for condition in design.conditions:
        perturber().prepared(*condition, design.perturbing_seed)
    return replace(design, fields=() if fields == card.text_fields else fields), card


@dataclass(frozen=True, slots=True)
class _Making:
    """The variants of a design while they are being made."""

    workspace: Workspace
    design: Design
    card: DatasetCard
    recipe: Recipe

    def groups(self, workers: int | None, report: Report | None) -> Iterator[list[VariantFile]]:
        """Some conditions together, so that a text is analysed once for all of them."""
        chosen = limited_ids(self.workspace, self.design)
        size = self.card.splits[self.design.split] if chosen is None else len(chosen)
        total = size * len(self.design.conditions)
        done = 0
        several = 1 if self._needs_this_process() else workers or cores()
        with local_pool(min(several, max(1, -(-size // CHUNK_SAMPLES))), ready) as pool:
            for group in _groups(self.design.conditions):
                names = f"{group[0].perturbation} … {group[-1].perturbation}" if len(group) > 1 else str(group[0])
                texts_done = _offset_report(report, done, total, f"{self.design.split}: {names}")
                yield self._make_conditions(pool, group, chosen, texts_done)
                done += size * len(group)

    def _needs_this_process(self) -> bool:
        """Whether a perturbation is a function of the script at hand, which no other process has."""
        steps = (find(step.perturbation) for condition in self.design.conditions for step in condition.steps)
        return any(is_own(step) and not is_plugin(step.rewrite.__module__) for step in steps)

    def _make_conditions(
        self, pool: WorkerPool, conditions: tuple[Condition, ...], chosen: Collection[str] | None, texts_done: Done
    ) -> list[VariantFile]:
        """Send the split through these conditions, into a file each; the files come into place at the end."""
        design = replace(self.design, conditions=conditions)
        samples = read_samples(self.workspace, design.dataset, design.split)
        wanted = samples if chosen is None else (sample for sample in samples if sample.id in chosen)
        schema = schema_of(self.card.text_fields, self.card.task is Task.TAGGING)
        folder = self.workspace.variants / self.recipe.folder
        paths = [folder / f"{condition.key}.parquet" for condition in conditions]
        with ExitStack() as stack:
            writers = [stack.enter_context(_file(path, schema)) for path in paths]
            counts = [Counts()] * len(conditions)
            for rows in in_order(pool, perturbed_chunk, (Chunk(design, part) for part in chunks(wanted))):
                for writer, batch in zip(writers, _batches(rows, schema), strict=True):
                    writer.add(batch)
                counts = [before + more for before, more in zip(counts, rows.counts, strict=True)]
                texts_done(counts[0].samples * len(conditions))
            results = zip(paths, conditions, counts, strict=True)
            files = [VariantFile(path, condition, self.recipe, count) for path, condition, count in results]
            for writer, file in zip(writers, files, strict=True):
                writer.finish(file)
        return files


def limited_ids(workspace: Workspace, design: Design) -> frozenset[str] | None:
    """The ids of the samples that the limit takes: the first in the seeded order; None where it takes all."""
    if not design.limit:
        return None
    ids = sample_ids(workspace, design.dataset, design.split)
    return frozenset(nsmallest(design.limit, ids, key=lambda id_: (order(id_, design.seed), id_)))


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


def _offset_report(report: Report | None, before: int, total: int, what: str) -> Done:
    return (lambda done: report(before + done, total, what)) if report else (lambda _: None)


def _groups(conditions: Sequence[Condition]) -> Iterator[tuple[Condition, ...]]:
    """The conditions in groups that go through the samples together, those that need tags first."""

    def needs_tags(condition: Condition) -> bool:
        return any(find(step.perturbation).needs_tags for step in condition.steps)

    for tagged in (True, False):
        waiting = iter([condition for condition in conditions if needs_tags(condition) is tagged])
        while group := tuple(islice(waiting, AT_ONCE)):
            yield group


@contextmanager
def _file(path: Path, schema: pa.Schema) -> Iterator["_Writer"]:
    with written_whole(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as parquet:
        yield _Writer(parquet)
    note_digest(path)


class _Writer:
    """A Parquet file that gathers some record batches for each of its row groups."""

    def __init__(self, parquet: pq.ParquetWriter) -> None:
        self._parquet = parquet
        self._waiting: list[pa.RecordBatch] = []

    def add(self, batch: pa.RecordBatch) -> None:
        self._waiting.append(batch)
        if len(self._waiting) == CHUNKS_A_GROUP:
            self._flush()

    def finish(self, file: VariantFile) -> None:
        """Write what is waiting, and what the file says of itself."""
        if self._waiting:
            self._flush()
        self._parquet.add_key_value_metadata(file.footer())

    def _flush(self) -> None:
        table = pa.Table.from_batches(self._waiting)
        self._parquet.write_table(table, row_group_size=table.num_rows)
        self._waiting = []


def _batches(rows: Rows, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    for condition in rows.conditions:
        own = set(condition.schema.names)
        columns = [(condition if name in own else rows.shared)[name] for name in schema.names]
        yield pa.record_batch(columns, schema=schema)

"""The files of a curated set: data, decisions, the texts that people judged, and the samples they are made of."""

import shutil
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from curation.sharing.pseudonyms import Pseudonyms
from data.curated.cells import JudgedCell
from data.curated.manifest import DATA, DECISIONS, JUDGED, SAMPLES
from data.datasets.stored import card_or_none, read_samples, save_dataset
from data.durable import write_text
from data.records_json import encode
from data.store.export import FileFormat, as_bytes, curated_of, joined
from data.store.reading import Reading
from data.store.texts import read_rows
from data.variants.reading import table_at
from data.variants.writing import write_rows
from data.workspace import Workspace

TO_DISK = "datasets"  # the form that is a folder


def write_decisions(folder: Path, cells: Sequence[JudgedCell], names: Pseudonyms) -> None:
    """The journal's lines of these cells, people by their pseudonyms."""
    decisions = map(names.of_decision, chain.from_iterable(cell.decisions for cell in cells))
    write_text(folder / DECISIONS, "".join(encode(decision, ascii_only=True) + "\n" for decision in decisions))


def write_data(
    store: Reading, folder: Path, form: str, cells: Sequence[JudgedCell], names: Pseudonyms, step: Callable[[str], None]
) -> tuple[dict[tuple[str, str], str], int]:
    """A file for each data set and split; their places, and how many samples they hold."""
    places, samples = dict[tuple[str, str], str](), 0
    tables: dict[tuple[str, str], list[pa.Table]] = {}
    for cell in cells:
        step(f"Writing {cell.cell}")
        curated = [names.of_sample(sample) for sample in cell.curated]
        table = curated_of(store, cell.cell, cell.progress.order, curated)
        tables.setdefault((cell.cell.dataset, cell.cell.split), []).append(table)
    for (dataset, split), parts in tables.items():
        table = joined(parts)
        if not table.num_rows:
            continue
        place = f"{DATA}/{dataset}/{split}" + (f".{form}" if form != TO_DISK else "")
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        if form == TO_DISK:
            _save_to_disk(table, folder / place)
        else:
            (folder / place).write_bytes(as_bytes(table, FileFormat(form)))
        places[dataset, split] = place
        samples += table.num_rows
    return places, samples


def _save_to_disk(table: pa.Table, folder: Path) -> None:
    """As `datasets` writes it, with a fingerprint that is always the same."""
    import datasets

    datasets.disable_progress_bars()
    datasets.Dataset(datasets.table.InMemoryTable(table), fingerprint="0" * 16).save_to_disk(str(folder))


def write_judged(folder: Path, cell: JudgedCell) -> None:
    """The texts that people judged, those they discarded too, as files of variants: one, or one for each seed."""
    home = folder / JUDGED / f"{cell.cell.dataset}.{cell.cell.split}"
    for number, seed in enumerate(dict.fromkeys(text.seed for text in cell.judged)):
        placed = [text for text in cell.judged if text.seed == seed]
        table = read_rows(placed, table_at)
        orders = pa.array([text.order for text in placed], pa.uint64())
        table = table.set_column(table.column_names.index("order"), "order", orders)
        name = f"{cell.cell.condition.key}{f'.{seed}' if number else ''}.parquet"
        write_rows(home, name, cell.cell, seed, table)


def write_samples(workspace: Workspace, folder: Path, dataset: str, cells: Sequence[JudgedCell]) -> None:
    """The original samples that were judged, as a data set; nothing where the data set was removed."""
    if (card := card_or_none(workspace, dataset)) is None:
        return
    mine = [cell for cell in cells if cell.cell.dataset == dataset]
    ids = {text.sample_id for cell in mine for text in cell.judged}
    splits = dict.fromkeys(cell.cell.split for cell in mine)
    samples = chain.from_iterable(read_samples(workspace, dataset, split) for split in splits if split in card.splits)
    with TemporaryDirectory(dir=folder) as aside:
        home = Workspace(Path(aside))
        save_dataset(home, card, (sample for sample in samples if sample.id in ids))
        shutil.copytree(home.datasets / dataset, folder / SAMPLES / dataset)

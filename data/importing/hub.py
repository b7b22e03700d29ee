"""Data sets of the catalogue, from the Hugging Face hub through `datasets`."""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from core.errors import BadInput, MissingResource
from core.records import DatasetCard, Sample
from data.datasets.catalogue import Entry
from data.datasets.merging import may_import
from data.datasets.splitting import share_out
from data.datasets.stored import card_or_none
from data.datasets.writer import DatasetWriter
from data.formats.jsonl import as_text
from data.formats.rows import BadRow, TableRow
from data.importing.sampling import Sampler
from data.workspace import Workspace

Progress = Callable[[str, int], None]  # split, samples so far


def load_hub(
    workspace: Workspace,
    entry: Entry,
    on_progress: Progress | None = None,
    limit: int | None = None,
    data_files: Mapping[str, str] | None = None,
) -> DatasetCard:
    """Load every split of the entry and store it under the entry's name; `limit` is a maximum of rows a split.

    `data_files` (hub's split name: path) stands in for the hub when the entry's `hub` is a format such as "parquet".
    Raises BadInput when the hub can't be asked, when the data set is not as the catalogue says, or when the workspace
    has one of that name; MissingResource when `datasets` is not installed. Nothing is stored then.
    """
    old = card_or_none(workspace, entry.name)
    for split in entry.splits:
        may_import(old, entry.name, entry.task, tuple(entry.fields), split, False)
    with DatasetWriter(workspace, entry.name, tuple(entry.fields)) as writer:
        for split in entry.splits:
            for n, sample in enumerate(_samples(entry, split, data_files, limit), 1):
                writer.add(sample)
                if on_progress and n % 500 == 0:
                    on_progress(split, n)
        card = writer.commit(
            DatasetCard(
                entry.name,
                entry.task,
                entry.labels,
                tuple(entry.fields),
                {},
                entry.title,
                entry.where,
                entry.licence,
                scale=entry.scale,
            )
        )
    return share_out(workspace, entry.name, entry.shares) if entry.shares else card


def _samples(entry: Entry, split: str, data_files: Mapping[str, str] | None, limit: int | None) -> Iterator[Sample]:
    names = {str(i): label for i, label in enumerate(entry.labels)} | {label: label for label in entry.labels}
    sampler = Sampler(
        entry.name, split, entry.task, {hub: ours for ours, hub in entry.fields.items()}, entry.label, names
    )
    for number, row in enumerate(_rows(entry, split, data_files), 1):
        if limit and number > limit:
            return
        missing = [column for column in (*entry.fields.values(), entry.label) if column not in row]
        if missing:
            raise BadInput(
                f"{entry.hub!r} no longer has the column {missing[0]!r} (its columns are {', '.join(row)}); "
                "download the data set as a file and import it."
            )
        sample = sampler.sample(entry.hub, TableRow(number, {column: as_text(value) for column, value in row.items()}))
        if isinstance(sample, BadRow):
            raise BadInput(
                f"{entry.hub!r}, {split}, row {number}: {sample.reason}; download the data set as a file and import it."
            )
        yield sample


def _rows(entry: Entry, split: str, data_files: Mapping[str, str] | None) -> Iterator[dict[str, Any]]:
    """The split's rows as the hub streams them; whatever goes wrong there becomes one sentence."""
    os.environ.setdefault("USE_TORCH", "0")  # `datasets` needs neither framework for this
    try:
        import datasets
    except ImportError as error:
        raise MissingResource("The package `datasets` is missing; run: pip install datasets") from error
    try:
        yield from datasets.load_dataset(
            entry.hub, entry.config, split=entry.splits[split], revision=entry.revision, streaming=True,
            data_files=dict(data_files) if data_files else None,
        )  # fmt: skip
    except (OSError, ValueError, RuntimeError) as error:
        raise BadInput(_load_failure(entry, error)) from error


def _load_failure(entry: Entry, error: Exception) -> str:
    reason = str(error).strip().split("\n")[0][:200].rstrip(".") or type(error).__name__
    return (
        f"Flinch can't load {entry.hub!r} from the Hugging Face hub ({reason}); check the network, or download the "
        "data set elsewhere and import the file."
    )

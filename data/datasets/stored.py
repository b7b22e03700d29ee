"""Data sets in the workspace: one folder each, `card.json` and a Parquet file per split.

They are files, not database rows, so that the CLI and the workers read them while the app runs. A folder is there
whole or not at all, and nothing here holds more than one row group of samples in memory.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from core.errors import BadInput
from core.perturbations.registry import listed
from core.records import DatasetCard, Sample, TextField
from data.datasets.cards import card_of
from data.datasets.catalogue import with_scale
from data.datasets.writer import LOCK, TEXT, DatasetWriter
from data.durable import heal_folder
from data.workspace import Workspace


def save_dataset(workspace: Workspace, card: DatasetCard, samples: Iterable[Sample]) -> DatasetCard:
    """Store these samples as the whole data set, in place of one of the same name; returns the card with its splits.

    Samples may come in any order of splits and are written as they come. Raises BadInput when the name can't be a
    folder's or the place can't be written; what was there before then stays as it was.
    """
    with DatasetWriter(workspace, card.name, card.text_fields) as writer:
        for sample in samples:
            writer.add(sample)
        return writer.commit(card)


def dataset_cards(workspace: Workspace) -> list[DatasetCard]:
    """The cards of all data sets that can be read, by name; `unreadable` names the others."""
    return [card for card in map(_card_or_reason, _folders(workspace)) if isinstance(card, DatasetCard)]


def newest_import(workspace: Workspace) -> str:
    """The name of the data set that got a split last, the demo data after all others; "" where there is none."""

    def rank(card: DatasetCard) -> tuple[bool, float]:
        splits = (workspace.datasets / card.name).glob("*.parquet")
        return not card.ours, 0 if card.ours else max((split.stat().st_mtime for split in splits), default=0)

    cards = sorted(dataset_cards(workspace), key=rank, reverse=True)  # of equals the first
    return cards[0].name if cards else ""


def unreadable(workspace: Workspace) -> list[str]:
    """One sentence for each data set whose card is damaged."""
    return [reason for reason in map(_card_or_reason, _folders(workspace)) if isinstance(reason, str)]


def dataset_card(workspace: Workspace, name: str) -> DatasetCard:
    """The card of this data set; raises BadInput that names the nearest ones, or says that the card is damaged."""
    folder = workspace.datasets / name
    if folder in _folders(workspace):
        return with_scale(card_of(folder))
    names = [folder.name for folder in _folders(workspace)]
    if not names:
        raise BadInput(f"There is no data set {name!r}: the workspace has no data sets yet; import one first.")
    near = get_close_matches(name, names, n=3, cutoff=0.4) or names[:5]
    raise BadInput(f"There is no data set {name!r}; did you mean {listed(near)}?")


def card_or_none(workspace: Workspace, name: str) -> DatasetCard | None:
    """The same, None where the data set was removed or its card is damaged."""
    folder = workspace.datasets / name
    card = _card_or_reason(folder) if folder in _folders(workspace) else None
    return card if isinstance(card, DatasetCard) else None


def read_samples(workspace: Workspace, name: str, split: str) -> Iterator[Sample]:
    """The samples of a split in stored order, one row group in memory at a time; raises BadInput for unknown names."""
    groups = split_groups(workspace, name, split)
    return (sample for _, group in groups for sample in split_samples(name, split, group))


def sample_ids(workspace: Workspace, name: str, split: str) -> Iterator[str]:
    """The ids of a split's samples in stored order; raises BadInput for unknown names."""
    return (id_ for _, group in split_groups(workspace, name, split, ["id"]) for id_ in group["id"].to_pylist())


def known_names(asked: Sequence[str], known: Collection[str], wrong: str, what: str) -> tuple[str, ...]:
    """Those of the known names that are asked for, all of them for none; raises BadInput for one that is not known."""
    for name in asked:
        if name not in known:
            raise BadInput(f"{wrong} {name!r}; its {what} are {', '.join(known)}.")
    return tuple(name for name in known if not asked or name in asked)


def _folders(workspace: Workspace) -> list[Path]:
    """Every finished data set's folder, once one that a crash left aside is back; a leading dot stands for drafts."""
    if not workspace.datasets.is_dir():
        return []
    for old in workspace.datasets.glob(".*.old"):
        heal_folder(workspace.datasets / old.name[1:-4], workspace.datasets / LOCK)
    return sorted(f for f in workspace.datasets.iterdir() if f.is_dir() and not f.name.startswith("."))


def _card_or_reason(folder: Path) -> DatasetCard | str:
    try:
        return with_scale(card_of(folder))
    except BadInput as error:
        return str(error)


def _split_path(workspace: Workspace, name: str, split: str) -> Path:
    card = dataset_card(workspace, name)
    splits = list(card.splits)
    if split not in splits:
        raise BadInput(
            f"The data set {name!r} has no split {split!r}; {f'choose {listed(splits)}' if splits else 'it has none'}."
        )
    return workspace.datasets / name / f"{split}.parquet"


def _groups(path: Path, start: int, columns: Sequence[str] | None) -> Iterator[tuple[int, Any]]:
    try:
        with pq.ParquetFile(path, pre_buffer=False) as file:
            first = 0
            for index in range(file.num_row_groups):
                rows = file.metadata.row_group(index).num_rows
                if first + rows > start:
                    yield first, file.read_row_group(index, columns, use_threads=False)
                first += rows
    except (OSError, ValueError) as error:
        raise BadInput(f"{str(path)!r} can't be read ({error}); import the data set again.") from error


def split_groups(
    workspace: Workspace, name: str, split: str, columns: Sequence[str] | None = None, start: int = 0
) -> Iterator[tuple[int, Any]]:
    """(position of its first row, row group as a table) for every group that reaches past `start`, of all columns or
    of these; raises BadInput for unknown names."""
    return _groups(_split_path(workspace, name, split), start, columns)


def split_samples(name: str, split: str, table: Any) -> Iterator[Sample]:
    """The samples that these rows of the split hold."""
    columns = [c for c in table.column_names if c.startswith(TEXT)]
    texts = [table[c].to_pylist() for c in columns]
    names = [c.removeprefix(TEXT) for c in columns]
    rest = [table[c].to_pylist() for c in ("label", "occurrence", "tags", "id")]
    for label, occurrence, tags, sample_id, *row in zip(*rest, *texts, strict=True):
        fields = tuple(map(TextField, names, row))
        yield Sample(name, split, fields, label, occurrence, tuple(tags), sample_id)

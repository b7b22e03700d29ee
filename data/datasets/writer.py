"""A data set while it is being written: aside, in a folder of its own, then put in place whole."""

import os
import re
import shutil
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from core.errors import BadInput
from core.records import DatasetCard, Sample
from data.datasets.cards import CARD, card_json, card_of
from data.digests import note_digest
from data.durable import aside_of, fsync_file, lock_file, swap_folder, sweep, write_failure_told
from data.workspace import Workspace

TEXT = "text:"  # the column of the text field "question" is "text:question", so that no field name can collide
LOCK = ".lock"  # held while a finished data set is put in place
GROUP_ROWS = 4096
GROUP_CHARACTERS = 4_000_000  # one row group at most (and one row more), however long the texts are


class DatasetWriter:
    """A new data set, or new splits of one, written row group by row group. Leaving without `commit` leaves no trace.

    Raises BadInput for a name that can't be a folder's and for a place that can't be written.
    """

    def __init__(self, workspace: Workspace, name: str, text_fields: Collection[str]) -> None:
        self.workspace = workspace.prepare()
        self.target = workspace.datasets / folder_name(name, "data set")
        self.aside = aside_of(self.target)
        self.schema = pa.schema(
            [("id", pa.string())]
            + [(f"{TEXT}{field}", pa.string()) for field in text_fields]
            + [("label", pa.string()), ("tags", pa.list_(pa.string())), ("occurrence", pa.int32())]
        )
        self.splits: dict[str, _SplitFile] = {}

    def __enter__(self) -> "DatasetWriter":
        sweep(self.workspace.datasets)
        with write_failure_told(self.aside):
            self.aside.mkdir()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for split in self.splits.values():
            split.drop()
        shutil.rmtree(self.aside, ignore_errors=True)
        if isinstance(error, OSError):
            with write_failure_told(self.target):
                raise error

    def add(self, sample: Sample) -> None:
        split = self.splits.get(sample.split)
        if split is None:
            path = self.aside / f"{folder_name(sample.split, 'split')}.parquet"
            split = self.splits[sample.split] = _SplitFile(path, self.schema)
        split.add(sample)

    def commit(self, card: DatasetCard) -> DatasetCard:
        """Put this data set in place of any of its name; returns the card with the sizes of its splits."""
        return self.join(lambda _: card, keep=False)

    def join(self, merged: Callable[[DatasetCard | None], DatasetCard], keep: bool = True) -> DatasetCard:
        """Put the new splits in place beside those that are there, unless they are not to be kept.

        `merged` makes the new card of the one in place (None: there is none); it is asked while no other process
        can change it, and what it raises leaves everything as it was.
        """
        sizes = {name: split.close() for name, split in self.splits.items()}
        with lock_file(self.workspace.datasets / LOCK):
            old = card_of(self.target) if keep and self.target.exists() else None
            card = merged(old)
            for name, samples in old.splits.items() if old else ():
                if name not in sizes:
                    _link(self.target / f"{name}.parquet", self.aside / f"{name}.parquet")
                    sizes[name] = samples
            names = sorted(sizes, key=_split_order)
            for name in names:
                note_digest(self.aside / f"{name}.parquet")
            bare = {name for name, split in self.splits.items() if not split.labelled}
            bare |= set(old.unlabelled if old else ()) - set(self.splits)
            card = replace(
                card,
                splits={name: sizes[name] for name in names},
                unlabelled=tuple(name for name in names if name in bare),
            )
            (self.aside / CARD).write_text(card_json(card), encoding="utf-8")
            fsync_file(self.aside / CARD)
            swap_folder(self.aside, self.target)
        return card


class _SplitFile:
    """One split's Parquet file while it is being written."""

    def __init__(self, path: Path, schema: Any) -> None:
        self.path, self.schema = path, schema
        self.rows: list[Sample] = []
        self.characters = self.written = 0
        self.labelled = False
        self.writer = pq.ParquetWriter(path, schema, compression="zstd")

    def add(self, sample: Sample) -> None:
        self.rows.append(sample)
        self.labelled = self.labelled or bool(sample.label or sample.tags)
        self.characters += sum(len(field.text) for field in sample.fields)
        if len(self.rows) >= GROUP_ROWS or self.characters >= GROUP_CHARACTERS:
            self._flush()

    def _flush(self) -> None:
        rows, names = self.rows, self.schema.names[1:-3]
        columns = [[s.fields[i].text for s in rows] for i in range(len(names))]
        rest = [[s.label for s in rows], [list(s.tags) for s in rows], [s.occurrence for s in rows]]
        self.writer.write_table(pa.table([[s.id for s in rows], *columns, *rest], schema=self.schema))
        self.written += len(rows)
        self.rows, self.characters = [], 0

    def close(self) -> int:
        """Finish the file; returns how many samples it holds."""
        if self.rows:
            self._flush()
        self.writer.close()
        fsync_file(self.path)
        return self.written

    def drop(self) -> None:
        """Let go of the file, whatever its state."""
        if self.writer.is_open:
            self.writer.close()


def folder_name(name: str, what: str) -> str:
    """The name itself, when it can be a folder's or a file's on any system; raises BadInput otherwise."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name) and not name.endswith("."):
        return name
    raise BadInput(
        f"{name!r} can't be the name of a {what}; start with a letter or digit, then use up to 63 letters, digits, "
        "hyphens, dots or underscores, and no dot at the end."
    )


def _split_order(name: str) -> tuple[int, str]:
    usual = ("train", "dev", "validation", "test")
    return (usual.index(name) if name in usual else len(usual), name)


def _link(old: Path, new: Path) -> None:
    """The same file under a second name, or a copy where the file system has no links; splits are never rewritten."""
    try:
        os.link(old, new)
    except OSError:
        shutil.copyfile(old, new)
        fsync_file(new)

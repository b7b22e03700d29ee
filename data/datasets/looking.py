"""What is in a split: its labels counted, its texts' lengths, and the rows that hold some words.

One row group is in memory at a time; nothing here makes samples of rows that are not shown.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from core.records import Sample
from data.datasets.stored import split_groups, split_samples
from data.datasets.writer import TEXT
from data.workspace import Workspace

Counts = npt.NDArray[np.int64]


def label_counts(workspace: Workspace, name: str, split: str) -> dict[str, int]:
    """How often each label comes, or each tag of a tagging data set, the commonest first; raises BadInput."""
    counts: Counter[str] = Counter()
    for _, group in split_groups(workspace, name, split, ["label", "tags"]):
        labels = [label for label in group["label"].to_pylist() if label]
        counts.update(labels or chain.from_iterable(group["tags"].to_pylist()))
    return dict(sorted(counts.items(), key=lambda count: (-count[1], count[0])))


def text_lengths(workspace: Workspace, name: str, split: str) -> dict[str, Counts]:
    """For each text field the length of each sample's text in words, by white space; raises BadInput."""
    by_field: dict[str, list[Counts]] = {}
    for _, group in split_groups(workspace, name, split):
        for column in _text_columns(group):
            words = pc.utf8_split_whitespace(pc.utf8_trim_whitespace(group[column]))
            lengths = pc.list_value_length(words).to_numpy().astype(np.int64)
            by_field.setdefault(column.removeprefix(TEXT), []).append(lengths)
    return {field: np.concatenate(lengths) for field, lengths in by_field.items()}


def rows_with(workspace: Workspace, name: str, split: str, words: str) -> Counts:
    """The positions, from 0, of the rows that hold these words in a text, in capitals or not; raises BadInput."""
    positions = [np.empty(0, np.int64)]
    for first, group in split_groups(workspace, name, split):
        hits = np.zeros(group.num_rows, bool)
        for column in _text_columns(group):
            hits |= pc.match_substring(group[column], words, ignore_case=True).to_numpy()
        positions.append(first + np.flatnonzero(hits))
    return np.concatenate(positions)


def samples_at(workspace: Workspace, name: str, split: str, positions: Sequence[int]) -> list[Sample]:
    """The samples at these rising positions, those beyond the last left out; raises BadInput."""
    samples = list[Sample]()
    for first, group in split_groups(workspace, name, split, start=positions[0]) if len(positions) else ():
        inside = positions[bisect_left(positions, first) : bisect_left(positions, first + group.num_rows)]
        samples += split_samples(name, split, group.take(pa.array([at - first for at in inside], pa.int64())))
        if positions[-1] < first + group.num_rows:
            break
    return samples


def _text_columns(group: pa.Table) -> list[Any]:
    return [column for column in group.column_names if column.startswith(TEXT)]

"""What scores rest on, counted: how often each gold label, prediction before and prediction after come together.

A cell's table is a few kilobytes however many samples there are. It lies beside the cell's predictions as
`counts-<model>-<cell>.json`; where it is not there, or older than they are, it is made from them and kept.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from core.metrics import Estimate, share
from core.metrics.paired import LabelledPredictions
from core.records import Cell, CuratedSample
from data.durable import write_text
from data.runs.files import (
    COUNTS,
    Predicted,
    RunModel,
    predictions_path,
    read_predictions,
    unchanged_labels,
    unchanged_path,
)

Curated = Mapping[str, CuratedSample]
"""What people made of candidates, by candidate id."""
Found = TypeVar("Found")
NONE: Mapping[str, str] = MappingProxyType({})


class Labels(NamedTuple):
    """A sample's labels: gold and predicted, of the original text and of the perturbed one."""

    gold_before: str
    before: str
    gold: str
    after: str


@dataclass(frozen=True, slots=True)
class LabelPairs:
    """Labels of the same samples side by side, each kind once, and how many samples are of it.

    `before`, `after` and so on have an item for each sample; `kinds` and `times` are many times as short.
    """

    counted: Mapping[Labels, int]
    labels: tuple[str, ...] = ()  # all that there are, in their order

    @property
    def kinds(self) -> tuple[Labels, ...]:
        return tuple(self.counted)

    @property
    def times(self) -> tuple[int, ...]:
        return tuple(self.counted.values())

    @property
    def originals(self) -> LabelledPredictions:
        """Gold and predicted labels of the original texts, of each kind."""
        return LabelledPredictions([kind.gold_before for kind in self.counted], [kind.before for kind in self.counted])

    @property
    def perturbed(self) -> LabelledPredictions:
        """Gold and predicted labels of the perturbed texts, of each kind."""
        return LabelledPredictions([kind.gold for kind in self.counted], [kind.after for kind in self.counted])

    @property
    def prediction_pairs(self) -> tuple[Sequence[str], Sequence[str]]:
        """Predicted labels of the original and of the perturbed texts, of each kind."""
        return self.originals.predicted, self.perturbed.predicted

    @property
    def positive(self) -> str:
        """Of two labels the second, the positive one, by which a binary F1 goes."""
        return self.labels[1]

    @property
    def labelled(self) -> bool:
        """Whether every sample has its gold labels."""
        return all(kind.gold and kind.gold_before for kind in self.counted)

    @property
    def gold_before(self) -> list[str]:
        return self._expand(0)

    @property
    def before(self) -> list[str]:
        return self._expand(1)

    @property
    def gold(self) -> list[str]:
        return self._expand(2)

    @property
    def after(self) -> list[str]:
        return self._expand(3)

    def _expand(self, place: int) -> list[str]:
        return [label for labels, times in self.counted.items() for label in (labels[place],) * times]


@dataclass(frozen=True, slots=True)
class CellCounts:
    """The labels of all samples, unchanged ones with the prediction they had, and of the changed ones alone.

    Where predictions that were brought in answer an unchanged text by themselves, that is its prediction.

    Of `unread` changed samples the model read what it reads of the original; None where that is not known.
    """

    everything: LabelPairs
    changed: LabelPairs
    unread: int | None = None


def cell_counts(folder: Path, model: RunModel, cell: Cell | None) -> CellCounts | None:
    """A model's counts in a cell of the run in this folder, None while it has not predicted it.

    `None` for the cell counts the original texts, each beside itself.
    """

    def make() -> CellCounts:
        originals = read_predictions(predictions_path(folder, model, None))
        perturbed = read_predictions(predictions_path(folder, model, cell)) if cell else []
        return counted(originals, perturbed, unchanged_labels(folder, model, cell))

    return kept_counts(folder, model, cell, make, _as_json, _read)


def kept_counts(
    folder: Path,
    model: RunModel,
    cell: Cell | None,
    make: Callable[[], Found],
    plain: Callable[[Found], dict[str, Any]],
    read: Callable[[dict[str, Any]], Found],
) -> Found | None:
    """The counts that lie beside these predictions, as `read` makes them of JSON, where they are of predictions of the
    same sizes and times; else what `make` counts, which is kept as `plain` values. None while something is not
    predicted."""
    sources = [predictions_path(folder, model, None), *([predictions_path(folder, model, cell)] if cell else [])]
    if not all(source.exists() for source in sources):
        return None
    sources += [unchanged_path(folder, model, cell)] if cell else []
    of = [[status.st_size, status.st_mtime_ns] for status in (path.stat() for path in sources if path.exists())]
    path = counts_path(folder, model, cell)
    with suppress(OSError, ValueError, TypeError, KeyError):
        stored = json.loads(path.read_bytes())
        if stored["of"] == of:
            return read(stored)
    counts = make()
    with suppress(OSError):  # a folder that can't be written is read all the same
        write_text(path, json.dumps({"of": of, **plain(counts)}))
    return counts


def counts_path(folder: Path, model: RunModel, cell: Cell | None) -> Path:
    """Where a model's counts in a cell, or on the original texts, lie."""
    return folder / f"{COUNTS}{model.file}-{cell.id if cell else 'original'}.json"


def counted(
    originals: Iterable[Predicted], perturbed: Iterable[Predicted], otherwise: Mapping[str, str] = NONE
) -> CellCounts:
    """The counts of a cell whose changed samples were predicted so; a sample has one gold label.

    `otherwise` has the labels of unchanged samples that are other than those of their originals.
    """
    after = {row.sample_id: row for row in perturbed}
    changed: Counter[Labels] = Counter()
    unchanged: Counter[Labels] = Counter()
    unread, known = 0, bool(after)
    for row in originals:
        now = after.get(row.sample_id, row)
        where = unchanged if now is row else changed
        label = otherwise.get(row.sample_id, row.label) if now is row else now.label
        where[Labels(row.gold, row.label, row.gold, label)] += 1
        if now is not row:
            unread += row.read == now.read
            known = known and bool(row.read and now.read)
    return CellCounts(LabelPairs(changed + unchanged), LabelPairs(changed), unread if known else None)


def kept_by_people(originals: Iterable[Predicted], perturbed: Iterable[Predicted], curated: Curated) -> LabelPairs:
    """Only the samples that people kept, with the labels they gave; the original keeps its data set's label."""
    before = {row.sample_id: row.label for row in originals}
    kept = (row for row in perturbed if row.candidate_id in curated)
    rows = (Labels(r.gold, before[r.sample_id], curated[r.candidate_id].label, r.label) for r in kept)
    return LabelPairs(Counter(rows))


@dataclass(frozen=True, slots=True)
class FlipCount:
    """How many samples of this gold label went from one label to another, of those of it that had the first."""

    gold: str
    before: str
    after: str
    flipped: Estimate

    @property
    def times(self) -> int:
        """How many samples flipped so."""
        return round(self.flipped.value * self.flipped.n)


def flips_by_label(pairs: LabelPairs) -> list[FlipCount]:
    """The flips by gold label and direction, the most frequent first, each as a share with Wilson's interval."""
    had: Counter[tuple[str, str]] = Counter()
    for labels, times in pairs.counted.items():
        had[labels.gold, labels.before] += times
    flips = [
        FlipCount(labels.gold, labels.before, labels.after, share(times, had[labels.gold, labels.before]))
        for labels, times in pairs.counted.items()
        if labels.before != labels.after
    ]
    return sorted(flips, key=lambda flip: (-flip.times, flip.gold, flip.before, flip.after))


def _as_json(counts: CellCounts) -> dict[str, Any]:
    return {"everything": _rows(counts.everything), "changed": _rows(counts.changed), "unread": counts.unread}


def _rows(pairs: LabelPairs) -> list[list[Any]]:
    return [[labels.gold, labels.before, labels.after, times] for labels, times in pairs.counted.items()]


def _read(stored: Mapping[str, Any]) -> CellCounts:
    return CellCounts(_pairs(stored["everything"]), _pairs(stored["changed"]), stored.get("unread"))


def _pairs(rows: Iterable[tuple[str, str, str, int]]) -> LabelPairs:
    return LabelPairs({Labels(gold, before, gold, after): int(times) for gold, before, after, times in rows})

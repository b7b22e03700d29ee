"""What a grid says of its data set's gold labels, so that predictions can be read where the data set is not."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.records import Bounds, DatasetCard, Sample, Task
from data.records_json import record_or_none

SUMMARY = "summary.json"


@dataclass(frozen=True, slots=True)
class GridGold:
    """The task, its labels, and the scale of its scores where they have one.

    `numbered` where the labels stand in the data set's own order, so that a number names one; () where none is known.
    """

    task: Task
    labels: tuple[str, ...]
    scale: Bounds | None = None
    numbered: bool = True

    @classmethod
    def of(cls, card: DatasetCard, numbered: bool = True) -> "GridGold":
        """What the data set's card says."""
        return cls(card.task, card.labels, card.scale if card.task is Task.SIMILARITY else None, numbered)


@dataclass(frozen=True, slots=True)
class _GridSummary:
    gold: GridGold


def read_grid_gold(folder: Path) -> GridGold | None:
    """What the summary of the grid in this folder says; None in grids of before, and where there is no summary."""
    summary = record_or_none(folder / SUMMARY, _GridSummary)
    return summary.gold if summary else None


@dataclass(slots=True)
class LabelsSeen:
    """The gold labels of samples that come without a data set's card."""

    labels: set[str] = field(default_factory=set)

    def watched(self, samples: Iterable[Sample]) -> Iterator[Sample]:
        """The same samples, their labels noted."""
        for sample in samples:
            self.labels.update(filter(None, sample.tags or (sample.label,)))
            yield sample

    def known(self, card: DatasetCard) -> DatasetCard:
        """The card with these labels; their task is similarity where all are numbers that are no mere codes."""
        if card.task is not Task.TAGGING and are_scores(self.labels):
            return replace(card, task=Task.SIMILARITY)
        return replace(card, labels=tuple(sorted(self.labels)))


def are_scores(labels: Iterable[str]) -> bool:
    """Whether all of these are numbers, and not all whole ones without a point, which may be codes of labels."""
    values = list(labels)
    try:
        return all(float(label) == float(label) for label in values) and not all(map(str.isdigit, values))
    except ValueError:
        return False

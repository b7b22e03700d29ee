"""Names for labels that a file gives as numbers, from the catalogue of the papers' data sets."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from core.records import Task
from data.datasets.catalogue import Entry, catalogue


@dataclass(frozen=True, slots=True)
class LabelNames:
    """Names for the labels 0, 1, 2, …, and the data sets of the catalogue whose labels they are."""

    names: tuple[str, ...]
    datasets: tuple[str, ...]

    @property
    def spelled(self) -> str:
        """ "0=negative, 1=positive", as the import takes it."""
        return ", ".join(f"{number}={name}" for number, name in enumerate(self.names))


def names_offered(labels: Collection[str], task: Task, file_name: str) -> list[LabelNames]:
    """What these labels may be called; [] unless they are 0, 1, 2, … and the catalogue has names for as many.

    Names of a data set that the file's name speaks of come first.
    """
    found: dict[tuple[str, ...], list[str]] = {}
    for entry in sorted(catalogue(), key=lambda entry: not _speaks_of(file_name, entry)):
        if entry.task is task and set(labels) == {str(number) for number in range(len(entry.labels))}:
            found.setdefault(entry.labels, []).append(entry.name)
    return [LabelNames(names, tuple(datasets)) for names, datasets in found.items()]


def _speaks_of(file_name: str, entry: Entry) -> bool:
    return entry.name in re.split(r"[^a-z0-9]+", file_name.lower())

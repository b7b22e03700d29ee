"""The catalogue's names for labels that a file gives in short, such as ABBR for abbreviation."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from core.records import Task
from data.datasets.catalogue import catalogue

FEWEST_LETTERS = 3


@dataclass(frozen=True, slots=True)
class LabelNames:
    """Labels with their names, and the data sets of the catalogue whose labels they are."""

    names: tuple[tuple[str, str], ...]
    datasets: tuple[str, ...]

    @property
    def spelled(self) -> str:
        """ "neg=negative, pos=positive", as the import takes it."""
        return ", ".join(f"{label}={name}" for label, name in self.names)


def names_offered(labels: Collection[str], task: Task) -> list[LabelNames]:
    """What these labels may be called: each of them is short for one name of a data set, and no two for the same.

    [] for numbers: files number the same labels in different orders.
    """
    by_names: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for entry in catalogue().values():
        names = tuple((label, name) for name in entry.labels for label in labels if _is_short_for(label, name))
        one_to_one = len(names) == len(labels) == len({label for label, _ in names}) == len({name for _, name in names})
        if entry.task is task and one_to_one and any(label != name for label, name in names):
            by_names.setdefault(names, []).append(entry.name)
    return [LabelNames(names, tuple(datasets)) for names, datasets in by_names.items()]


def _is_short_for(label: str, name: str) -> bool:
    """Whether the label's letters stand in the name in this order, its first one first: "ENTY" for "entity"."""
    letters = re.sub(r"[\W_]", "", label.lower())
    if len(letters) < FEWEST_LETTERS or letters[0] != name[0].lower():
        return False
    return re.search(".*".join(letters), name.lower()) is not None

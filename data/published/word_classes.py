"""What Talman et al. 2022 print of corrupted data: Table 3."""

from dataclasses import dataclass
from functools import cache

from data.published.tables import rows_of_file

SETTINGS = {"CORRUPT-TRAIN": "Training", "CORRUPT-TEST": "Test", "CORRUPT-TRAIN-AND-TEST": "Both"}


@dataclass(frozen=True, slots=True)
class PublishedChange:
    """Points by which the removal of a class of words changes the task's metric, below 0 for a loss: in training, in
    the test, and in both."""

    task: str
    word_class: str
    changes: tuple[float, ...]


@cache
def published_changes() -> tuple[PublishedChange, ...]:
    """A line for each task and class, in printed order."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows_of_file("talman_corrupt.csv"):
        found.setdefault((row["task"], row["word_class"]), {})[row["setting"]] = float(row["delta_published"])
    return tuple(PublishedChange(*pair, tuple(of[name] for name in SETTINGS)) for pair, of in found.items())

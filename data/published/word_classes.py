"""What Talman et al. 2022 print of RoBERTa-base and corrupted data: Table 3, and what section 6 found of lexical cues
and of masked words."""

from dataclasses import dataclass
from functools import cache

from data.published.tables import rows_of_file

SETTINGS = {"CORRUPT-TRAIN": "Training", "CORRUPT-TEST": "Test", "CORRUPT-TRAIN-AND-TEST": "Both"}
MODEL = "RoBERTa-base"
SPELT = {"COLA": "CoLA", "MNLI-M": "MNLI-m"}  # as their makers write what Table 3 prints in capitals
NAMES = {"COLA": "cola", "MNLI-M": "mnli", "SST-2": "sst2", "STS-B": "stsb"}
METRICS = {"COLA": "matthews", "STS-B": "pearson"}  # Table 2; the others have accuracy


@dataclass(frozen=True, slots=True)
class PublishedChange:
    """A task of Table 3, which the catalogue calls `dataset`: its `metric`, in points, as it was (`baseline`), and
    without a class of words in training, in the test, and in both (`scores`)."""

    task: str
    dataset: str
    word_class: str
    metric: str
    baseline: float
    scores: tuple[float, ...]

    @property
    def changes(self) -> tuple[float, ...]:
        """Points from the baseline, below 0 for a loss; the printed differences are within 0.01 of them."""
        return tuple(round(score - self.baseline, 2) for score in self.scores)


@dataclass(frozen=True, slots=True)
class PublishedShare:
    """A share (0-1) that is printed of a data set without a class of words, in its original or its corrupted texts;
    `n` is 0 where it is not printed."""

    dataset: str
    word_class: str
    original: bool
    share: float
    n: int = 0


@cache
def published_changes() -> tuple[PublishedChange, ...]:
    """A line for each task and class, in printed order."""
    scores: dict[tuple[str, str], dict[str, float]] = {}
    baselines: dict[str, float] = {}
    for row in rows_of_file("talman_corrupt.csv"):
        scores.setdefault((row["task"], row["word_class"]), {})[row["setting"]] = float(row["score"])
        baselines[row["task"]] = float(row["baseline"])
    return tuple(
        PublishedChange(
            SPELT.get(task, task), NAMES.get(task, task.lower()), word_class,
            METRICS.get(task, "accuracy"), baselines[task], tuple(of[name] for name in SETTINGS),
        )
        for (task, word_class), of in scores.items()
    )  # fmt: skip


@cache
def published_cues() -> tuple[PublishedShare, ...]:
    """Section 6.1: right answers in which a cue remains."""
    return tuple(_cues(row) for row in rows_of_file("talman_other.csv") if row["table"] == "6.1")


@cache
def published_masked() -> tuple[PublishedShare, ...]:
    """Table 5: masked words of MRPC that are named, in corrupted and in original texts."""
    return tuple(
        PublishedShare("mrpc", row["word_class"], row["dataset"] == "original", float(row["value"]) / 100)
        for row in rows_of_file("talman_other.csv")
        if row["table"] == "5"
    )


def published_metric(dataset: str) -> str:
    """By which metric Table 3 has the data set; "" where it has not."""
    return next((change.metric for change in published_changes() if change.dataset == dataset), "")


def _cues(row: dict[str, str]) -> PublishedShare:
    """Of a value such as "383 of 761", or of a percentage."""
    task, (value, *of) = row["dataset"].split(" ")[-1], row["value"].split(" of ")
    n = int(of[0]) if of else 0
    return PublishedShare(NAMES.get(task, task.lower()), row["word_class"], False, float(value) / (n or 100), n)

"""The score by which Romero (2023) chose a training of a grid, of predictions in files that hold gold labels too."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadInput
from core.models.training.history import selection_score
from core.models.training.search import selection_f1
from data.datasets.positive import positive_second
from data.imported_predictions.columns import GOLD, PREDICTED, find_column
from data.imported_predictions.reading import numbered_rows, unfolded

Said = tuple[list[str], list[str]]
"""Gold and predicted labels."""


@dataclass(frozen=True, slots=True)
class Selection:
    """F1 on train and dev of so many rows each, in [0, 1]; `positive` is the label that it goes by, "" of more than two
    labels, where it is micro F1."""

    train: float
    dev: float
    rows: tuple[int, int]
    positive: str

    @property
    def score(self) -> float:
        """0.2 F1 on train + 0.8 F1 on dev."""
        return selection_score(self.train, self.dev)


def selection_of(train: Path, dev: Path, positive: str = "", columns: Mapping[str, str] | None = None) -> Selection:
    """The selection score of predictions on train and on dev.

    `columns` say which column is the "gold" and which the "label" (what was predicted) where their names don't; of two
    labels `positive` is the one that F1 goes by where their names don't tell. Raises BadInput for what can't be read.
    """
    with unfolded([train, dev]) as plain:
        parts = [_read_labels(path, file.name, columns or {}) for path, file in zip(plain, (train, dev), strict=True)]
    labels = positive_second(sorted({label for part in parts for column in part for label in column}), positive)
    if len(labels) < 2:
        raise BadInput(f"All labels of both files are {labels[0]!r}; a score needs at least two labels.")
    on_train, on_dev = (selection_f1(gold, predicted, labels) for gold, predicted in parts)
    return Selection(on_train, on_dev, (len(parts[0][0]), len(parts[1][0])), labels[1] if len(labels) == 2 else "")


def _read_labels(path: Path, name: str, columns: Mapping[str, str]) -> Said:
    both: Said = ([], [])
    column_names: list[str] = []
    for line, row in numbered_rows(path, name, chosen=True):
        column_names = column_names or [
            columns.get(role) or find_column(name, [*row], names, role)
            for role, names in (("gold", GOLD), ("label", PREDICTED))
        ]
        for labels, column in zip(both, column_names, strict=True):
            label = f"{row.get(column, '')}".strip().removesuffix(".0")
            if not label or row[column] is None:
                raise BadInput(f"{name!r}, line {line}, has no {column!r}; give each row a gold and a predicted label.")
            labels.append(label)
    return both

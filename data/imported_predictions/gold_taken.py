"""Gold labels that were taken for predictions, because their column is called "label"."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from core.errors import BadInput
from core.records import Task
from data.formats.headers import is_number
from data.imported_predictions.columns import Role
from data.imported_predictions.matching import Matched
from data.imported_predictions.reading import unread_columns
from data.imported_predictions.tags import LISTED
from data.imported_predictions.texts import Texts
from data.runs.files import RunCard

OF_GOLD = ("label", "tags")  # columns that hold the one or the other
TAG = re.compile(r"O|[BI]-.+|(LABEL_)?\d{1,4}")


def check_no_gold(
    matches: Matched, texts: Texts, card: RunCard, files: Mapping[Path, Path], columns: Mapping[Role, str] | None
) -> None:
    """Raise BadInput where everything that is predicted is right, off a column "label", while another that nothing is
    read from could hold the predictions. `files` are by their path, with the names that they go by."""
    if Role.LABEL in (columns or {}) or not _all_equal_gold(matches, texts, card.task):
        return
    could_be = _reader(card)
    for path, file in files.items():
        column, spare = unread_columns(path, card.labels, columns, could_be)
        if column.lower() in OF_GOLD and spare:
            raise BadInput(
                f"The column {column!r} of {file.name!r} holds the gold labels, and Flinch did not read the column "
                f"{spare[0]!r}. Choose the column of predictions: --column label={spare[0]} or --column label={column}."
            )


def _all_equal_gold(matches: Matched, texts: Texts, task: Task) -> bool:
    pairs = ((texts.gold_of(condition, sample), label) for condition, sample, label in matches.predicted_labels())
    if task is Task.SIMILARITY:
        return all(is_number(gold) and float(gold) == float(label) for gold, label in pairs)
    return all(gold == label for gold, label in pairs)


def _reader(card: RunCard) -> Callable[[object], bool]:
    """Whether a value could be a prediction of the run's task."""
    if card.task is Task.SIMILARITY:
        return is_number
    if card.task is Task.TAGGING:
        return lambda value: all(map(TAG.fullmatch, LISTED.findall(f"{value}")))
    names = {label.casefold() for label in card.labels} | {f"{n}" for n in range(len(card.labels))}
    return lambda value: f"{value}".strip().casefold().removeprefix("label_").removesuffix(".0") in names

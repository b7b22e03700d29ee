"""What the predictions of a grid may say: its task, its labels, and whether a number names one of them."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from core.errors import BadInput
from core.models.tasks import LABELLING
from core.records import DatasetCard, Task
from curation.answers import tag_set
from data.datasets.stored import card_or_none
from data.imported_predictions.matching import unchecked
from data.imported_predictions.reading import PredictedRow
from data.imported_predictions.tags import LISTED
from data.imported_predictions.texts import Texts
from data.runs.files import RunCard
from data.variants.gold import GridGold, are_scores, read_grid_gold
from data.workspace import Workspace

NAMED = 10  # labels that a message names
NUMBER = re.compile(r"(LABEL_)?\d{1,4}(\.0)?")


def gold_of_grid(workspace: Workspace, folder: Path, dataset: str, texts: Texts) -> GridGold:
    """What the grid in this folder says, else its data set where that is in the workspace, else its gold labels.

    Raises BadInput where the gold labels alone don't tell whether they are labels or scores.
    """
    gold = read_grid_gold(folder)
    if gold and gold.numbered:
        return gold
    golds = set(filter(None, texts.gold.values()))
    if card := _matching_card(workspace, dataset, golds):
        return GridGold.of(card)
    return gold or _gold_from_labels(dataset, texts, golds)


def name_check(card: RunCard, skip: bool) -> Callable[[PredictedRow], None]:
    """What raises BadInput for a row with a number where the run does not know which label it names, and, unless it is
    to be left out, with a label that none of its samples has."""
    names = {label.casefold() for label in card.labels}
    listed = ", ".join(card.labels[:NAMED])
    here = (
        f"first import the data set {card.dataset!r}, which has the labels, into this workspace, and then import these "
        "predictions"
    )

    def check(row: PredictedRow) -> None:
        labels = LISTED.findall(row.label) if card.task is Task.TAGGING else [row.label]
        unknown = [label for label in labels if label and label.casefold().removesuffix(".0") not in names]
        of = f"{row.file!r}, line {row.line}"
        if _is_positional(row, card) or any(map(NUMBER.fullmatch, unknown)):
            order = "this grid does not give the order of the labels"
            raise BadInput(f"{of}, gives labels as numbers, but {order}; write the names ({listed}), or {here}.")
        if unknown and not skip and card.task is not Task.TAGGING:
            only = f"the samples of this grid have only these labels: {listed}"
            raise BadInput(f"{of}, has the label {unknown[0][:40]!r}, but {only}; {here}.")

    return unchecked if card.numbered or card.task is Task.SIMILARITY else check


def predicted_labels(rows: Iterable[PredictedRow]) -> tuple[str, ...]:
    """The labels that these rows predict, in the order of their names."""
    return tuple(sorted({row.label for row in rows if row.label}))


def _is_positional(row: PredictedRow, card: RunCard) -> bool:
    """Whether its probabilities are those of the first label, the second and so on."""
    places = [f"{n}" for n in range(len(row.probabilities))]
    return bool(places) and list(row.probabilities) == places and set(places) != set(card.labels)


def _matching_card(workspace: Workspace, dataset: str, golds: set[str]) -> DatasetCard | None:
    """The workspace's data set of this name, where it can be the one that the grid was made of."""
    card = card_or_none(workspace, dataset)
    of_labels = card and card.task in LABELLING
    return None if card and of_labels and golds - set(card.labels) else card


def _gold_from_labels(dataset: str, texts: Texts, golds: set[str]) -> GridGold:
    """What can be read off the samples alone, as grids of earlier versions are taken."""
    tags = {tag for sequence in texts.tagged.gold.get(None, {}).values() for tag in sequence.split()}
    if tags:
        return GridGold(Task.TAGGING, tag_set(sorted(tags)), numbered=False)
    if are_scores(golds):
        raise BadInput(
            f"The gold labels of this grid are numbers such as {min(golds)}. The grid does not say whether these are "
            f"scores or labels; import the data set {dataset!r} into this workspace, or run perturb-dataset again in "
            "the workspace that has this data set."
        )
    return GridGold(Task.CLASSIFICATION, tuple(sorted(golds)), numbered=False)

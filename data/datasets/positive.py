"""Of two labels the positive one, by which a binary F1 goes: it stands second among a data set's labels."""

import re
from collections.abc import Sequence
from dataclasses import replace

from core.errors import BadInput
from core.records import DatasetCard
from data.datasets.changing import save_card
from data.datasets.stored import card_or_none, dataset_card
from data.workspace import Workspace

NEGATIVES = re.compile(r"(not|non|no|un|in|dis)[\s_-]*(?=\w)", re.IGNORECASE)  # before the name of the positive one
NAMED_NEGATIVE = {"0", "no", "false", "negative", "none", "neither", "normal", "ham", "different", "other", "unrelated"}


def positive_second(labels: Sequence[str], positive: str = "") -> tuple[str, ...]:
    """The labels with the positive one of two last: this one, else the one that names tell, else as they stand.

    "equivalent" and "not_equivalent" tell it, and so does "no" beside any other. Raises BadInput for a label that is
    not among them, and where there are not two.
    """
    if positive and (len(labels) != 2 or positive not in labels):
        raise BadInput(
            f"{positive!r} can't be the positive label; it must be one of exactly two labels (here: "
            f"{', '.join(labels)})."
        )
    if len(labels) != 2:
        return tuple(labels)
    first, second = labels
    chosen = positive or (first if _is_negative(second, first) and not _is_negative(first, second) else second)
    return (second, first) if chosen == first else (first, second)


def set_positive(workspace: Workspace, dataset: str, positive: str) -> DatasetCard:
    """Make this the positive label of the data set; its runs are scored by it from now on. Raises BadInput as above."""
    card = dataset_card(workspace, dataset)
    return save_card(workspace, replace(card, labels=positive_second(card.labels, positive)))


def labels_now(workspace: Workspace, dataset: str, labels: Sequence[str]) -> tuple[str, ...]:
    """These labels of a run as its data set orders them now, where it is here and has just these."""
    card = card_or_none(workspace, dataset)
    return card.labels if card and sorted(card.labels) == sorted(labels) else tuple(labels)


def _is_negative(label: str, other: str) -> bool:
    bare, prefix = label.strip().lower(), NEGATIVES.match(label.strip())
    return bare in NAMED_NEGATIVE or bool(prefix and bare[prefix.end() :] == other.strip().lower())

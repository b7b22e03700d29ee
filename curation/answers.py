"""What a sample may be relabelled as, by its data set's task: a number within its scale, or a tag for each word.

The new label of a tagged sample is written as its tags, one for each word, with single spaces between them.
"""

import math
from collections.abc import Iterable

from core.errors import BadInput
from core.records import Bounds, DatasetCard, Task


def check_answer(label: str, gold: str, card: DatasetCard) -> None:
    """Raise BadInput unless a sample of this data set with this gold label can be relabelled so."""
    if card.task is Task.SIMILARITY:
        _check_number(label, card.scale)
    if card.task is Task.TAGGING:
        _check_tags(label.split(" "), gold.split(" "), tag_set(card.labels))
    elif card.task is not Task.SIMILARITY and card.labels and label not in card.labels:
        raise BadInput(f"{label[:40]!r} is not a label of {card.name!r}; choose one of {', '.join(card.labels)}.")


def tag_set(labels: Iterable[str]) -> tuple[str, ...]:
    """The tags that words can have, O first, each kind's B- before its I-: of tags, or of the names of kinds."""
    kinds = dict.fromkeys(label[2:] if label[:2] in ("B-", "I-") else label for label in labels if label != "O")
    return ("O", *(f"{begin}-{kind}" for kind in sorted(kinds) for begin in "BI"))


def _check_number(label: str, scale: Bounds | None) -> None:
    try:
        value = float(label)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"The similarity {label[:40]!r} is not a number; give a number, such as 2.5.")
    if scale and not scale.low <= value <= scale.high:
        raise BadInput(f"The similarity {label[:40]} is outside the scale; give a number from {scale}.")


def _check_tags(tags: list[str], gold: list[str], known: tuple[str, ...]) -> None:
    if len(tags) != len(gold):
        raise BadInput(f"There are {len(tags)} tags for {len(gold)} words; give one tag for each word.")
    for before, tag in zip(["O", *tags], tags, strict=False):
        if tag not in known:
            raise BadInput(f"{tag[:40]!r} is not a tag of this data set; choose one of {', '.join(known)}.")
        if tag[:2] == "I-" and before[2:] != tag[2:]:
            raise BadInput(f"{tag!r} can't follow {before!r}; begin the entity with 'B{tag[1:]}'.")

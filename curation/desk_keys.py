"""The letters of the review desk's actions: as they come, and as a person sets them."""

import re
from collections.abc import Mapping

from core.errors import BadInput
from core.records import DiscardReason

DISCARD = "discard: "  # and the reason
DEFAULT_KEYS: Mapping[str, str] = {
    "keep": "k",
    "label": "l",
    f"{DISCARD}{DiscardReason.NO_SENSE}": "x",
    f"{DISCARD}{DiscardReason.NO_LABEL}": "c",
    f"{DISCARD}{DiscardReason.UNCLEAR}": "v",
    f"{DISCARD}{DiscardReason.BROKEN}": "b",
    f"{DISCARD}{DiscardReason.OTHER}": "o",
    "undo": "u",
    "redo": "r",
    "skip": "s",
    "flag": "f",
    "note": "n",
    "past": "p",
    "jump": "j",
    "guidelines": "g",
    "hints": "h",
}


def desk_keys(chosen: Mapping[str, str]) -> dict[str, str]:
    """The letter of every action where a person chose these, a letter by action; the others keep their own.

    Raises BadInput for an action that is none, for what is no letter from a to z, and for a letter of two actions.
    """
    if unknown := sorted(set(chosen) - set(DEFAULT_KEYS)):
        raise BadInput(f"The desk has no action {unknown[0]!r}; choose from {', '.join(DEFAULT_KEYS)}.")
    keys = {**DEFAULT_KEYS, **chosen}
    for action, letter in keys.items():
        if not re.fullmatch("[a-z]", letter):
            raise BadInput(f"{letter!r} can't be the key of {action!r}; choose a letter from a to z.")
        if other := next((each for each in keys if each != action and keys[each] == letter), None):
            raise BadInput(f"{letter!r} is the key of {other!r} already; {action!r} needs another letter.")
    return keys

"""The letters of the desk's actions."""

import pytest

from core.errors import BadInput
from core.records import DiscardReason
from curation.desk_keys import DEFAULT_KEYS, DISCARD, desk_keys


def test_every_reason_has_a_key_and_no_two_actions_share_one() -> None:
    assert {f"{DISCARD}{reason}" for reason in DiscardReason} <= set(DEFAULT_KEYS)
    assert len(set(DEFAULT_KEYS.values())) == len(DEFAULT_KEYS)


def test_what_is_not_chosen_keeps_its_letter() -> None:
    assert desk_keys({}) == DEFAULT_KEYS
    keys = desk_keys({"keep": "u", "undo": "k"})
    assert (keys["keep"], keys["undo"], keys["skip"]) == ("u", "k", "s")


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"keep": "u"}, "'u' is the key of 'undo' already; 'keep' needs another letter."),
        ({"keep": "1"}, "'1' can't be the key of 'keep'; choose a letter from a to z."),
        ({"keep": ""}, "'' can't be the key of 'keep'; choose a letter from a to z."),
        ({"leave": "d"}, "The desk has no action 'leave'; choose from keep, label, "),
    ],
)
def test_what_can_not_be_a_key_is_refused_in_a_sentence(chosen: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        desk_keys(chosen)
    assert sentence in str(refused.value)

"""Which texts are posts of a chat."""

import pytest

from core.english.chats import chats


@pytest.mark.parametrize(
    "text", ["It is sooo cold", "r u there", "She is lovely xxx", "lll", "im sure", "RT @guest: no"]
)
def test_spelling_as_in_a_chat(text: str) -> None:
    assert chats(text)


@pytest.mark.parametrize(
    "text",
    [
        "Louis xiii was king",
        "chapter xxxv",
        "a rating of aaa",
        "a bbb rated bond",
        "a German u boat",
        "www . host . org",
    ],
)
def test_roman_numbers_grades_and_addresses_are_no_chat(text: str) -> None:
    assert not chats(text)

"""Posts of a chat, in which so much is left out, misspelt or meant otherwise that no careful edit is sure."""

import re

from core.english.company_words import SLANG

_SPELT = re.compile(  # as is written nowhere else
    r"(?:^|\s)[@#][A-Za-z_]|https?:|\bRT\b|\b(?!www\b|(?:aaa|bbb)\b|(?!(?:x{3,}|l{3,}|v{3,})\b)[ivxlc]+\b)[a-z]*([a-z])\1\1"
    r"|\b(?:u\b(?!\s?[.-]| of\b| boat)|(?:ur|im|ima|imma|dont|cant|didnt|gon|dat|dem|omg+|smh|bruh|wtf|idk|cuz|coz|yall"
    rf"|gotta|lemme|gimme|pls|plz|thx|af|pussy|shit|WTF|OMG|LOL|{SLANG})\b)"
)


def chats(source: str) -> bool:
    """Whether the text is such a post."""
    return _SPELT.search(source) is not None

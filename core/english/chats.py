"""Posts of a chat, in which so much is left out, misspelt or meant otherwise that no careful edit is sure."""

import re

from core.english.company_words import POSTS

_SPELT = re.compile(  # as is written nowhere else
    r"&#|([a-z])\1\1|\b(?:u\b(?!\s?[.-])|(?:ur|im|ima|imma|dont|cant|didnt|gon|dat|dis|dem|omg+|smh|bruh|bro|wtf|idk|ion"
    r"|cuz|coz|yall|gotta|lemme|gimme|pls|plz|thx|af|pussy|shit|WTF|OMG|LOL)\b)"
)


def chats(source: str) -> bool:
    """Whether the text is such a post."""
    return POSTS.search(source) is not None or _SPELT.search(source) is not None

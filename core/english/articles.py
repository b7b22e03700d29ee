"""Whether a word wants "a" or "an"."""

import re
from collections.abc import Sequence

from core.text.tokens import Token

_VOWEL_SOUND = re.compile(
    r"(?!eu|ewe|on(?:e|ce)\b|u(?:ni(?!n|m)|[bfrst][aeiou]|ku|t[aei])|ouija)[aeiou]|hon(?:est|o)|hour|heir",
    re.IGNORECASE,
)


def article(word: str) -> str:
    """ "an" before a vowel sound, "a" before any other, judged by the spelling of the word."""
    return "an" if _VOWEL_SOUND.match(word) else "a"


def article_before(tokens: Sequence[Token], at: int) -> str:
    """The "a" or "an" before the token at this place, "" when there is none."""
    before = tokens[at - 1].text.lower() if at else ""
    return before if before in ("a", "an") else ""


def goes_with(before: str, word: str) -> bool:
    """Whether the word may stand behind this article, or behind none."""
    return not before or before == article(word)

"""Whether a word wants "a" or "an"."""

import re

_VOWEL_SOUND = re.compile(
    r"(?!eu|ewe|on(?:e|ce)\b|u(?:ni(?!n|m)|[bfrst][aeiou]|ku|t[aei])|ouija)[aeiou]|hon(?:est|o)|hour|heir",
    re.IGNORECASE,
)


def article(word: str) -> str:
    """ "an" before a vowel sound, "a" before any other, judged by the spelling of the word."""
    return "an" if _VOWEL_SOUND.match(word) else "a"

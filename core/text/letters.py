"""Which characters may be edited on their own: plain letters, never a part of something that is read as one."""

from collections.abc import Sequence
from unicodedata import category

_VOWELS_AND_ENDS = ("\u1160", "\u11ff")  # of Hangul syllables written as several letters
_AM = "\u0e33\u0eb3"  # vowels of Thai and Lao that belong to the letter before them


def is_plain(text: str, at: int) -> bool:
    """Whether text[at] is a letter that is read on its own: so no letter loses its accent, no syllable its vowel."""
    return text[at].isalpha() and is_single(text, at)


def is_single(text: str, at: int) -> bool:
    """Whether neither text[at] nor a character beside it joins it to another."""
    near = text[max(at - 1, 0) : at + 2]
    return near.isascii() or not any(map(joins, near))


def joins(character: str) -> bool:
    """Whether it belongs to the character before it: a combining mark, a joiner, a skin tone, a vowel of Hangul.

    The empty text, which is what follows the last character, does not.
    """
    if character.isascii():
        return False
    if category(character) in ("Mn", "Mc", "Me", "Cf", "Sk"):
        return True
    return _VOWELS_AND_ENDS[0] <= character <= _VOWELS_AND_ENDS[1] or character in _AM


def plain_places(text: str) -> Sequence[int]:
    """The places of the plain letters, in order."""
    if text.isascii():
        return range(len(text)) if text.isalpha() else [i for i, character in enumerate(text) if character.isalpha()]
    return [i for i in range(len(text)) if is_plain(text, i)]

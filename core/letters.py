"""Which characters may be edited on their own: plain letters, never a part of something that is read as one."""

from collections.abc import Sequence
from unicodedata import category

_JAMO = ("\u1100", "\u11ff")
_MORE_JAMO = ("\ua960", "\ud7ff")  # with the precomposed syllables between them, which are left alone too
_SPACING = "\u0e33\u0eb3"  # vowels of Thai and Lao that belong to the letter before them


def is_plain(text: str, at: int) -> bool:
    """Whether text[at] is a letter without combining marks or joiners on either side.

    So a letter never loses its accent, an emoji of several characters never comes apart, and the syllable blocks of
    Hangul stay whole.
    """
    letter = text[at]
    if letter.isascii():
        if not letter.isalpha():
            return False
    elif not letter.isalpha() or category(letter)[0] == "M" or _in_a_block(letter):
        return False
    return (at + 1 == len(text) or not joins(text[at + 1])) and (at == 0 or not joins(text[at - 1]))


def plain_places(text: str, start: int = 0, stop: int | None = None) -> Sequence[int]:
    """The places of the plain letters in text[start:stop], in order."""
    stop = len(text) if stop is None else stop
    if text.isascii():
        return range(start, stop) if text.isalpha() else [i for i in range(start, stop) if text[i].isalpha()]
    return [i for i in range(start, stop) if is_plain(text, i)]


def joins(other: str) -> bool:
    """Whether this character belongs to the one before it: a combining mark, a joiner, a skin tone."""
    return not other.isascii() and (category(other) in ("Mn", "Mc", "Me", "Cf", "Sk") or other in _SPACING)


def _in_a_block(letter: str) -> bool:
    return _JAMO[0] <= letter <= _JAMO[1] or _MORE_JAMO[0] <= letter <= _MORE_JAMO[1] or letter in _SPACING

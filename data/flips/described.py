"""An edit in the words of the field: what was done to which part of speech, where in the text, to which word."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from core.perturbations.word.word_class import CLASSES
from core.rewrite import Piece
from core.text.analysed import AnalysedText
from core.text.tokens import word_spans

CLASS_OF = {tag: name for name, tags in CLASSES.items() for tag in tags} | {"IN": "ADP", "TO": "ADP", "RP": "PRT"}
MARK, OTHER, BETWEEN = "punctuation", "other", "between words"
THIRDS = ("first third", "middle third", "last third")
NEW = "+ "  # stands before a word that was put in


class EditKind(StrEnum):
    """What an edit did. A change of letter case, and one of marks or white space alone, are kinds of their own."""

    WORD_INSERTED = "word inserted"
    WORD_DELETED = "word deleted"
    WORD_REPLACED = "word replaced"
    WORDS_SWAPPED = "words swapped"
    CHARACTER_INSERTED = "character inserted"
    CHARACTER_DELETED = "character deleted"
    CHARACTER_REPLACED = "character replaced"
    CHARACTERS_SWAPPED = "characters swapped"
    CASE = "letter case changed"
    MARKS = "punctuation or space changed"


OF_WORDS = (EditKind.WORD_INSERTED, EditKind.WORD_DELETED, EditKind.WORDS_SWAPPED, EditKind.WORD_REPLACED)
OF_CHARACTERS = (
    EditKind.CHARACTER_INSERTED,
    EditKind.CHARACTER_DELETED,
    EditKind.CHARACTERS_SWAPPED,
    EditKind.CHARACTER_REPLACED,
)


class Described(NamedTuple):
    """What is said of all edits of a text together; each value once, however many edits it is true of.

    `classes` are the universal parts of speech of the words touched (Petrov, Das & McDonald 2012), `thirds` the parts
    of the text by characters, `words` the words touched in lower case, those put in with "+ " before them.
    """

    kinds: set[str]
    classes: set[str]
    thirds: set[str]
    words: set[str]


def described(text: AnalysedText, edits: Sequence[Piece], characters: bool) -> Described:
    """All edits of a text whose tokens carry tags.

    `characters` says that the perturbation is one of characters, so that a word that it wrote anew (a misspelling) has
    changed characters. Otherwise an edit is of words where it covers a whole word or puts one in.
    """
    description = Described(set(), set(), set(), set())
    look = _Look(text)
    for edit in edits:
        look.add(edit, characters, description)
    return description


class _Look:
    """A text whose words and tokens are found by their places."""

    def __init__(self, text: AnalysedText) -> None:
        self.source = text.source
        self.third = max(len(text.source), 1) / 3
        self.classes = [CLASS_OF.get(token.tag, OTHER) if token.is_word else MARK for token in text.tokens]
        self.token_starts = [token.start for token in text.tokens]
        self.token_ends = [token.end for token in text.tokens]
        self.words = [text.source[start:end].lower() for start, end in text.words]
        self.word_starts = [start for start, _ in text.words]
        self.word_ends = [end for _, end in text.words]

    def add(self, edit: Piece, characters: bool, description: Described) -> None:
        """Put what is said of this edit to what is said of others."""
        start, end, new = edit
        either, of_words, of_characters = _kinds(self.source[start:end], new)
        kind = either or (of_characters if characters or not self._of_words(edit) else of_words)
        inside = kind in OF_CHARACTERS
        description.kinds.add(kind)
        first, last = (min(int(at / self.third), 2) for at in (start, max(end - 1, start)))
        description.thirds.update(THIRDS[first : last + 1])
        tokens = _touched(self.token_starts, self.token_ends, start, end, inside)
        description.classes.update(self.classes[tokens] or (BETWEEN,))
        words = _touched(self.word_starts, self.word_ends, start, end, inside)
        description.words.update(self.words[words] or [NEW + word for word in _words(new)])

    def _of_words(self, edit: Piece) -> bool:
        start, end, new = edit
        first = bisect_left(self.word_starts, start)
        if first < len(self.words) and self.word_ends[first] <= end:
            return True
        if start < end:
            return False
        apart_before = start == 0 or not (new[:1].isalnum() and self.source[start - 1].isalnum())
        apart_after = end == len(self.source) or not (new[-1:].isalnum() and self.source[end].isalnum())
        return apart_before and apart_after and bool(_words(new))


def _touched(starts: Sequence[int], ends: Sequence[int], start: int, end: int, inside: bool) -> slice:
    """The spans that the edit overlaps; an insertion of characters touches the word that it stands at."""
    if start < end:
        return slice(bisect_right(ends, start), bisect_left(starts, end))
    first, after = bisect_right(ends, start), bisect_left(starts, start)
    if first < after or not inside:
        return slice(first, after)
    first, after = bisect_left(ends, start), bisect_right(starts, start)
    return slice(first, min(after, first + 1))


@lru_cache(1 << 16)
def _kinds(old: str, new: str) -> tuple[EditKind | None, EditKind, EditKind]:
    """What made the one of the other: the kind if it is of neither words nor characters, and that as each of them."""
    before, after = _letters(old), _letters(new)
    either = EditKind.CASE if old.casefold() == new.casefold() else EditKind.MARKS if before == after else None
    return either, _change(_words(old), _words(new), OF_WORDS), _change(before, after, OF_CHARACTERS)


def _change(old: Sequence[str], new: Sequence[str], kinds: Sequence[EditKind]) -> EditKind:
    """Which of (inserted, deleted, swapped, replaced) makes these parts of those."""
    inserted, deleted, swapped, replaced = kinds
    before, after = Counter(old), Counter(new)
    if before == after:
        return swapped
    if before <= after:
        return inserted
    return deleted if after <= before else replaced


def _words(text: str) -> list[str]:
    return [text[start:end].lower() for start, end in word_spans(text)]


def _letters(text: str) -> list[str]:
    return [letter for letter in text.casefold() if letter.isalnum()]

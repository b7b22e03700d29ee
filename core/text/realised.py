"""The severity that a rewrite turned out to have, to be held against the one that was asked."""

from collections.abc import Sequence
from math import nan

from core.rewrite import Piece, Rewrite
from core.severity import Unit
from core.text.tokens import word_spans

ARTICLES = frozenset({"a", "an"})


def realised(rewrite: Rewrite, unit: Unit) -> float:
    """The percentage of the source's characters or written words that the rewrite touched; NaN for other units.

    NaN too where the source has no character, or no word, to take a share of.
    """
    if unit is Unit.PERCENT_CHARACTERS:
        total, touched = len(rewrite.source), edited_characters(rewrite)
    elif unit is Unit.PERCENT_WORDS:
        total, touched = len(word_spans(rewrite.source)), edited_words(rewrite)
    else:
        return nan
    return 100 * touched / total if total else nan


def edited_characters(rewrite: Rewrite) -> int:
    """The characters that the edits touched: of each, the longer of what went and what came.

    What both texts of an edit begin and end with is not part of it: "ie" for "ei" is two, one letter put in is one.
    """
    return sum(characters_between(rewrite.source[edit.start : edit.end], edit.text) for edit in rewrite.edits)


def characters_between(old: str, new: str) -> int:
    """What an edit from one text to the other costs in characters."""
    edit = _trim_unchanged(old, Piece(0, len(old), new))
    return max(edit.end - edit.start, len(edit.text))


def edited_words(rewrite: Rewrite) -> int:
    """The written words of the source that the edits touched; where one only puts words in, the words it puts in.

    An article that follows its noun ("a" to "an") is agreement, not an edit of its own.
    """
    spans = word_spans(rewrite.source)
    count = at = 0
    for piece in rewrite.edits:
        edit = _trim_unchanged(rewrite.source[piece.start : piece.end], piece)
        while at < len(spans) and spans[at][1] <= edit.start:
            at += 1
        end = at
        while end < len(spans) and spans[end][0] < edit.end:
            end += 1
        touched = [rewrite.source[slice(*span)].lower() for span in spans[at:end]]
        nouns = [word for word in touched if word not in ARTICLES] or touched
        count += len(nouns) or max(1, len(word_spans(edit.text)))
        at = max(at, end - 1)
    return count


def _trim_unchanged(old: str, edit: Piece) -> Piece:
    new = edit.text
    head = agreeing(old, new)
    tail = agreeing(old[head:][::-1], new[head:][::-1])
    return Piece(edit.start + head, edit.end - tail, new[head : len(new) - tail])


def agreeing(old: Sequence[str], new: Sequence[str]) -> int:
    """How many characters, or words, both begin with."""
    apart = (i for i, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    return next(apart, min(len(old), len(new)))

"""The character edits of Moradi & Samwald's own scripts: in tokens instead of words, and some of them in vain.

A token is drawn before it is known whether the edit can be made: one that changes nothing (two equal letters that
change places, a number whose letter is to be replaced) uses up one of the PPS and is lost. The scripts cut texts by
NLTK's `word_tokenize`; ours are cut by our own tokeniser, which follows the Penn Treebank too, and keep their white
space. The scripts dropped samples that did not change, so that a perturbed score rests on fewer samples than the score
on the originals; a run's scores over the changed samples alone stand for that.
"""

from string import ascii_letters, ascii_lowercase, ascii_uppercase

from core.lexicon.keyboard import ROWS
from core.lexicon.spelling import Misspellings
from core.perturbations.character.drawing import WordEdit
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.text.analysed import AnalysedText

SHORTEST = 3  # characters of a token that may be edited, marks like "..." too
_TOGGLED = str.maketrans(ascii_letters, ascii_uppercase + ascii_lowercase)
_ROWS = (*ROWS, *(row.upper() for row in ROWS))
BESIDE = {letter: row[max(i - 1, 0) : i] + row[i + 1 : i + 2] for row in _ROWS for i, letter in enumerate(row)}
"""The keys to the left and the right of each letter's in its row, in its case."""


def edit_tokens(text: AnalysedText, amount: int, draws: Draws, edit: WordEdit) -> Rewrite | None:
    """The text with `amount` different tokens drawn and edited; None when none is long enough or every edit is lost."""
    long_enough = [token for token in text.tokens if token.end - token.start >= SHORTEST]
    chosen = draws.sample(long_enough, amount)
    edits = [piece for token in chosen if (piece := edit(token.text, token.start, draws))]
    return Rewrite.of(text.source, edits) if edits else None


def inserted(token: str, start: int, draws: Draws) -> Piece:
    """A small letter before an inner character: never right before the last one."""
    place = start + _inner_place(token, draws)
    return Piece(place, place, draws.choice(ascii_lowercase))


def deleted(token: str, start: int, draws: Draws) -> Piece:
    """An inner character less."""
    place = _inner_place(token, draws)
    return Piece(start + place, start + place + 1, "")


def repeated(token: str, start: int, draws: Draws) -> Piece:
    """An inner character twice."""
    place = _inner_place(token, draws)
    return Piece(start + place, start + place, token[place])


def replaced(token: str, start: int, draws: Draws) -> Piece | None:
    """An inner letter replaced by the one on the key to its left or right; None where no inner character is one."""
    places = [i for i in range(1, len(token) - 1) if token[i] in BESIDE]
    if not places:
        return None
    place = draws.choice(places)
    return Piece(start + place, start + place + 1, draws.choice(BESIDE[token[place]]))


def swapped(token: str, start: int, draws: Draws) -> Piece | None:
    """Any character swapped with one beside it; None where the two are equal."""
    last = len(token) - 1
    place = draws.below(last + 1)
    left = place - 1 if place == last or (place and draws.below(2)) else place
    new = token[left + 1] + token[left]
    return Piece(start + left, start + left + 2, new) if new != token[left : left + 2] else None


def toggled(token: str, start: int, draws: Draws) -> Piece | None:
    """The case of the first or of all characters toggled; None where those are no letters from a to z."""
    old = token if draws.below(2) else token[0]
    new = old.translate(_TOGGLED)
    return Piece(start, start + len(old), new) if new != old else None


def misspelled(text: AnalysedText, amount: int, draws: Draws, misspellings: Misspellings) -> Rewrite | None:
    """Words of the list misspelled where they first stand in the text, also in longer words ("mother" in "smother").

    Each misspelling of each word that the text holds, in small letters, is as likely as the next, and no word is taken
    twice. One that lies over an earlier one is lost.
    """
    source = text.source
    pairs = [(word, wrong.text) for word, forms in misspellings.forms.items() if word in source for wrong in forms]
    edits: dict[str, Piece | None] = {}
    for word, wrong in draws.sample(pairs, len(pairs)):
        if len(edits) == amount:
            break
        if word not in edits:
            start = source.index(word)
            piece = Piece(start, start + len(word), wrong)
            edits[word] = None if any(_overlap(piece, other) for other in edits.values() if other) else piece
    pieces = [piece for piece in edits.values() if piece]
    return Rewrite.of(source, pieces) if pieces else None


def _overlap(one: Piece, other: Piece) -> bool:
    return one.start < other.end and other.start < one.end


def _inner_place(token: str, draws: Draws) -> int:
    """The place of a character that is neither the first nor the last of at least three."""
    return 1 + draws.below(len(token) - 2)

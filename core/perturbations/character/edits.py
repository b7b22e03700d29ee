"""Character-level perturbations of Moradi & Samwald 2021 (section 4.1): at most PPS edits, each in another random word.

A word is a written word; its letters are edited, never its apostrophes, hyphens, digits or combining marks. The paper
does not say whether two edits may meet in a word; ours never do, since a second one could undo the first.

Under paper rules the places are tokens, as `token_edits` says. The authors' scripts make one edit a text (up to three
misspellings), a number that is no parameter of theirs; here it is as many as are asked, each in another token.
"""

from string import ascii_lowercase

from core.lexicon.keyboard import NEIGHBOURS
from core.lexicon.spelling import Misspellings
from core.papers import MORADI
from core.perturbations.character.drawing import edit_words
from core.perturbations.character.token_edits import (
    deleted,
    edit_tokens,
    inserted,
    misspelled,
    repeated,
    replaced,
    swapped,
    toggled,
)
from core.perturbations.registry import Level, perturbation
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit
from core.text.analysed import AnalysedText
from core.text.letters import is_plain, plain_places

of_moradi = perturbation(
    level=Level.CHARACTER, unit=Unit.PPS, alters_meaning=False, paper=MORADI, section="4.1", rules={Rules.PAPER: {}}
)


@of_moradi
def character_insertion(text: AnalysedText, amount: int, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Inserts a random letter inside random words.

    The word has at least three characters, and the letter is neither its first nor its last ("firsdt"); it goes
    between two letters. Which character is inserted the paper does not say: ours is a letter of the English alphabet,
    a capital in a word of capitals.

    Paper rules: a token of three characters or more, marks included, gets a small letter before one of its inner
    characters, so never right before its last character. So "firsdt", the paper's example, is impossible.
    """
    if rules is Rules.PAPER:
        return edit_tokens(text, amount, draws, inserted)
    return edit_words(text, amount, draws, _insert)


def _insert(word: str, start: int, draws: Draws) -> Piece | None:
    if len(word) < 3:
        return None
    if word.isascii() and word.isalpha():
        place = 1 + draws.below(len(word) - 1)
    else:
        places = [i for i in range(1, len(word)) if is_plain(word, i - 1) and is_plain(word, i)]
        if not places:
            return None
        place = draws.choice(places)
    letter = draws.choice(ascii_lowercase)
    return Piece(start + place, start + place, letter.upper() if word.isupper() else letter)


@of_moradi
def character_deletion(text: AnalysedText, amount: int, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Deletes a random letter inside random words.

    The word has at least three characters, and its first and last stay ("discovred").

    Paper rules: a token of three characters or more, marks included, loses one of its inner characters.
    """
    if rules is Rules.PAPER:
        return edit_tokens(text, amount, draws, deleted)
    return edit_words(text, amount, draws, _delete)


def _delete(word: str, start: int, draws: Draws) -> Piece | None:
    place = _inner_letter(word, draws)
    return Piece(start + place, start + place + 1, "") if place else None


def _inner_letter(word: str, draws: Draws) -> int:
    """The place of a random letter that is neither first nor last; 0 where the word has none."""
    if len(word) < 3:
        return 0
    if word.isascii() and word.isalpha():
        return 1 + draws.below(len(word) - 2)
    inner = [i for i in plain_places(word) if 0 < i < len(word) - 1]
    return draws.choice(inner) if inner else 0


@of_moradi
def character_replacement(
    text: AnalysedText, amount: int, draws: Draws, *, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Replaces a random letter of random words by a letter beside it on a QWERTY keyboard.

    The letter keeps its case ("Minister" becomes "Monister"). Only letters have neighbours here, and only letters are.

    Paper rules: an inner letter of a token of three characters or more becomes the letter to its left or right in its
    row of keys. A token without an inner letter ("...", "1999") counts as an edit and stays.
    """
    if rules is Rules.PAPER:
        return edit_tokens(text, amount, draws, replaced)
    return edit_words(text, amount, draws, _replace)


def _replace(word: str, start: int, draws: Draws) -> Piece | None:
    if word.isascii() and word.isalpha():
        place = draws.below(len(word))
    else:
        places = [i for i in plain_places(word) if word[i] in NEIGHBOURS]
        if not places:
            return None
        place = draws.choice(places)
    return Piece(start + place, start + place + 1, draws.choice(NEIGHBOURS[word[place]]))


@of_moradi
def character_swapping(text: AnalysedText, amount: int, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Swaps a random letter of random words with the letter beside it.

    Two equal letters are no pair: their swap would change nothing. Each letter takes its case along.

    Paper rules: any character of a token of three characters or more, marks included, changes places with a character
    beside it. Two equal characters count as an edit and stay.
    """
    if rules is Rules.PAPER:
        return edit_tokens(text, amount, draws, swapped)
    return edit_words(text, amount, draws, _swap)


def _swap(word: str, start: int, draws: Draws) -> Piece | None:
    if len(word) < 2:
        return None
    place = draws.below(len(word) - 1)
    if word[place] == word[place + 1] or not (word.isascii() and word.isalpha()):
        letters = set(plain_places(word))
        places = [i for i in letters if i + 1 in letters and word[i] != word[i + 1]]
        if not places:
            return None
        place = draws.choice(sorted(places))
    return Piece(start + place, start + place + 2, word[place + 1] + word[place])


@of_moradi
def character_repetition(text: AnalysedText, amount: int, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Doubles a random letter inside random words.

    The letter is neither the first nor the last of its word ("heartts"), so that the word has at least three.

    Paper rules: one of the inner characters of a token of three characters or more, marks included, is doubled.
    """
    if rules is Rules.PAPER:
        return edit_tokens(text, amount, draws, repeated)
    return edit_words(text, amount, draws, _double)


def _double(word: str, start: int, draws: Draws) -> Piece | None:
    place = _inner_letter(word, draws)
    return Piece(start + place + 1, start + place + 1, word[place]) if place else None


@of_moradi
def common_misspelled_words(
    text: AnalysedText, amount: int, draws: Draws, *, misspellings: Misspellings, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Replaces random words by misspellings from Wikipedia's list of common misspellings.

    The word keeps its case ("fluorescent" becomes "florescent"). The list knows the misspellings of about 3,000 words,
    many of them frequent; where a word has several, each is as likely as the next.

    Paper rules: the words of the list are found anywhere in small letters, also in longer words ("mother" in
    "smother"), and each is misspelled at its first place. The script changed up to three words; Flinch changes as many
    as the severity says.
    """
    if rules is Rules.PAPER:
        return misspelled(text, amount, draws, misspellings)
    chosen = draws.sample(misspellings.find(text), amount)
    edits = [word.edit(draws.choice(word.known), text.source) for word in chosen]
    return Rewrite.of(text.source, edits) if edits else None


@of_moradi
def letter_case_changing(text: AnalysedText, amount: int, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Toggles the case of the first letter, or of all letters, of random words.

    Which of the two is drawn for each word. A word whose first character has no case ("3D") changes as a whole; one
    without any case is not applicable.

    Paper rules: a token of three characters or more is drawn, and its first letter or all of its letters change, by
    chance. If there is no letter from a to z to change, the token stays and still counts as an edit.
    """
    if rules is Rules.PAPER:
        return edit_tokens(text, amount, draws, toggled)
    return edit_words(text, amount, draws, _toggle)


def _toggle(word: str, start: int, draws: Draws) -> Piece | None:
    whole = draws.below(2)
    if not whole and (first := word[0].swapcase()) != word[0]:
        return Piece(start, start + 1, first)
    toggled = word.swapcase()
    return Piece(start, start + len(word), toggled) if toggled != word else None

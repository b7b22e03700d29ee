"""One change in a token, as Romero's program makes it (Romero 2023, section 3.3.1; TextFlint)."""

from string import ascii_lowercase, ascii_uppercase, digits

from core.lexicon.spelling import Misspellings
from core.perturbations.character.substitution import Table
from core.perturbations.textflint import TokenEdit
from core.randomness import Draws
from core.rewrite import Piece
from core.text.letters import is_single
from core.text.tokens import Token


def from_table(table: Table) -> TokenEdit:
    """The edit that puts another character of the table in the place of one of the token's."""

    def edit(token: Token, draws: Draws) -> Piece | None:
        word = token.text
        places = [i for i, character in enumerate(word) if character in table and is_single(word, i)]
        if not places:
            return None
        at = draws.choice(places)
        return _token_edit(token, at, at + 1, draws.choice(table[word[at]]))

    return edit


def misspelled(misspellings: Misspellings) -> TokenEdit:
    """The edit that puts another word of the list in the place of one that it holds as written."""

    def edit(token: Token, draws: Draws) -> Piece | None:
        choices = misspellings.forms.get(token.text)
        return _token_edit(token, 0, len(token.text), draws.choice(choices).text) if choices else None

    return edit


def slip_letter(token: Token, draws: Draws) -> Piece | None:
    """A letter replaced, swapped, inserted or deleted; a token counts only where two draws of the four both can be."""
    return None if _slip(token, draws) is None else _slip(token, draws)


def _slip(token: Token, draws: Draws) -> Piece | None:
    """One of the four slips, the first and last letter staying; None where the token is too short for what was drawn.

    As in the program, a single letter stays but for a replacement, which can't be, and two letters when replaced do.
    """
    word, size, slip = token.text, len(token.text), draws.below(4)
    if size == 1 or (size == 2 and slip == 0):
        return None if size == 1 and slip == 0 else _token_edit(token, 0, 0, "")
    if slip == 1:
        at = 1 + draws.below(size - 1)
        return _safe_edit(token, at, at, _letter(word[at], draws))
    if size < 3 + (slip == 3):
        return None
    at = 1 + draws.below(size - 2 - (slip == 3))
    if slip == 3:
        return _safe_edit(token, at, at + 2, word[at + 1] + word[at])
    return _safe_edit(token, at, at + 1, _letter(word[at], draws) if slip == 0 else "")


def _letter(like: str, draws: Draws) -> str:
    return draws.choice(digits if like.isdigit() else ascii_uppercase if like.isupper() else ascii_lowercase)


def _safe_edit(token: Token, start: int, end: int, new: str) -> Piece | None:
    """The edit, None where it would part a letter from its mark."""
    whole = all(is_single(token.text, i) for i in range(start, max(end, start + 1)))
    return _token_edit(token, start, end, new) if whole else None


def _token_edit(token: Token, start: int, end: int, new: str) -> Piece:
    return Piece(token.start + start, token.start + end, new)

"""Words replaced by a lemma of any of their senses, as Romero's program does (Romero 2023, section 3.3.2)."""

from core.lexicon.any_sense import PARTS, AnySense
from core.perturbations.textflint import TokenEdit
from core.randomness import Draws
from core.rewrite import Piece
from core.text.tokens import Token

PART_OF = {"NN": "n", "VB": "v", "JJ": "a", "RB": "r"}  # by the first two letters of a tag; without satellites


def any_lemma(words: AnySense) -> TokenEdit:
    """The edit that puts another lemma of one word, as it is written there, in the token's place."""

    def edit(token: Token, draws: Draws) -> Piece | None:
        written = token.text.lower()
        lemmas = words.of(written, PART_OF.get(token.tag[:2], PARTS))
        others = [lemma for lemma in lemmas if "_" not in lemma and lemma.lower() != written]
        return Piece(token.start, token.end, draws.choice(others)) if others else None

    return edit

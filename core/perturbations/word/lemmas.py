"""Words replaced by a lemma of any of their senses, as the programs of Moradi & Samwald (2021) and Romero (2023) do."""

from core.lexicon.any_sense import PARTS, AnySense
from core.perturbations.textflint import TokenEdit
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.text.analysed import AnalysedText
from core.text.tokens import Token

TAKEN = frozenset({"CD", "JJ", "JJR", "JJS", "NN", "NNS", "RB", "RBR", "RBS"})
PART_OF = {"NN": "n", "VB": "v", "JJ": "a", "RB": "r"}  # by the first two letters of a tag; without satellites


def first_replaced(text: AnalysedText, amount: int, draws: Draws, words: AnySense) -> Rewrite | None:
    """The first `amount` nouns, adjectives, adverbs and numerals that WordNet knows, each as a lemma; None for none.

    So does Moradi & Samwald's script. Words are told apart as they are written, and one that comes several times is
    replaced at its last place. A lemma is as likely as it has senses in common with the word; it is neither inflected
    nor given the word's case.
    """
    places = {token.text: token for token in text.tokens if token.tag in TAKEN}
    edits: list[Piece] = []
    for word, token in places.items():
        if len(edits) == amount:
            break
        lemmas = [lemma for sense in words.senses(word) for lemma in sense if lemma != word]
        if lemmas:
            edits.append(Piece(token.start, token.end, draws.choice(lemmas).replace("_", " ")))
    return Rewrite.of(text.source, edits) if edits else None


def any_lemma(words: AnySense) -> TokenEdit:
    """Romero's edit: another lemma of one word, as it is written there, in the token's place (section 3.3.2)."""

    def edit(token: Token, draws: Draws) -> Piece | None:
        written = token.text.lower()
        lemmas = words.of(written, PART_OF.get(token.tag[:2], PARTS))
        others = [lemma for lemma in lemmas if "_" not in lemma and lemma.lower() != written]
        return Piece(token.start, token.end, draws.choice(others)) if others else None

    return edit

"""Synonyms as Moradi & Samwald's script takes them: any lemma of any sense, for the first words that have one."""

from core.lexicon.any_sense import AnySense
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.text.analysed import AnalysedText

TAKEN = frozenset({"CD", "JJ", "JJR", "JJS", "NN", "NNS", "RB", "RBR", "RBS"})


def first_replaced(text: AnalysedText, amount: int, draws: Draws, words: AnySense) -> Rewrite | None:
    """The first `amount` nouns, adjectives, adverbs and numerals that WordNet knows, each as a lemma; None for none.

    Words are told apart as they are written, and one that comes several times is replaced at its last place. A lemma
    is as likely as it has senses in common with the word; it is neither inflected nor given the word's case.
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

"""Replacement with neighbours in a word-embedding space (Romero 2023)."""

from core.lexicon.synonyms import Synonyms
from core.perturbations.word.synonyms import exchanged, of_romero
from core.randomness import Draws
from core.rewrite import Rewrite
from core.rules import Rules
from core.text.analysed import AnalysedText


@of_romero(designs=(Rules.OURS, Rules.CAREFUL), rules={Rules.CAREFUL: {"neighbours": "careful_neighbours"}})
def swap_syn_word_embedding(text: AnalysedText, amount: float, draws: Draws, *, neighbours: Synonyms) -> Rewrite | None:
    """Replaces a percentage of the words by near neighbours in a word-embedding space, in the same form.

    The thesis took GloVe vectors (by TextFlint); so do we where FLINCH_GLOVE names a file of them. Otherwise the
    neighbours come from the sentence encoder all-MiniLM-L6-v2, in a table that ships. Either way a neighbour has the
    word's part of speech and form, and opposites, which are near each other in any such space, are left out; what is
    left alone, how the best are drawn, the article and the count of words are as in `swap_syn_wordnet`. The table that
    ships has no neighbour for a word as rare as the "caricature" of the thesis's example; a GloVe file may have one.
    What the thesis prints under this name is another thing (`swap_named_entities`), so that no printed figure stands
    beside this one.

    Careful: replaces a percentage of the words, only by neighbours in our own table that nearly always mean the same.
    """
    return exchanged(text, amount, draws, neighbours)

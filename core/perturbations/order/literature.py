"""Random and fixed word orders of the literature that ask nothing of grammar.

Half shuffles and the reversal are of Parthasarathi et al. 2021, as figure 6 of Clouatre et al. 2021 places them. That
no word stays in its place is of Sinha et al. 2021 (*UnNatural Language Inference*). N-grams are shuffled by Pham et al.
2021 (up to three words) and by Sinha et al. 2021 (*Masked Language Modeling and the Distributional Hypothesis*, four).
Parthasarathi's word shuffle is `word_full_shuffle`. Marks stay at their places, as in the shuffles of `shuffles`.
"""

from core.perturbations.order.places import NAMED, PLACED, in_order, of_literature, shuffled
from core.randomness import Draws
from core.rewrite import Rewrite
from core.text.analysed import AnalysedText


@of_literature(PLACED)
def word_reversal(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts the words into reverse order."""
    return in_order(text, range(len(text.words))[::-1])


@of_literature(PLACED)
def first_half_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts the words of the first half into another order; a middle word belongs to the second half."""
    return shuffled(text, [[i] for i in range(len(text.words) // 2)], draws)


@of_literature(PLACED)
def second_half_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts the words of the second half into another order; a middle word belongs to this half."""
    return shuffled(text, [[i] for i in range(len(text.words) // 2, len(text.words))], draws)


@of_literature(NAMED)
def word_derangement(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts the words into a random order in which no word keeps its place.

    Every such order is as likely as the next: full shuffles are drawn until one is such, in the mean 2.7.
    """
    order = list(range(len(text.words)))
    if len(order) < 2:
        return None
    while any(place == word for place, word in enumerate(order)):
        draws.shuffle(order)
    return in_order(text, order)


@of_literature(NAMED)
def bigram_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Cuts the text into pairs of words and puts the pairs into another order."""
    return _ngrams_shuffled(text, 2, draws)


@of_literature(NAMED)
def trigram_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Cuts the text into groups of three words and puts the groups into another order."""
    return _ngrams_shuffled(text, 3, draws)


@of_literature(NAMED)
def fourgram_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Cuts the text into groups of four words and puts the groups into another order."""
    return _ngrams_shuffled(text, 4, draws)


def _ngrams_shuffled(text: AnalysedText, n: int, draws: Draws) -> Rewrite | None:
    """The n-grams from the first word on, of which the last may be shorter, in another order."""
    words = range(len(text.words))
    return shuffled(text, [words[i : i + n] for i in words[::n]], draws)

"""Words that change places with words of their class, or of another: orders of Parthasarathi et al. 2021.

Figure 6 of Clouatre et al. 2021 places them. Which word goes where follows the public program of Parthasarathi et al.
(ppartha03/UMT), with these differences: classes are those of our tagger, of which be, have and do are always verbs;
nouns, names and personal pronouns stand for the program's noun chunks, the end of which it leaves behind; no mark is
added or moved, and a short text counts. A written word moves whole; a contraction is of the class of its first part.
"""

from core.perturbations.order.places import PLACED, exchanged, in_order, of_class, of_literature, shuffled
from core.perturbations.word.word_class import CLASSES
from core.randomness import Draws
from core.rewrite import Rewrite
from core.text.analysed import AnalysedText

NOUNS = (*CLASSES["NOUN"], "PRP")
SUBORDINATING = frozenset({"that", "if", "because", "since", "while", "although", "though", "unless", "until"})
SUBORDINATING |= {"whether", "whereas", "lest"}
by_class = of_literature(PLACED, needs_tags=True)


@by_class
def noun_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts the nouns, names and personal pronouns into another order; other words stay in place."""
    return shuffled(text, [[i] for i in of_class(text, NOUNS)], draws)


@by_class
def verb_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts the verbs into another order; other words stay in place."""
    return shuffled(text, [[i] for i in _verbs(text)], draws)


@by_class
def function_word_shuffle(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts the determiners and prepositions into another order; other words stay in place."""
    function = {*of_class(text, (*CLASSES["DET"], "IN", "RP"))} - {*_conjunctions(text)}
    return shuffled(text, [[i] for i in sorted(function)], draws)


@by_class
def conjunction_reversal(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts the conjunctions into reverse order; other words stay in place."""
    conjunctions = _conjunctions(text)
    half = len(conjunctions) // 2
    return exchanged(text, conjunctions[:half], conjunctions[::-1])


@by_class
def noun_verb_swap(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Exchanges the first noun with the first verb, the second with the second, and so on."""
    return exchanged(text, of_class(text, NOUNS), _verbs(text))


@by_class
def noun_verb_mismatch(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Exchanges the first noun with the last verb, the second with the last but one, and so on."""
    return exchanged(text, of_class(text, NOUNS), _verbs(text)[::-1])


@by_class
def noun_adjective_swap(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Exchanges the last noun with the first adjective, the last but one with the second, and so on."""
    return exchanged(text, of_class(text, NOUNS)[::-1], of_class(text, CLASSES["ADJ"]))


@by_class
def adverb_verb_swap(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Exchanges the last adverb with the last verb, the last but one with the last but one, and so on."""
    return exchanged(text, of_class(text, CLASSES["ADV"])[::-1], _verbs(text)[::-1])


@by_class
def verb_front(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts all verbs at the beginning of the text, the last verb first, as the authors' program does."""
    verbs = _verbs(text)
    return in_order(text, [*verbs[::-1], *(i for i in range(len(text.words)) if i not in verbs)])


def _verbs(text: AnalysedText) -> list[int]:
    return of_class(text, CLASSES["VERB"])


def _conjunctions(text: AnalysedText) -> list[int]:
    """Those that coordinate, and those words that subordinate wherever they are no adverbs or pronouns."""
    prepositions = of_class(text, ["IN"])
    subordinating = [i for i in prepositions if text.source[slice(*text.words[i])].lower() in SUBORDINATING]
    return sorted([*of_class(text, ["CC"]), *subordinating])

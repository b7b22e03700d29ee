"""Removal of whole word classes (Talman et al. 2022, section 3)."""

from core.papers import TALMAN
from core.perturbations.registry import Level, perturbation
from core.perturbations.word.words import without
from core.randomness import Draws
from core.rewrite import Rewrite
from core.severity import Unit
from core.text.analysed import AnalysedText

CLASSES = {  # Penn Treebank tags as the universal classes of Petrov, Das & McDonald 2012
    "ADJ": ("JJ", "JJR", "JJS"),
    "ADV": ("RB", "RBR", "RBS", "WRB"),
    "CONJ": ("CC",),
    "DET": ("DT", "EX", "PDT", "WDT"),
    "NOUN": ("NN", "NNS", "NNP", "NNPS"),
    "NUM": ("CD",),
    "PRON": ("PRP", "PRP$", "WP", "WP$"),
    "VERB": ("MD", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"),
}


@perturbation(
    level=Level.WORD_CLASS,
    unit=Unit.WORD_CLASS,
    alters_meaning=True,
    paper=TALMAN,
    section="3",
    needs_tags=True,
)
def word_class_removal(text: AnalysedText, amount: str, draws: Draws) -> Rewrite | None:
    """Removes every word of one universal class, or of several ("ADJ+ADV").

    Each goes with one adjoining space. A contraction comes apart as the treebank cuts it: without verbs "it's" is
    "it", and "don't" keeps its "n't", which is an adverb. Nothing is drawn: every seed gives the same text. A text
    that would lose its last word is not applicable, since no model could be asked about it; the paper does not say.
    """
    tags = {tag for name in amount.split("+") for tag in CLASSES[name]}
    going = [(token.start, token.end) for token in text.tokens if token.tag in tags and token.is_word]
    if not going or len(going) == sum(token.is_word for token in text.tokens):
        return None
    return without(text.source, going)

"""Removal of whole word classes (Talman et al. 2022, section 3)."""

from collections.abc import Sequence

from core.papers import TALMAN
from core.perturbations.registry import Level, perturbation
from core.perturbations.word.words import without
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit
from core.text.analysed import AnalysedText, PennTags, tags_of
from core.text.tokens import Token

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
    rules={Rules.PAPER: {"penn_tags": "nltk_tags"}},
)
def word_class_removal(
    text: AnalysedText, amount: str, draws: Draws, *, penn_tags: PennTags = tags_of, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Removes every word of one word class, or of several classes ("ADJ+ADV").

    Each goes with one adjoining space. A contraction comes apart as the treebank cuts it: without verbs "it's" is
    "it", and "don't" keeps its "n't", which is an adverb. Nothing is drawn: every seed gives the same text. A text
    that would lose its last word is not applicable, since no model could be asked about it; the paper does not say.

    Paper rules: NLTK's tagger gives a token its class if NLTK's data is there (NLTK_DATA); otherwise our tagger does.
    Signs that the tagger takes for words ("%" for a noun) are removed too, and a text can become empty. We compared
    CoLA's development sentences without nouns with the authors' file: 99.8 % have the same words, and 98 % the same
    characters (81 % with our tagger). The program joins tokens so that quotation marks and spaces of tokenised text
    change too. We do not copy that; the paper's figures on data with many of these may depend on it.
    """
    tags = {tag for name in amount.split("+") for tag in CLASSES[name]}
    if rules is Rules.PAPER:
        return _delete(text, [token for token, tag in zip(text.tokens, penn_tags(text), strict=True) if tag in tags])
    going = [(token.start, token.end) for token in text.tokens if token.tag in tags and token.is_word]
    if not going or len(going) == sum(token.is_word for token in text.tokens):
        return None
    return without(text.source, going)


def _delete(text: AnalysedText, tokens: Sequence[Token]) -> Rewrite | None:
    """The text without these tokens, though none of the others may be a word; "" where there are no others."""
    if not tokens:
        return None
    if len(tokens) == len(text.tokens):
        return Rewrite.of(text.source, [Piece(0, len(text.source), "")])
    return without(text.source, [(token.start, token.end) for token in tokens])

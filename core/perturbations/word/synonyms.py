"""Replacement with WordNet synonyms (Moradi & Samwald 2021; Romero 2023), with the form of the word each replaces."""

from collections.abc import Sequence

from core.english.articles import article
from core.lexicon.any_sense import AnySense
from core.lexicon.synonyms import Synonyms
from core.papers import MORADI, ROMERO
from core.perturbations.registry import Level, perturbation
from core.perturbations.textflint import edited, of_words
from core.perturbations.word.any_lemma import any_lemma
from core.perturbations.word.lemmas import first_replaced
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit, rounded
from core.text.analysed import AnalysedText
from core.text.casing import match_case
from core.text.tokens import Token

PARTICLES = frozenset({"RP", "IN", "TO"})
DO = frozenset({"do", "does", "did"})
DEGREE = frozenset({"more", "most", "less", "least"})
NOT = frozenset({"n't", "n’t", "not"})  # what stands before them is an auxiliary, whatever the tagger thinks
MODIFIED = frozenset({"DT", "JJ", "PRP$", "NN", "POS", "CD"})
NOTHING = Token(0, 0, "", "")

Place = tuple[int, tuple[str, ...]]
"""A token's number and the forms that may stand in its place."""


@perturbation(
    level=Level.WORD,
    unit=Unit.PPS,
    alters_meaning=True,
    paper=MORADI,
    section="4.2",
    needs_tags=True,
    rules={Rules.CAREFUL: {"synonyms": "careful_synonyms"}, Rules.PAPER: {"synonyms": "any_sense"}},
)
def synonym_replacement(
    text: AnalysedText, amount: int, draws: Draws, *, synonyms: Synonyms | AnySense
) -> Rewrite | None:
    """Replaces random words by WordNet synonyms of the same part of speech, number, tense and degree.

    Case is restored, and "a" or "an" before the word follows it, as part of the same edit. Words that make sense only
    together ("ice cream"), compounds, verbs with a preposition or particle, names and function words are left alone.
    The synonyms of common words were read one by one; a rarer word has those that share its main sense. The best come
    first and are drawn most. The paper's own example ("precious stone" to "valued rock") is not made: WordNet knows the
    two words as one.

    Careful: replaces random words by those of our synonyms that nearly always mean the same.

    Paper rules: the first words of the text that WordNet knows and that are nouns (no names), adjectives, adverbs or
    numerals become any lemma of any sense and part of speech, neither inflected nor in the word's case, which may be
    their own in another case. Nothing is left alone, and nothing around the word follows. The script writes a lemma of
    several words with underscores ("golf_game" in the paper's Figure 1); ours has spaces, as people write.
    """
    if isinstance(synonyms, AnySense):
        return first_replaced(text, amount, draws, synonyms)
    found = replaceable(text, synonyms)
    if not found:
        return None
    return Rewrite.of(text.source, [exchange(text, place, draws) for place in draws.sample(found, amount)])


@perturbation(
    level=Level.WORD,
    unit=Unit.PERCENT_WORDS,
    alters_meaning=True,
    paper=ROMERO,
    section="3.3.2",
    needs_tags=True,
    rules={Rules.CAREFUL: {"synonyms": "careful_synonyms"}, Rules.PAPER: {"synonyms": "any_sense"}},
)
def swap_syn_wordnet(
    text: AnalysedText, amount: float, draws: Draws, *, synonyms: Synonyms | AnySense
) -> Rewrite | None:
    """Replaces a percentage of the words by WordNet synonyms of the same part of speech, number, tense and degree.

    The same replacement as `synonym_replacement`, with the severity of the thesis. The thesis used TextFlint, which
    replaces any word of a text by any lemma of any sense, uninflected; we keep to the senses and forms that fit. "Cake"
    for "pie", its example, is not a synonym in WordNet 3.0 and is not made. Few words have a synonym that fits, so a
    text may get fewer edits than its severity asks for.

    Careful: replaces a percentage of the words by those of our synonyms that nearly always mean the same.

    Paper rules: the percentage of the words, cut off and at least one, is how many tokens are replaced; function words
    are among them, but for 55. Each becomes a lemma of one word of any sense that it has as its part of speech, neither
    inflected nor in its case. The program takes the same lemma for a word all through a run, whichever comes first;
    ours is drawn.
    """
    if isinstance(synonyms, AnySense):
        return edited(text, of_words(text, amount), draws, any_lemma(synonyms))
    return exchanged(text, amount, draws, synonyms)


def exchanged(text: AnalysedText, amount: float, draws: Draws, words: Synonyms) -> Rewrite | None:
    """`amount` percent of the text's words replaced by others that `words` offers, one word each; None for no word."""
    budget = rounded(amount, len(text.words), draws)
    found = replaceable(text, words) if budget else []
    if not found:
        return None
    return Rewrite.of(text.source, [exchange(text, place, draws) for place in draws.sample(found, budget)])


def replaceable(text: AnalysedText, words: Synonyms) -> list[Place]:
    """Every token that others may stand in for, with those others, in reading order."""
    tokens, forms = text.tokens, words.forms
    found: list[Place] = []
    loud = text.source.isupper()
    for i, (_, _, word, tag) in enumerate(tokens):
        table = forms.get(tag)
        others = table.get(word) or table.get(word.lower()) if table else None
        if others and _alone(tokens, i, words.collocations, loud):
            found.append((i, others))
    if found and any(tokens[i].tag[0] == "N" for i, _ in found):
        unsure = _verbless_from(tokens)
        return [place for place in found if place[0] < unsure or tokens[place[0]].tag[0] != "N"]
    return found


def exchange(text: AnalysedText, place: Place, draws: Draws) -> Piece:
    """The edit that puts one of the others in the token's place, in its case, the article before it set right."""
    i, others = place
    token, tokens, source = text.tokens[i], text.tokens, text.source
    new = match_case(_best(others, draws), token.text)
    before = tokens[i - 1] if i else None
    if before and before.text.lower() in ("a", "an") and before.text.lower() != article(new):
        between = source[before.end : token.start]
        if between.isspace():
            return Piece(before.start, token.end, match_case(article(new), before.text) + between + new)
    return Piece(token.start, token.end, new)


def _best(others: tuple[str, ...], draws: Draws) -> str:
    """One of the others, which come best first: of two draws the better, so of three 5/9, 3/9 and 1/9."""
    n = len(others)
    return others[min(draws.below(n), draws.below(n))] if n > 1 else others[0]


def _alone(tokens: Sequence[Token], i: int, collocations: frozenset[str], loud: bool) -> bool:
    """Whether the word means something by itself, is not a name, and is what the tagger took it for.

    In a `loud` text, all in capitals, names can't be told.
    """
    word, tag = tokens[i].text, tokens[i].tag
    before = tokens[i - 1] if i else NOTHING
    after = tokens[i + 1] if i + 1 < len(tokens) else NOTHING
    if before.is_word and not loud and word[0].isupper():  # part of a name, whatever the tagger thinks
        return False
    if before.text.lower() in DEGREE:  # "the most difficult" is not "the most hard"
        return False
    if tag[0] == "V":
        if after.text.lower() in NOT or after.tag in PARTICLES:
            return False
        if any(token.tag == "RP" for token in tokens[i + 2 : i + 4]):  # "turned it off"
            return False
        if tag == "VBG" and before.tag in MODIFIED and after.tag[:1] == "N":  # "the opening scene"
            return False
    elif tag[0] == "N" and not _single(before, tag, after):
        return False
    return not (collocations and _fixed(tokens, i, collocations))


def _single(before: Token, tag: str, after: Token) -> bool:
    """Whether a noun between these tokens stands for itself: in no compound, and surely a noun."""
    if before.tag[:1] == "N" or after.tag in ("NN", "NNS"):
        return False
    if tag == "NN" and before.tag == "TO":  # "to serve two terms": a verb taken for a noun
        return False
    return not (tag == "NNS" and after.tag == "POS")  # "children's" and "infants'" take different signs


def _fixed(tokens: Sequence[Token], i: int, collocations: frozenset[str]) -> bool:
    """Whether the word is part of two or three words that make sense only together."""
    first = max(0, i - 2)
    near = [token.text.lower() for token in tokens[first : i + 3]]
    at = i - first
    pairs = (" ".join(near[j : j + 2]) for j in range(max(0, at - 1), min(at + 1, len(near) - 1)))
    threes = (" ".join(near[j : j + 3]) for j in range(max(0, at - 2), min(at + 1, len(near) - 2)))
    return any(pair in collocations for pair in pairs) or any(three in collocations for three in threes)


def _verbless_from(tokens: Sequence[Token]) -> int:
    """Where a "do" stands that no verb follows: a later noun may be that verb ("What does a pedometer measure?")."""
    for i in range(len(tokens) - 1, -1, -1):
        if tokens[i].tag == "VB":
            break
        if tokens[i].text.lower() in DO:
            return i
    return len(tokens)

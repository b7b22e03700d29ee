"""Replacement with synonyms (Moradi & Samwald 2021; Romero 2023), with the form of the word each replaces."""

from collections.abc import Container, Sequence
from enum import IntEnum
from functools import cached_property, partial

from core.english.articles import article
from core.english.clauses import DO
from core.english.naming import QUOTES
from core.lexicon.any_sense import AnySense
from core.lexicon.synonyms import Synonyms, WordContext
from core.papers import ROMERO
from core.perturbations.registry import Level, perturbation
from core.perturbations.textflint import edited, of_words
from core.perturbations.word.lemmas import any_lemma, first_replaced
from core.perturbations.word.words import of_moradi
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit, rounded
from core.text.analysed import AnalysedText
from core.text.casing import match_case
from core.text.tokens import Token

PARTICLES = frozenset({"RP", "IN", "TO"})
DEGREE = frozenset({"more", "most", "less", "least"})
NOT = frozenset({"n't", "n’t", "not"})  # what stands before them is an auxiliary, whatever the tagger thinks
MODIFIED = frozenset({"DT", "JJ", "PRP$", "NN", "POS", "CD"})
NOTHING = Token(0, 0, "", "")
CONTENT = frozenset({"NN", "VB", "JJ", "RB"})  # the first two letters of tags
COPULA = frozenset({"is", "are", "was", "were", "be", "been", "am", "'s", "do", "does", "did", "many", "not", "n't"})
AUXILIARIES = COPULA | frozenset({"has", "have", "had", "'ve", "having", "being", "get", "got"})
NO_HEAD = frozenset({"NN", "NNS", "POS"})  # before these a noun is none
QUOTED = 6  # words in quotation marks, at most, that are a title or a word spoken of
SPOKEN_OF = frozenset({"difference", "meaning", "definition", "synonym", "antonym", "slogan", "motto", "nickname"})
LONGEST = 4  # words of a set phrase
OTHER_RULES = {
    Rules.CAREFUL: {"synonyms": "careful_synonyms"},
    Rules.BROAD: {"synonyms": "broad_synonyms"},
    Rules.PAPER: {"synonyms": "any_sense"},
}
of_romero = partial(
    perturbation,
    level=Level.WORD,
    unit=Unit.PERCENT_WORDS,
    alters_meaning=True,
    paper=ROMERO,
    section="3.3.2",
    needs_tags=True,
)

Place = tuple[int, tuple[str, ...]]
"""A token's number and the forms that may stand in its place."""


@of_moradi(alters_meaning=True, needs_tags=True, rules=OTHER_RULES)
def synonym_replacement(
    text: AnalysedText, amount: int, draws: Draws, *, synonyms: Synonyms | AnySense
) -> Rewrite | None:
    """Replaces random words by synonyms in the same form; two thirds of the pairs are WordNet's, the rest ours.

    The form is part of speech, number, tense and degree. Case is restored, and "a" or "an" before the word follows it,
    as part of the same edit. Words that make sense only together ("ice cream"), compounds, verbs with a preposition or
    particle, names, titles, function words and words that the text is about or has again are left alone. All synonyms
    were read one by one; ours are pairs that WordNet keeps apart ("screenplay" and "script"). The best come first and
    are drawn most. The paper's own example ("precious stone" to "valued rock") is not made: WordNet knows the two words
    as one.

    Careful: replaces random words, only by those of our synonyms that nearly always mean the same.

    Broad: replaces at most as many words as the severity says, for people to judge. Our synonyms come first, then
    paraphrases and words of any usual sense, the nearest in real sentences first. Words in compounds and before
    prepositions change too. The least sure replacements are used only where nothing else fits.

    Paper rules: the first nouns (no names), adjectives, adverbs and numerals of the text that are in WordNet are
    replaced. Each becomes any lemma of any of its senses and parts of speech. The lemma is not inflected, does not take
    the word's case, and may be the word itself in another case. No word is protected, and the words around it do not
    change. The script joins the words of a lemma by underscores ("golf_game" in the paper's Figure 1); Flinch uses
    spaces.
    """
    if isinstance(synonyms, AnySense):
        return first_replaced(text, amount, draws, synonyms)
    return _exchange_words(text, amount, draws, synonyms)


@of_romero(rules=OTHER_RULES)
def swap_syn_wordnet(
    text: AnalysedText, amount: float, draws: Draws, *, synonyms: Synonyms | AnySense
) -> Rewrite | None:
    """Replaces a percentage of the words by synonyms in the same form; two thirds are WordNet's, the rest ours.

    The same replacement as `synonym_replacement`, with the severity of the thesis. The thesis used TextFlint, which
    replaces any word of a text by any lemma of any sense, uninflected; we keep to the senses and forms that fit. "Cake"
    for "pie", its example, is not a synonym in WordNet 3.0 and is not made. Few words have a synonym that fits, so a
    text may get fewer edits than its severity asks for.

    Careful: replaces a percentage of the words, only by those of our synonyms that nearly always mean the same.

    Broad: replaces at most a percentage of the words, for people to judge. Our synonyms come first, then paraphrases
    and words of any usual sense, the nearest in real sentences first.

    Paper rules: the percentage of the words, rounded down and at least one, is the number of tokens that are replaced.
    Function words are replaced too, except 55 of them. Each token becomes a one-word lemma of any of its senses as this
    part of speech. The lemma is not inflected and does not take the token's case. The program uses the same lemma for a
    word in the whole run; Flinch draws it each time.
    """
    if isinstance(synonyms, AnySense):
        return edited(text, of_words(text, amount), draws, any_lemma(synonyms))
    return exchanged(text, amount, draws, synonyms)


def exchanged(text: AnalysedText, amount: float, draws: Draws, words: Synonyms) -> Rewrite | None:
    """`amount` percent of the text's words replaced by others that `words` offers, one word each; None for no word."""
    budget = rounded(amount, len(text.words), draws)
    return _exchange_words(text, budget, draws, words) if budget else None


def _exchange_words(text: AnalysedText, amount: int, draws: Draws, words: Synonyms) -> Rewrite | None:
    """At most so many words replaced, the surest first; None where none fits."""
    places = dict[int, tuple[str, ...]]()
    read = Reading(text)
    for table in words.surest_first():
        if len(places) == amount or (places and table.last_resort):
            break
        fresh = [place for place in _places_of_table(read, table) if place[0] not in places]
        places.update(draws.sample(fresh, amount - len(places)) if fresh else ())
    return Rewrite.of(text.source, [exchange(text, place, draws) for place in places.items()]) if places else None


class Skipped(IntEnum):
    """Why nothing is replaced in a text, the nearer to being replaced the higher."""

    GRAMMAR = 0
    UNKNOWN = 1
    TOGETHER = 2
    CHANCE = 3

    @property
    def reason(self) -> str:
        """After a count: "12 have only names and words of grammar"."""
        return (
            "have only names and function words",
            "have no word with a synonym here",
            "have no word to replace: each word with a synonym is in a name or set phrase, or is ambiguous",
            "are too short: the share is less than one word",
        )[self]


def why_not(text: AnalysedText, words: Synonyms) -> Skipped:
    """Why none of the text's words is replaced; CHANCE where one could have been."""
    if replaceable(text, words):
        return Skipped.CHANCE
    content = [token for token in text.tokens if token.is_word and token.tag[:2] in CONTENT and token.tag[:3] != "NNP"]
    if any(table.of(token.text.lower(), token.tag) for table in words.surest_first() for token in content):
        return Skipped.TOGETHER
    return Skipped.UNKNOWN if any(token.text.lower() not in COPULA for token in content) else Skipped.GRAMMAR


def replaceable(text: AnalysedText, words: Synonyms) -> list[Place]:
    """Every token that others may stand in for, with those others, in reading order; the surer ones alone, if any."""
    read = Reading(text)
    return next(filter(None, (_places_of_table(read, table) for table in words.surest_first())), [])


class Reading:
    """A text as the checks of its words read it, each part made once, when a word first needs it."""

    def __init__(self, text: AnalysedText) -> None:
        self.tokens = text.tokens
        self.loud = text.source.isupper()  # all in capitals, so that names can't be told

    @cached_property
    def lower(self) -> list[str]:
        """The tokens' texts in small letters."""
        return [token.text.lower() for token in self.tokens]

    @cached_property
    def words(self) -> str:
        """The words in small letters, each between two spaces of its own."""
        return "".join(f" {word} " for word, token in zip(self.lower, self.tokens, strict=True) if token.is_word)

    @cached_property
    def quotes(self) -> list[int]:
        """Where quotation marks stand."""
        return [i for i, token in enumerate(self.tokens) if token.text in QUOTES]

    @cached_property
    def spoken_from(self) -> int:
        """Behind which token words are what the text is about ("the difference between ...")."""
        return next((i for i, word in enumerate(self.lower) if word in SPOKEN_OF), len(self.lower))

    def times(self, word: str) -> int:
        """How often words stand there that look like a form of this one: they begin alike, but for two letters."""
        return self.words.count(f" {word[: max(4, len(word) - 2)]}" if len(word) > 3 else f" {word} ")


def _places_of_table(text: Reading, words: Synonyms) -> list[Place]:
    tokens, forms = text.tokens, words.forms
    places: list[Place] = []
    for i, (_, _, word, tag) in enumerate(tokens):
        table = forms.get(tag)
        others = table and (table.get(word) or (not word.islower() and table.get(word.lower())))
        if others and (fit := _fitting_words(text, i, others, words)):
            places.append((i, fit))
    if places and not words.surer and any(tokens[i].tag[0] == "N" for i, _ in places):
        unsure = _verbless_do(tokens)
        return [place for place in places if place[0] < unsure or tokens[place[0]].tag[0] != "N"]
    return places


def exchange(text: AnalysedText, place: Place, draws: Draws) -> Piece:
    """The edit that puts one of the others in the token's place, in its case, the article before it set right."""
    i, others = place
    token, tokens, source = text.tokens[i], text.tokens, text.source
    new = match_case(_draw_good(others, draws).replace("_", " "), token.text)
    before = tokens[i - 1] if i else None
    if before and before.text.lower() in ("a", "an") and before.text.lower() != article(new):
        between = source[before.end : token.start]
        if between.isspace():
            return Piece(before.start, token.end, match_case(article(new), before.text) + between + new)
    return Piece(token.start, token.end, new)


def _draw_good(others: tuple[str, ...], draws: Draws) -> str:
    """One of the others, which come best first: of two draws the better, so of three 5/9, 3/9 and 1/9."""
    n = len(others)
    return others[min(draws.below(n), draws.below(n))] if n > 1 else others[0]


def _fitting_words(text: Reading, i: int, others: tuple[str, ...], words: Synonyms) -> tuple[str, ...]:
    """Those of the others that may stand there: () for a name, a part of a set phrase, or what the tagger mistook."""
    tokens = text.tokens
    word, tag = tokens[i].text, tokens[i].tag
    before = tokens[i - 1] if i else NOTHING
    after = tokens[i + 1] if i + 1 < len(tokens) else NOTHING
    if word[0].isupper() and not text.loud and before.is_word:  # part of a name, whatever the tagger thinks
        return ()
    if before.text.lower() in DEGREE:  # "the most difficult" is not "the most hard"
        return ()
    if tag[0] == "V" and (after.text.lower() in NOT or after.tag == "RP"):
        return ()
    alone = words.surer is not None or _is_independent(tokens, i, before, after)
    form, takes = word.lower(), words.takes
    fit = [other for other in others if _context_fits(takes.get((tag, form, other)), alone, before, after)]
    if tag == "VBN" and AUXILIARIES.isdisjoint(text.lower[max(0, i - 4) : i]):  # a past, maybe: "it started in May"
        past = words.of(form, "VBD") or fit
        fit = [other for other in fit if other in past]
    if not fit or _is_mention(text, i) or text.times(form) > 1:  # "funny, but funnier still": one stays as the other is
        return ()
    if not (new := tuple(other for other in fit if not text.times(other))):
        return ()
    return () if _in_collocation(text.lower, i, words.collocations) else new


def _is_mention(text: Reading, i: int) -> bool:
    """Whether the word stands in a title or is itself what the text is about."""
    if i > text.spoken_from:
        return True
    first = next((j for j in reversed(text.quotes) if i - QUOTED <= j < i), None)
    if first is None or text.tokens[first].text == "''":
        return False
    return any(i < j <= first + QUOTED + 1 for j in text.quotes)


def _context_fits(wanted: WordContext | None, alone: bool, before: Token, after: Token) -> bool:
    """Whether these tokens may stand beside a word for the other to replace it; `alone` as below."""
    if wanted is None:
        return alone
    heads = wanted.head and before.tag[:1] == "N" and after.tag not in NO_HEAD
    if not (alone or heads or after.text.lower() in wanted.also_after):
        return False
    return wanted.holds(before, after)


def _is_independent(tokens: Sequence[Token], i: int, before: Token, after: Token) -> bool:
    """Whether the word means something by itself: no noun of a compound, no verb with a preposition or particle."""
    tag = tokens[i].tag
    if tag[0] == "V":
        if after.tag in PARTICLES or any(token.tag == "RP" for token in tokens[i + 2 : i + 4]):  # "turned it off"
            return False
        return not (tag in ("VBG", "VBN") and before.tag in MODIFIED and after.tag[:1] == "N")  # "the opening scene"
    return tag[0] != "N" or _is_single_noun(before, tag, after)


def _is_single_noun(before: Token, tag: str, after: Token) -> bool:
    """Whether a noun between these tokens stands for itself: in no compound, and surely a noun."""
    if before.tag[:1] == "N" or after.tag in ("NN", "NNS"):
        return False
    if tag == "NN" and (before.tag == "TO" or before.text.endswith("ly")):  # "to serve", "boldly daring": no nouns
        return False
    return not (tag == "NNS" and after.tag == "POS")  # "children's" and "infants'" take different signs


def _in_collocation(words: Sequence[str], i: int, collocations: Container[str]) -> bool:
    """Whether the word is part of two to four words that make sense only together."""
    first = max(0, i - LONGEST + 1)
    near = words[first : i + LONGEST]
    at = i - first
    for n in range(2, LONGEST + 1):
        for j in range(max(0, at - n + 1), min(at, len(near) - n) + 1):
            if " ".join(near[j : j + n]) in collocations:
                return True
    return False


def _verbless_do(tokens: Sequence[Token]) -> int:
    """Where a "do" stands that no verb follows: a later noun may be that verb ("What does a pedometer measure?")."""
    for i in range(len(tokens) - 1, -1, -1):
        if tokens[i].tag == "VB":
            break
        if tokens[i].text.lower() in DO:
            return i
    return len(tokens)

"""Replacement with synonyms (Moradi & Samwald 2021, section 4.2), with the form of the word it replaces."""

from collections.abc import Sequence

from core.articles import article
from core.casing import match_case
from core.lexicon import Synonyms
from core.perturbations.registry import Level, perturbation
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.severity import Unit
from core.text import AnalysedText
from core.tokens import Token

PARTICLES = {"RP", "IN", "TO"}
DO = {"do", "does", "did"}


@perturbation(
    level=Level.WORD,
    unit=Unit.PPS,
    alters_meaning=True,
    source="Moradi & Samwald 2021, section 4.2",
    needs_tags=True,
)
def synonym_replacement(text: AnalysedText, amount: int, draws: Draws, *, synonyms: Synonyms) -> Rewrite | None:
    """Replaces random words by WordNet synonyms of the same part of speech, number, tense and degree.

    Case is restored, and "a" or "an" before the word follows it, as part of the same edit. Words that make sense only
    together ("ice cream"), verbs with a preposition or particle, names and function words are left alone. The paper
    does not say which synonym it takes; we take any that shares a main sense, each as likely as the next.
    """
    unsure = _verbless_from(text.tokens)
    found = [
        (i, others)
        for i, token in enumerate(text.tokens)
        if (i < unsure or token.tag[0] != "N") and (others := replacements(text.tokens, i, synonyms))
    ]
    if not found:
        return None
    chosen = draws.sample(found, amount)
    return Rewrite.of(text.source, [_edit(text, i, draws.choice(others)) for i, others in chosen])


def replacements(tokens: Sequence[Token], i: int, synonyms: Synonyms) -> tuple[str, ...]:
    """The forms that may replace token i, () when it is better left alone."""
    form = tokens[i].text.lower()
    others = synonyms.of(form, tokens[i].tag)
    if not others:
        return ()
    before = tokens[i - 1] if i else None
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if before and tokens[i].text[0].isupper() and before.is_word:  # part of a name, whatever the tagger thinks
        return ()
    if before and before.tag == "TO" and tokens[i].tag == "NN":  # "to serve two terms": a verb taken for a noun
        return ()
    if after and tokens[i].tag[0] == "V" and after.tag in PARTICLES:
        return ()
    if after and f"{form} {after.text.lower()}" in synonyms.collocations:
        return ()
    if before and f"{before.text.lower()} {form}" in synonyms.collocations:
        return ()
    return others


def _verbless_from(tokens: Sequence[Token]) -> int:
    """Where a "do" stands that no verb follows: a later noun may be that verb ("What does a pedometer measure?")."""
    for i in range(len(tokens) - 1, -1, -1):
        if tokens[i].tag == "VB":
            break
        if tokens[i].text.lower() in DO:
            return i
    return len(tokens)


def _edit(text: AnalysedText, i: int, other: str) -> Piece:
    token, tokens, source = text.tokens[i], text.tokens, text.source
    new = match_case(other, token.text)
    before = tokens[i - 1] if i else None
    if before and before.text.lower() in ("a", "an") and before.text.lower() != article(new):
        between = source[before.end : token.start]
        if between.isspace():
            return Piece(before.start, token.end, match_case(article(new), before.text) + between + new)
    return Piece(token.start, token.end, new)

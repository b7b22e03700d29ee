"""What Romero's program does to whole sentences; no severity is asked, so that any percentage means all of it.

The rules are TextFlint's, as the program called it. Its word lists are rebuilt: pairs that contract, adverbs, places.
"""

from collections.abc import Sequence
from string import ascii_letters, digits, punctuation

from core.english.inflection import Inflector
from core.lexicon.adverbs import NEUTRAL
from core.lexicon.contracted import CONTRACTED, EXPANDED
from core.lexicon.gazetteer import PLACES, Gazetteer
from core.perturbations.textflint import a_tenth, edited, program_tokens
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.text.analysed import AnalysedText
from core.text.tokens import Token

AFRICA = "place in Africa"
END_MARKS = ("...", ".", ",", ";")
BRACKETS = ('""', "{}", "[]", "()", "【】", "``")
VERB_TAGS = ("VB", "VBZ", "VBD", "VBN", "VBG")
LONGEST = 1_000  # digits of a number


def contracted_or_expanded(text: AnalysedText) -> Rewrite | None:
    """Every pair the other way, from the left, but one that ends the text."""
    tokens = text.tokens
    edits: list[Piece] = []
    for i in range(len(tokens) - 2):
        first, second = tokens[i], tokens[i + 1]
        new = EXPANDED.get(first.text + second.text) or CONTRACTED.get(f"{first.text} {second.text}")
        if new and not (edits and edits[-1].end > first.start):
            edits.append(Piece(first.start, second.end, new))
    return _as_rewrite(text, edits)


def with_adverbs(text: AnalysedText, draws: Draws) -> Rewrite | None:
    """An adverb before every verb, auxiliary and participle."""
    verbs = [token for token in text.tokens if token.tag[:2] == "VB"]
    return _as_rewrite(text, [_adverb_before(token, text.source, draws.choice(NEUTRAL)) for token in verbs])


def _adverb_before(token: Token, source: str, adverb: str) -> Piece:
    """The adverb before the token, parted from what the token hangs on: "it's" becomes "it soon's"."""
    hangs = token.start and token.text[0] in "'’" and not source[token.start - 1].isspace()
    return Piece(token.start, token.start, f" {adverb}" if hangs else f"{adverb} ")


def moved_to_africa(text: AnalysedText, draws: Draws, gazetteer: Gazetteer) -> Rewrite | None:
    """Every place, written as listed, by any place in Africa; one that reaches the last token stays."""
    tokens, edits, at = text.tokens, list[Piece](), 0
    for i, token in enumerate(tokens):
        names = [n.words for n in gazetteer.starting.get(token.text, ()) if n.kind in PLACES] if i >= at else []
        words = next((w for w in names if _texts_equal(tokens[i : i + len(w)], w) and i + len(w) < len(tokens)), None)
        if words:
            at = i + len(words)
            edits.append(Piece(token.start, tokens[at - 1].end, draws.choice(gazetteer.targets[AFRICA]).text))
    return _as_rewrite(text, edits)


def _texts_equal(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    return [token.text for token in tokens] == list(words)


def add_brackets(text: AnalysedText, draws: Draws) -> Rewrite | None:
    """The marks that end the text exchanged for another, and a pair of brackets or quotation marks around it all."""
    tokens = program_tokens(text)
    while tokens and tokens[-1].text in punctuation:
        tokens.pop()
    if not tokens:
        return None
    pair, mark = draws.choice(BRACKETS), draws.choice(END_MARKS)
    start, end = tokens[0].start, tokens[-1].end
    stop = len(text.source.rstrip())
    return _as_rewrite(text, [Piece(start, start, f"{pair[0]} "), Piece(end, max(stop, end), f"{mark} {pair[1]}")])


def with_mention_or_address(text: AnalysedText, draws: Draws) -> Rewrite | None:
    """A mention or an address of random characters at the front or the end."""
    source = text.source
    start, end = len(source) - len(source.lstrip()), len(source.rstrip())
    if not end:
        return None
    if draws.below(2):
        added = f"@{_random(1 + draws.below(10), draws)}"
    else:
        size = 1 + draws.below(5)
        added = f"https://{_random(size, draws)}.{_random(size, draws)}/{_random(size, draws)}"
    return _as_rewrite(text, [Piece(start, start, f"{added} ") if draws.below(2) else Piece(end, end, f" {added}")])


def _random(size: int, draws: Draws) -> str:
    return "".join([draws.choice(ascii_letters + digits) for _ in range(size)])


def with_other_numbers(text: AnalysedText, draws: Draws) -> Rewrite | None:
    """Up to a tenth of the tokens: those of digits alone, by another number up to one more."""
    return edited(text, a_tenth(text), draws, _other_number)


def _other_number(token: Token, draws: Draws) -> Piece | None:
    if not (token.text.isascii() and token.text.isdecimal()) or len(token.text) > LONGEST:
        return None
    number = int(token.text)
    new = draws.below(number + 1)
    return Piece(token.start, token.end, str(new + (new >= number)))


def with_other_forms(text: AnalysedText, draws: Draws, inflector: Inflector) -> Rewrite | None:
    """Up to a tenth of the tokens: verbs by any other form they have."""

    def other_form(token: Token, draws: Draws) -> Piece | None:
        if token.tag[:2] != "VB":
            return None
        lemma = inflector.lemma(token.text, token.tag)
        forms = dict.fromkeys(inflector.inflect(lemma, tag) or "" for tag in VERB_TAGS) if lemma else {}
        others = [form for form in forms if form not in ("", token.text)]
        return Piece(token.start, token.end, draws.choice(others)) if others else None

    return edited(text, a_tenth(text), draws, other_form)


def in_capitals(text: AnalysedText) -> Rewrite | None:
    """The whole text in upper case, each part between spaces an edit."""
    source, edits, at = text.source, list[Piece](), 0
    for part in source.split(" "):
        if part.upper() != part:
            edits.append(Piece(at, at + len(part), part.upper()))
        at += len(part) + 1
    return _as_rewrite(text, edits)


def _as_rewrite(text: AnalysedText, edits: Sequence[Piece]) -> Rewrite | None:
    return Rewrite.of(text.source, edits) if edits else None

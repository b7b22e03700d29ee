"""Words in another case (Romero 2023, section 3.3.3)."""

import re
from collections.abc import Callable

from core.perturbations.sentence.as_romero import in_capitals
from core.perturbations.sentence.budget import affordable, of_romero
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.text.analysed import AnalysedText

_CAPITALISED_PART = re.compile(r"[^\W\d_](?:[^\W_]|['’](?=\w))*")


@of_romero()
def word_case(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Puts random words in upper case; at 100 %, all words.

    Each changed word is one edit; a word that is in upper case, or has no case, can't be drawn, and a text of such
    words is not applicable. A character whose upper case is longer grows: "Straße" becomes "STRASSE".

    Paper rules: the whole text changes, whatever the percentage, and so do parts that are not words ("&amp;", the ends
    of addresses).
    """
    if rules is Rules.PAPER:
        return in_capitals(text)
    return _change_case(text, amount, draws, str.upper)


@of_romero(rules={}, designs=())
def word_case_lower(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts random words in lower case; at 100 %, all words.

    The thesis uses upper case only; this is the same with the other case, for models that were trained on either.
    """
    return _change_case(text, amount, draws, str.lower)


@of_romero(rules={}, designs=())
def word_case_title(text: AnalysedText, amount: float, draws: Draws) -> Rewrite | None:
    """Puts random words in title case (a capital, then small letters); at 100 %, all words.

    Like the case of titles: both parts of "well-made" get a capital, the end of a contraction ("don't", "it 's", "do
    n't") does not. The thesis uses upper case only.
    """
    return _change_case(text, amount, draws, _title)


def _change_case(text: AnalysedText, amount: float, draws: Draws, cased: Callable[[str], str]) -> Rewrite | None:
    source = text.source
    edits = [Piece(start, stop, new) for start, stop in text.words if (new := cased(old := source[start:stop])) != old]
    return affordable(edits, amount, text, draws)


def _title(word: str) -> str:
    if word[0] in "'’" or word.lower() in ("n't", "n’t"):
        return word
    return _CAPITALISED_PART.sub(_capitalised, word)


def _capitalised(part: re.Match[str]) -> str:
    return part[0][0].title() + part[0][1:].lower()

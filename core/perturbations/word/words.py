"""Word-level perturbations of Moradi & Samwald 2021 (section 4.2) that work on any word."""

from collections.abc import Sequence
from functools import partial

from core.papers import MORADI
from core.perturbations.registry import Level, perturbation
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit
from core.text.analysed import AnalysedText

of_moradi = partial(perturbation, level=Level.WORD, unit=Unit.PPS, paper=MORADI, section="4.2", rules={Rules.PAPER: {}})


@of_moradi(alters_meaning=True)
def word_deletion(text: AnalysedText, amount: int, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Removes random words.

    A word goes with its clitics ("don't" as a whole) and with one adjoining space, so that the spacing stays right;
    punctuation is not a word. One word always stays: a text of one word is not applicable. Capitals stay where they
    were.

    Paper rules: tokens of two characters or more are removed; clitics ("n't") and marks ("...") are their own tokens.
    One token always stays; the script would leave an empty text.
    """
    most = len(text.words if rules is Rules.OURS else text.tokens) - 1
    chosen = draws.sample(_places(text, rules), min(amount, most)) if most > 0 else []
    return without(text.source, sorted(chosen)) if chosen else None


@of_moradi(alters_meaning=False)
def word_repetition(text: AnalysedText, amount: int, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Copies random words and puts each copy right after its word.

    Different words are chosen, so that none comes three times; the copy keeps its capitals, and a space goes between.

    Paper rules: tokens of two characters or more are copied; clitics ("n't") and marks ("...") are their own tokens.
    """
    source = text.source
    chosen = draws.sample(_places(text, rules), amount)
    return Rewrite.of(source, [Piece(end, end, " " + source[start:end]) for start, end in chosen]) if chosen else None


def _places(text: AnalysedText, rules: Rules) -> Sequence[tuple[int, int]]:
    """The words, or under paper rules the tokens of two characters or more."""
    if rules is Rules.OURS:
        return text.words
    return [(token.start, token.end) for token in text.tokens if token.end - token.start > 1]


def without(source: str, words: list[tuple[int, int]]) -> Rewrite:
    """The text without these words, given in reading order, each of which takes one adjoining space with it."""
    edits: list[Piece] = []
    taken = 0
    for start, stop in words:
        start, stop = _with_a_space(source, start, stop, taken)
        edits.append(Piece(start, stop, ""))
        taken = stop
    return Rewrite.of(source, edits)


def _with_a_space(source: str, start: int, stop: int, taken: int) -> tuple[int, int]:
    """The word's span with the space before it, or the one after it when none is free; none if it hangs on a word."""
    before = start > taken and _is_space(source[start - 1])
    after = stop < len(source) and _is_space(source[stop])
    if before and (after or stop == len(source) or not source[stop].isalnum()):
        return start - 1, stop
    hangs = start > taken and source[start - 1].isalnum()
    return (start, stop + 1) if after and not hangs else (start, stop)


def _is_space(character: str) -> bool:
    """Line breaks are none: the lines of a text stay its lines."""
    return character.isspace() and character not in "\r\n"

"""Romero's percentage of words: which of the places that were found the budget pays for."""

from collections.abc import Sequence
from functools import partial

from core.papers import ROMERO
from core.perturbations.registry import Level, perturbation
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit, rounded
from core.text.analysed import AnalysedText
from core.text.realised import edited_words

of_romero = partial(
    perturbation,
    level=Level.WORD,
    unit=Unit.PERCENT_WORDS,
    alters_meaning=False,
    paper=ROMERO,
    section="3.3.3",
    values=(100,),
    rules={Rules.PAPER: {}},
)
"""Registers one of the thesis's perturbations of whole texts, of all the words that it finds."""


def affordable(edits: Sequence[Piece], amount: float, text: AnalysedText, draws: Draws) -> Rewrite | None:
    """The text with the edits that `amount` percent of its words pay for, drawn at random, at 100 percent with all of
    them; None where it has none."""
    return affordable_groups([(piece,) for piece in edits], amount, text, draws)


def affordable_groups(
    groups: Sequence[Sequence[Piece]], amount: float, text: AnalysedText, draws: Draws
) -> Rewrite | None:
    """The same of edits that are made together or not at all.

    An edit costs what `core.text.realised` says it touches; the last, where it costs more than is left, is made with
    the probability that keeps the mean as asked.
    """
    chosen = _affordable_groups(groups, amount, text, draws) if amount < 100 else groups
    return Rewrite.of(text.source, [piece for group in chosen for piece in group]) if chosen else None


def _affordable_groups(
    groups: Sequence[Sequence[Piece]], amount: float, text: AnalysedText, draws: Draws
) -> Sequence[Sequence[Piece]]:
    left = rounded(amount, len(text.words), draws)
    chosen: list[Sequence[Piece]] = []
    for group in draws.sample(groups, len(groups)):
        if left < 1:
            break
        cost = sum(_cost(piece, text.source) for piece in group)
        if cost <= left or draws.below(cost) < left:
            chosen.append(group)
        left -= cost
    return chosen


def _cost(piece: Piece, source: str) -> int:
    old = source[piece.start : piece.end]
    return edited_words(Rewrite(old, (Piece(0, len(old), piece.text),)))

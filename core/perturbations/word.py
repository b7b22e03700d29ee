"""Word-level perturbations of Moradi & Samwald 2021 (section 4.2) that work on any word."""

from core.perturbations.registry import Level, perturbation
from core.randomness import Draws
from core.records import Unit
from core.rewrite import Piece, Rewrite
from core.text import AnalysedText
from core.tokens import orthographic_words


@perturbation(
    level=Level.WORD, unit=Unit.PPS, alters_meaning=True, source="Moradi & Samwald 2021, section 4.2", low=1, high=4
)
def word_deletion(text: AnalysedText, amount: int, draws: Draws) -> Rewrite | None:
    """Removes random words.

    A word goes with its clitics ("don't" as a whole) and with one adjoining space, so that the spacing stays right;
    punctuation is no word. One word always stays: a text of one word is not applicable. Capitals stay where they were.
    """
    words = list(orthographic_words(text.tokens))
    if len(words) < 2:
        return None
    chosen = sorted(draws.sample(words, min(amount, len(words) - 1)))
    edits: list[Piece] = []
    for first, end in chosen:
        start, stop = text.tokens[first].start, text.tokens[end - 1].end
        taken = edits[-1].end if edits else 0
        edits.append(Piece(*_with_a_space(text.source, start, stop, taken), ""))
    return Rewrite.of(text.source, edits)


def _with_a_space(source: str, start: int, stop: int, taken: int) -> tuple[int, int]:
    """The word's span with the space before it, or the one after it when the text or a taken span ends before it."""
    before = start > taken and source[start - 1].isspace()
    after = stop < len(source) and source[stop].isspace()
    if before and (after or stop == len(source) or not source[stop].isalnum()):
        return start - 1, stop
    return (start, stop + 1) if after else (start, stop)

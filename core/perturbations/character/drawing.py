"""Words drawn at random, at a cost that does not depend on how many the text has."""

from collections.abc import Callable, Iterator

from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.text.analysed import AnalysedText
from core.text.letters import joins
from core.text.tokens import word_spans

WordEdit = Callable[[str, int, Draws], Piece | None]
"""`(word, its place in the text, draws) -> edit`, or None for a word that can't take one."""

TRIES = 16  # nearly always enough for four words; then every word is listed


def edit_words(text: AnalysedText, amount: int, draws: Draws, edit: WordEdit) -> Rewrite | None:
    """The text with at most `amount` different words edited, drawn from those that can be; None when none can.

    A word takes one edit: two could undo each other, so that a text with fewer words gets fewer edits.
    """
    source = text.source
    edits: list[Piece] = []
    for start, stop in draw_words(source, draws):
        piece = edit(source[start:stop], start, draws)
        if piece is not None:
            edits.append(piece)
            if len(edits) == amount:
                break
    return Rewrite.of(source, edits) if edits else None


def draw_words(source: str, draws: Draws) -> Iterator[tuple[int, int]]:
    """The (start, stop) of each written word, in random order: drawn one by one at first, then all that are left.

    What stands between two spaces is drawn; where it holds several words ("end--start") they follow in random order.
    """
    count = source.count(" ") + 1
    seen: set[int] = set()
    for _ in range(TRIES):
        i = draws.below(count)
        if i in seen:
            continue
        seen.add(i)
        parts = source.split(" ", i + 1)  # as far as that part, and the rest in one
        part = parts[i]
        at = len(source) - len(part) - (len(parts[-1]) + 1 if i + 1 < count else 0)
        if part.isalpha():
            yield at, at + len(part)
        elif part:
            spans = _unmarked_spans(part, at)
            yield from draws.sample(spans, len(spans))
    at = 0
    rest: list[tuple[int, int]] = []
    for i, part in enumerate(source.split(" ")):
        if i not in seen:
            rest += _unmarked_spans(part, at)
        at += len(part) + 1
    yield from draws.sample(rest, len(rest))


def _unmarked_spans(part: str, at: int) -> list[tuple[int, int]]:
    """The words of a part, but for those whose last letter carries a mark that no word is known to hold."""
    return [(at + start, at + stop) for start, stop in word_spans(part) if stop == len(part) or not joins(part[stop])]

"""The word order of Moradi & Samwald's own script: a block of tokens at the front or at the end of the text."""

from collections.abc import Sequence

from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.text.analysed import AnalysedText
from core.text.tokens import Token

FEWEST = 4  # tokens of a text that can be perturbed, its last mark among them
LAST = frozenset({".", "?", "!", ";", ",", ""})  # marks that stay at the end, or nothing


def block_moved(text: AnalysedText, draws: Draws) -> Rewrite | None:
    """The text with a block of two or more of its tokens, though not all, in another order; None for a short text."""
    tokens = text.tokens
    if len(tokens) < FEWEST:
        return None
    tokens = tokens[:-1] if tokens[-1].text in LAST else tokens
    at_front = not draws.below(2)
    size = 2 + draws.below(len(tokens) - 2)
    block = tokens[:size] if at_front else tokens[-size:]
    return _reorder_block(text.source, block, _derangement(size, draws))


def _derangement(size: int, draws: Draws) -> list[int]:
    """Numbers for the places of a block, from the first place on, none in its own unless the last has no choice."""
    left = list(range(size))
    order: list[int] = []
    for place in range(size):
        others = [number for number in left if number != place]
        order.append(draws.choice(others or left))
        left.remove(order[-1])
    return order


def _reorder_block(source: str, block: Sequence[Token], order: Sequence[int]) -> Rewrite:
    """The block with token `order[k]` in place k, and a space between new neighbours where the old ones had none."""
    start, end = block[0].start, block[-1].end
    pieces = [Piece(0, start, source[:start])] if start else []
    at, before = start, start
    for place, number in enumerate(order):
        token, here = block[number], block[place].start
        if at < here:
            pieces.append(Piece(at, here, source[at:here]))
        elif token.start != before and _needs_space(source, here - 1, token.text):
            pieces.append(Piece(here, here, " "))
        pieces.append(Piece(token.start, token.end, token.text))
        at, before = block[place].end, token.end
    if order[-1] != len(order) - 1 and _needs_space(source, end - 1, source[end : end + 1]):
        pieces.append(Piece(end, end, " "))
    if end < len(source):
        pieces.append(Piece(end, len(source), source[end:]))
    return Rewrite(source, tuple(pieces))


def _needs_space(source: str, at: int, following: str) -> bool:
    """Whether what follows a token that ends with the text's character `at` is to be parted from it."""
    return at >= 0 and not source[at].isspace() and following not in LAST and not following.isspace()

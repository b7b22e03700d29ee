"""Words that change places: the steps that the orders of the literature are made of. Each word moves whole."""

from collections.abc import Callable, Iterable, Sequence

from core.papers import CLOUATRE
from core.perturbations.registry import Level, Rewriter, perturbation
from core.randomness import Draws
from core.rewrite import Rewrite
from core.severity import Unit
from core.text.analysed import AnalysedText

PLACED, NAMED = "6.2", "2"  # where Clouatre et al. 2021 place an order by their metrics, and where they name one


def of_literature(section: str, needs_tags: bool = False, optional: bool = False) -> Callable[[Rewriter], Rewriter]:
    """Register a word order that Clouatre et al. 2021 take from others; their own models never met it."""
    return perturbation(
        level=Level.ORDER, unit=Unit.PROBABILITY, alters_meaning=True, paper=CLOUATRE, section=section, values=(1,),
        needs_tags=needs_tags, designs=(), optional=optional,
    )  # fmt: skip


def in_order(text: AnalysedText, order: Sequence[int]) -> Rewrite:
    """The text with word `order[k]` where word k stood; marks and white space stay."""
    return Rewrite.moved(text.source, text.words, order)


def of_class(text: AnalysedText, tags: Iterable[str]) -> list[int]:
    """The numbers of the words whose first token has one of these Penn tags: "don't" is a verb, as "do" is."""
    wanted = set(tags)
    starts = {token.start for token in text.tokens if token.tag in wanted}
    return [i for i, (start, _) in enumerate(text.words) if start in starts]


def exchanged(text: AnalysedText, ones: Iterable[int], others: Iterable[int]) -> Rewrite:
    """The first of these words changes places with the first of the others, and so on while there are both."""
    order = list(range(len(text.words)))
    for one, other in zip(ones, others, strict=False):
        order[one], order[other] = other, one
    return in_order(text, order)


def shuffled(text: AnalysedText, blocks: Sequence[Sequence[int]], draws: Draws) -> Rewrite | None:
    """The blocks of words in another random order, what is in no block in its place; None where they read alike.

    A text has one block, or blocks that follow each other, or blocks of one word each.
    """
    written = [[text.source[slice(*text.words[i])] for i in block] for block in blocks]
    if all(words == written[0] for words in written):
        return None
    places, numbers = [i for block in blocks for i in block], list(range(len(blocks)))
    while [written[n] for n in numbers] == written:
        draws.shuffle(numbers)
    order = list(range(len(text.words)))
    for place, word in zip(places, [i for n in numbers for i in blocks[n]], strict=True):
        order[place] = word
    return in_order(text, order)

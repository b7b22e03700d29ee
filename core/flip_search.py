"""The smallest edit that makes a model say something else: perturbations drawn again and again until one does."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Generic, Protocol, TypeVar

from core.design import Condition
from core.errors import BadInput
from core.rewrite import Rewrite
from core.text.realised import edited_characters, edited_words

BUDGET = 200  # draws
TOGETHER = 16  # draws that are predicted together, and more where there are more conditions: each has its turn
Rewriting = Callable[[Condition, int], Rewrite | None]
"""`(condition, seed)` -> what it makes of the text, None where it is not applicable."""


class Labelling(Protocol):
    """What a model says of a text, as a label."""

    @property
    def label(self) -> str:
        """The label."""


Answer = TypeVar("Answer", bound=Labelling)
Flips = Callable[[Rewrite, Answer, Answer], bool]
"""`(the edit, what is said before, and after)` -> whether that is another answer."""


def other_label(rewrite: Rewrite, before: Labelling, after: Labelling) -> bool:
    """Whether the label is another one."""
    return before.label != after.label


@dataclass(frozen=True, slots=True)
class FoundFlip(Generic[Answer]):
    """An edit under which the label changed: `flinch.perturb(text, condition.spelled, seed=seed)` makes it again."""

    condition: Condition
    seed: int
    rewrite: Rewrite
    before: Answer
    after: Answer

    @property
    def words(self) -> int:
        """How many written words the edit touched."""
        return edited_words(self.rewrite)

    @property
    def characters(self) -> int:
        """How many characters the edit touched: of each place, the longer of what went and what came."""
        return edited_characters(self.rewrite)


@dataclass(frozen=True, slots=True)
class FlipSearch(Generic[Answer]):
    """How far a search is: `drawn` of `budget` draws, which made so many different `texts`.

    `smallest` is the flip with the fewest words touched, of equal ones that with the fewest characters, of equal ones
    the first; None while there is none.
    """

    before: Answer
    drawn: int
    budget: int
    texts: int
    smallest: FoundFlip[Answer] | None = None

    @property
    def ended(self) -> bool:
        """Whether a flip was found, or the budget is spent."""
        return self.smallest is not None or self.drawn >= self.budget


def flip_search(
    text: str,
    conditions: Sequence[Condition],
    rewriting: Rewriting,
    predict: Callable[[Sequence[str]], Sequence[Answer]],
    budget: int = BUDGET,
    seed: int = 0,
    flips: Flips[Answer] = other_label,
) -> Iterator[FlipSearch[Answer]]:
    """Draw each condition with one seed after the other until the answer flips; how far it is, every few draws.

    Each condition is drawn once before a flip ends the search. Equal texts are predicted once. Raises BadInput for an
    empty text, no condition, or a budget below 1.
    """
    if not text.strip():
        raise BadInput("The text is empty; give some text for the model to predict on.")
    if not conditions:
        raise BadInput("There is no condition to draw; give at least one, such as 'negation@1'.")
    if budget < 1:
        raise BadInput(f"The budget is {budget} draws; give at least 1.")
    [before] = predict([text])
    so_far, seen = FlipSearch(before, 0, budget, 0), {text}
    draws = islice(((condition, number) for number in count(seed) for condition in conditions), budget)
    while not so_far.ended:
        batch = list(islice(draws, max(TOGETHER, len(conditions))))
        new: dict[str, tuple[Condition, int, Rewrite]] = {}
        for condition, number in batch:
            rewrite = rewriting(condition, number)
            if rewrite and rewrite.perturbed not in seen:
                new.setdefault(rewrite.perturbed, (condition, number, rewrite))
        seen |= new.keys()
        answers = predict([*new]) if new else ()
        flipped = [
            FoundFlip(*draw, before, after)
            for draw, after in zip(new.values(), answers, strict=True)
            if flips(draw[2], before, after)
        ]
        smallest = min(flipped, key=lambda flip: (flip.words, flip.characters), default=None)
        so_far = FlipSearch(before, so_far.drawn + len(batch), budget, so_far.texts + len(new), smallest)
        yield so_far

"""Texts that a script gives, perturbed one by one."""

from collections.abc import Callable, Iterable

from core.design import Condition
from core.identity import Occurrences
from core.perturbations.conditions import parse_condition
from core.rewrite import Rewrite
from core.text.checked import checked_texts
from data.lexicon.resources import perturber


def perturbed_texts(texts: Iterable[str], condition: str, seed: int) -> list[Rewrite | None]:
    """What the condition makes of each text, None where it is not applicable; the n-th copy of one draws as the n-th.

    Raises BadInput for a condition that does not exist, and for what is no text.
    """
    rows = checked_texts(texts)
    rewrite, occurrences = perturber().prepared(*parse_condition(condition), seed), Occurrences()
    return [rewrite(text, occurrences.id("", text)) for text in rows]


def drawing(text: str) -> Callable[[Condition, int], Rewrite | None]:
    """What `perturbed_texts` makes of this text alone, by condition and seed; raises BadInput for what is no text."""
    [checked] = checked_texts([text])
    key = Occurrences().id("", checked)
    return lambda condition, seed: perturber().text(checked, *condition, seed, key)

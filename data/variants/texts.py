"""Texts that a script gives: perturbed one by one, or made samples."""

from collections.abc import Callable, Iterable

from core.design import Condition
from core.errors import BadInput
from core.identity import Occurrences
from core.perturbations.conditions import parse_condition
from core.records import Sample, TextField
from core.rewrite import Rewrite
from data.lexicon.resources import perturber


def perturbed_texts(texts: Iterable[str], condition: str, seed: int) -> list[Rewrite | None]:
    """What the condition makes of each text, None where it is not applicable; the n-th copy of one draws as the n-th.

    Raises BadInput for a condition that does not exist, and for what is no text.
    """
    rows = checked_texts(texts)
    rewrite, occurrences = perturber().prepared(*parse_condition(condition), seed), Occurrences()
    return [rewrite(one, occurrences.id("", one)) for one in rows]


def drawing(text: str) -> Callable[[Condition, int], Rewrite | None]:
    """What `perturbed_texts` makes of this text alone, by condition and seed; raises BadInput for what is no text."""
    [checked] = checked_texts([text])
    key = Occurrences().id("", checked)
    return lambda condition, seed: perturber().text(checked, *condition, seed, key)


def checked_texts(texts: Iterable[str]) -> list[str]:
    """The texts; raises BadInput for what is none."""
    rows = list(texts)
    for one in rows:
        if not isinstance(one, str):
            raise BadInput(f"{one!r:.60} is not a text; give a str, or a list of them.")
    return rows


def samples_of(texts: Iterable[str], labels: Iterable[str], dataset: str, split: str) -> list[Sample]:
    """Samples of one text each, in order. Raises BadInput unless there are no labels, or as many as texts."""
    rows, gold, occurrences = list(texts), list(labels), Occurrences()
    if gold and len(gold) != len(rows):
        raise BadInput(f"There are {len(rows)} texts and {len(gold)} labels; give one label for each text, or none.")
    return [
        Sample(dataset, split, (TextField("text", text),), label, occurrences.number(text, label))
        for text, label in zip(rows, gold or [""] * len(rows), strict=True)
    ]

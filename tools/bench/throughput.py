"""Sentences per CPU-second of our perturbations, measured in this process as other libraries are in theirs."""

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import process_time
from typing import NamedTuple

from core.perturbations.perturber import Perturber, Prepared
from core.perturbations.registry import Perturbation
from data.lexicon.resources import perturber, resources, tagger

COLD = 8  # analysed texts remembered where each is to be seen for the first time: as few as the runner does
ENOUGH = 0.5  # CPU-seconds; a shorter run is repeated, and the best one counts
REPEATS = 3


class Throughput(NamedTuple):
    """Sentences a CPU-second, and how many of the sentences were perturbed."""

    a_second: float
    applied: int


@contextmanager
def remembering(sentences: Sequence[str]) -> Iterator[Perturber]:
    """A perturber that has analysed all of these, the garbage collector told that what is loaded by then stays."""
    perturber()  # what is loaded from disk is loaded before the clock starts
    warm = Perturber(tagger(), resources(), remembered=len(sentences) + 1)
    for text in sentences:
        for tagged in (True, False):
            analysed = warm.analyse(text, tagged)
            assert analysed.words is not None and analysed.tokens is not None  # each is made when it is first read
    gc.collect()
    gc.freeze()  # what stays is not looked through again and again
    try:
        yield warm
    finally:
        gc.unfreeze()


def forgetful() -> Perturber:
    """A perturber to which every text is new."""
    return Perturber(tagger(), resources(), COLD)


def prepared(perturber: Perturber, perturbation: Perturbation) -> Prepared:
    """The perturbation at the first severity of its paper, its word lists loaded."""
    made = perturber.prepared(perturbation.name, perturbation.severities[0], 0)
    made("He bought two old cars , and they are n't new .", "")
    return made


def cpu_seconds(perturb: Prepared, texts: Sequence[str]) -> float:
    """What perturbing each of these texts once takes of the processor's time."""
    keyed = list(zip(texts, map(str, range(len(texts))), strict=True))
    gc.collect()
    began = process_time()
    for text, key in keyed:
        perturb(text, key)
    return process_time() - began


def measured(perturb: Prepared, sentences: Sequence[str]) -> Throughput:
    """The throughput over all of the sentences (the best of a few runs where one is short)."""
    best = 0.0
    for _ in range(REPEATS):
        spent = max(cpu_seconds(perturb, sentences), 1e-9)
        best = max(best, len(sentences) / spent)
        if spent > ENOUGH:
            break
    return Throughput(best, sum(perturb(text, str(i)) is not None for i, text in enumerate(sentences)))

"""Sentences a second for every perturbation: in one process, cold and with words and tags at hand; and on all cores."""

import gc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

from core.perturb import Perturber
from core.perturbations.registry import Perturbation, perturbations
from core.records import Sample, TextField
from data.bench_peers import Pace, compare
from data.perturb_dataset import perturb_dataset
from data.perturb_pool import cores
from data.resources import perturber, resources, tagger

COLD = 8  # analysed texts remembered where each is to be seen for the first time: as few as the runner does
ENOUGH = 0.5  # CPU-seconds; a shorter run is repeated, and the best one counts
REPEATS = 3
ON_ALL_CORES = 2_000  # of the sentences; each is perturbed some hundred times

Say = Callable[[str], None]


class Run(NamedTuple):
    pace: float
    applied: int


def run(sentences: Sequence[str], out: Say = print, peers: Path | None = None, nltk_data: Path | None = None) -> None:
    """Print sentences per CPU-second, cold (a text seen for the first time) and cached (analysed before).

    `peers` is a folder for the environments of other libraries, which are measured too when it is given; `nltk_data`
    one that holds NLTK's tagger, as a zip, for those that need it.
    """
    paces = one_process(sentences, out)
    all_cores(sentences[:ON_ALL_CORES], out)
    if peers:
        compare(peers, nltk_data, sentences, paces, out)


def one_process(sentences: Sequence[str], out: Say) -> Mapping[str, Pace]:
    """Print and return each perturbation's pace in this process, at the first severity of its paper."""
    paces: dict[str, Pace] = {}
    perturber()  # what is loaded from disk is loaded before the clock starts
    remembering = Perturber(tagger(), resources(), remembered=len(sentences) + 1)
    for text in sentences:
        for tagged in (True, False):
            analysed = remembering.analyse(text, tagged)
            assert analysed.words is not None and analysed.tokens is not None  # each is made when it is first read
    gc.freeze()  # what stays is not looked through again and again
    out(f"  {'perturbation':24} {'cold':>9} {'cached':>9}  applied to")
    for perturbation in perturbations():
        measured(remembering, perturbation, sentences[:1])  # word lists are loaded when they are first asked for
        cold = measured(Perturber(tagger(), resources(), COLD), perturbation, sentences)
        cached = measured(remembering, perturbation, sentences)
        paces[perturbation.name] = Pace(cold.pace, cached.pace)
        share = cached.applied / max(len(sentences), 1)
        at = perturbation.severities[0]
        out(f"  {perturbation.name:24} {cold.pace:9,.0f} {cached.pace:9,.0f}  {share:.1%} of the sentences, at {at}")
    gc.unfreeze()
    return paces


def measured(perturber: Perturber, perturbation: Perturbation, sentences: Sequence[str]) -> Run:
    """Sentences per CPU-second (the best of a few runs where one is short), and how many were perturbed."""
    prepared = perturber.prepared(perturbation.name, perturbation.severities[0], 0)
    keys = [str(i) for i in range(len(sentences))]
    best, applied = 0.0, 0
    for _ in range(REPEATS):
        gc.collect()
        began = process_time()
        applied = sum([prepared(*pair) is not None for pair in zip(sentences, keys, strict=True)])
        spent = max(process_time() - began, 1e-9)
        best = max(best, len(sentences) / spent)
        if spent > ENOUGH:
            break
    return Run(best, applied)


def all_cores(sentences: Sequence[str], out: Say) -> None:
    """Print the wall-clock pace of the runner: every perturbation at every severity of its paper, to Parquet."""
    samples = [Sample("bench", "test", (TextField("text", text),), "", i) for i, text in enumerate(sentences)]
    if not samples:
        return
    with TemporaryDirectory() as folder:
        began = perf_counter()
        grid = perturb_dataset(samples, folder)
        spent = perf_counter() - began
    texts = len(samples) * len(grid.files)
    out(
        f"  all {len(perturbations())} at every severity, {cores()} cores, written to {len(grid.files)} Parquet files: "
        f"{texts / spent:,.0f} sentences a second ({len(samples):,} sentences in {spent:.1f} s)"
    )

"""Fuzzed texts through every perturbation on all cores: what failed, what was slow, and how the memory went."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from time import perf_counter
from typing import NamedTuple

from core.perturbations.perturber import Perturber
from core.perturbations.registry import perturbations
from core.rewrite import Rewrite
from core.severity import Severity
from core.text.tagging import TYPES
from data.jobs.pool import in_order
from data.jobs.process_pool import cores, local_pool
from data.lexicon.resources import resources, tagger
from tools.bench.fuzzed_texts import fuzzed
from tools.bench.output import Out, peak

CHUNK = 250  # texts
REMEMBERED = 8  # analysed texts, so that what grows is not this memory
SETTLED = 4  # chunks of a worker until its word lists are loaded and its memory is that of a running one


class Failure(NamedTuple):
    perturbation: str
    severity: Severity
    text: str
    error: str


class Slowest(NamedTuple):
    seconds: float
    perturbation: str
    characters: int


class ChunkResult(NamedTuple):
    """What became of a chunk; `peak` is the most memory its process has had, in MB."""

    texts: int
    perturbed: int
    failures: tuple[Failure, ...]
    slowest: Slowest
    peak: float


def run(out: Out = print, texts: int = 1_000_000, seconds: float = 60) -> None:
    """Print texts a second, failures and memory of so many texts, or of as many as these seconds allow."""
    began = perf_counter()

    def tasks() -> Iterator[range]:
        for start in range(0, texts, CHUNK):
            if perf_counter() - began > seconds:
                return
            yield range(start, min(start + CHUNK, texts))

    done = perturbed = 0
    peaks: list[float] = []
    slowest = Slowest(0, "nothing", 0)
    failures: list[Failure] = []
    with local_pool(cores(), ready) as workers:
        for result in in_order(workers, chunk, tasks()):
            done += result.texts
            perturbed += result.perturbed
            failures += result.failures
            slowest = max(slowest, result.slowest)
            peaks.append(result.peak)
    spent = perf_counter() - began
    out(f"  {done:,} fuzzed texts through {len(perturbations())} perturbations, {cores()} cores, in {spent:.0f} s:")
    out(f"  {done / max(spent, 1e-9):,.0f} texts a second, {perturbed:,} times perturbed, failures: {len(failures)}")
    longest = f"{1000 * slowest.seconds:.0f} ms for {slowest.perturbation} of {slowest.characters:,} characters"
    out(f"  the slowest: {longest}")
    out(f"  peak memory of a worker: {', '.join(_peaks(peaks))}")
    for (name, error), count in Counter((f.perturbation, f.error) for f in failures).most_common():
        shortest = min((f for f in failures if (f.perturbation, f.error) == (name, error)), key=lambda f: len(f.text))
        out(f"  {name}, {count} times: {error}; at {shortest.severity}: {shortest.text!a:.200}")


def _peaks(peaks: Sequence[float]) -> Iterator[str]:
    """The most memory in use until then; what still grows half-way is not only tables that fill at the beginning."""
    parts = {"at the start": SETTLED * cores(), "half-way": (len(peaks) + 1) // 2, "at the end": len(peaks)}
    for when, count in parts.items():
        yield f"{max(peaks[:count], default=0):,.0f} MB {when}"


def chunk(numbers: range) -> ChunkResult:
    """These texts through every perturbation; the severity goes through those of its paper."""
    failures: list[Failure] = []
    slowest = Slowest(0, "nothing", 0)
    perturbed = 0
    perturber = _perturber()
    for number in numbers:
        text = fuzzed(number)
        for perturbation in perturbations():
            severity = perturbation.severities[number % len(perturbation.severities)]
            began = perf_counter()
            try:
                rewrite = perturber.text(text, perturbation.name, severity, 0, key=str(number))
                error = fault(text, rewrite)
            except Exception as raised:  # whatever it is, it is what the run looks for
                rewrite, error = None, f"{type(raised).__name__}: {raised}"[:200]
            slowest = max(slowest, Slowest(perf_counter() - began, perturbation.name, len(text)))
            perturbed += rewrite is not None
            if error:
                failures.append(Failure(perturbation.name, severity, text, error))
    return ChunkResult(len(numbers), perturbed, tuple(failures), slowest, peak())


def fault(text: str, rewrite: Rewrite | None) -> str:
    """What is wrong with this rewrite of this text; "" when nothing is."""
    if rewrite is None:
        return ""
    if rewrite.source != text or "".join([text[p.start : p.end] for p in sorted(rewrite.pieces)]) != text:
        return "its pieces are not the text"
    if rewrite.perturbed == text:
        return "nothing changed"
    try:
        rewrite.perturbed.encode()
    except UnicodeEncodeError:
        return "half of a character came out"
    return ""


def ready() -> None:
    """Load what a worker needs."""
    _perturber()


@cache
def _perturber() -> Perturber:
    fresh = Perturber(tagger(), resources(), REMEMBERED)
    for perturbation in perturbations():  # word lists are loaded when they are first asked for
        fresh.text("He bought two old cars .", perturbation.name, perturbation.severities[0], 0)
    for i in range(0, TYPES, CHUNK):  # the tagger's bounded table of words is filled once
        tagger()([f"w{j}" for j in range(i, min(i + CHUNK, TYPES))])
    return fresh

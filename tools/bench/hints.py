"""Candidates with hints a minute, for each grammar engine that can be had here, similarity included."""

from collections.abc import Iterator, Sequence
from itertools import islice
from time import perf_counter

from core.errors import MissingResource
from core.hints.grammar import GrammarEngine
from core.hints.hinting import Hinting
from core.hints.similarity import Similarity
from core.records import Candidate, Sample, TextField
from core.severity import pps
from data.hints.choice import GrammarChoice, available_engines
from data.lexicon.resources import perturber
from tools.bench.output import Out

SENTENCES = 300
SEVERITIES = (1, 2)
PART = 256


def run(sentences: Sequence[str], out: Out = print) -> None:
    """Print candidates a minute for word deletion of these sentences at PPS 1 and 2, originals included."""
    perturbed = list(_candidates(sentences[:: max(1, len(sentences) // SENTENCES)][:SENTENCES]))
    similarity = Similarity()
    out(f"  {len(perturbed):,} candidates, similarity on {similarity.device}")
    out(f"  {'hints':40} {'candidates a minute':>19}   issues added in")
    for name, engine in _engines():
        hinting = Hinting(similarity, engine)
        hinting.hints(perturbed[:8])  # what is loaded and warmed up at the first call
        similarity.forget()
        out(f"  {name:40} {_figures(Hinting(similarity, engine), perturbed)}".rstrip())
        hinting.close()


def _engines() -> Iterator[tuple[str, GrammarEngine | None]]:
    yield "similarity alone", None
    for prospect in [*available_engines("languagetool"), *available_engines(GrammarChoice.HARPER)]:
        try:
            engine = prospect.start()
        except MissingResource as error:
            yield str(error), None
            continue
        yield f"similarity, {engine.name}", engine


def _figures(hinting: Hinting, perturbed: Sequence[Candidate]) -> str:
    began, waiting = perf_counter(), iter(perturbed)
    hints = [hint for part in iter(lambda: list(islice(waiting, PART)), []) for hint in hinting.hints(part)]
    a_minute = f"{len(perturbed) * 60 / (perf_counter() - began):19,.0f}"
    checked = [hint.issues for hint in hints if hint.issues is not None]
    return f"{a_minute}   {sum(map(bool, checked)) / len(checked):.0%}" if checked else a_minute


def _candidates(sentences: Sequence[str]) -> Iterator[Candidate]:
    samples = [
        Sample("bench", "test", (TextField("text", text),), "", occurrence) for occurrence, text in enumerate(sentences)
    ]
    for severity in SEVERITIES:
        made = (perturber().sample(sample, "word_deletion", pps(severity), 0) for sample in samples)
        yield from (candidate for candidate in made if candidate)

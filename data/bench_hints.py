"""Candidates with hints a minute, for each grammar engine that can be had here, similarity included."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from time import perf_counter

from core.errors import MissingResource
from core.hints.choice import Grammar, prospects
from core.hints.grammar import GrammarEngine
from core.hints.hinting import Hinting
from core.hints.similarity import Similarity
from core.records import Candidate, Cell, Sample, TextField
from core.severity import pps
from data.candidates import candidates
from data.resources import perturber

SENTENCES = 300
SEVERITIES = (1, 2)
PART = 256


def run(sentences: Sequence[str], out: Callable[[str], None] = print) -> None:
    """Print candidates a minute for word deletion of these sentences at PPS 1 and 2, originals included."""
    made = list(_candidates(sentences[:: max(1, len(sentences) // SENTENCES)][:SENTENCES]))
    similarity = Similarity()
    for name, engine in _engines():
        hinting = Hinting(similarity, engine)
        hinting.hints(made[:8])  # what is loaded and warmed up at the first call
        similarity.forget()
        out(f"  {name:36} {_pace(Hinting(similarity, engine), made)} ({len(made):,} on {similarity.device})")
        hinting.close()


def _engines() -> Iterator[tuple[str, GrammarEngine | None]]:
    yield "similarity alone", None
    for prospect in [*prospects("languagetool"), *prospects(Grammar.HARPER)]:
        try:
            engine = prospect.start()
        except MissingResource as error:
            yield str(error), None
            continue
        yield f"similarity, {engine.name}", engine


def _pace(hinting: Hinting, made: Sequence[Candidate]) -> str:
    began, waiting = perf_counter(), iter(made)
    hints = [hint for part in iter(lambda: list(islice(waiting, PART)), []) for hint in hinting.hints(part)]
    pace = f"{len(made) * 60 / (perf_counter() - began):8,.0f} candidates a minute"
    checked = [hint.issues for hint in hints if hint.issues is not None]
    return f"{pace}, issues added in {sum(map(bool, checked)) / len(checked):.0%}" if checked else pace


def _candidates(sentences: Sequence[str]) -> Iterator[Candidate]:
    samples = [
        Sample("bench", "test", (TextField("text", text),), "", occurrence) for occurrence, text in enumerate(sentences)
    ]
    for severity in SEVERITIES:
        cell = Cell("bench", "test", "word_deletion", pps(severity))
        yield from (candidate for candidate, _ in candidates(perturber(), cell, samples, 0))

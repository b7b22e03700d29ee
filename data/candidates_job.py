"""The job "candidates": first every cell's candidates, so that people can begin, then their hints, heads first."""

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import count, islice
from pathlib import Path
from time import monotonic
from typing import TypeVar

import pyarrow.parquet as pq

from core.errors import BadInput, MissingResource
from core.hints.choice import choose_engine
from core.hints.hinting import Hinting
from core.hints.similarity import Similarity
from core.records import Candidate, Cell, Sample
from data.candidates import HintWish, Plan, candidates, in_order, plan_of, waves
from data.datasets import read_samples
from data.durable import write_text
from data.job import Job
from data.resources import perturber
from data.tables import candidates_of, candidates_table, hints_table, write_parquet

T = TypeVar("T")
HEAD = 64  # hints of a cell's first part: what people look at first
PART = 256


@dataclass(frozen=True, slots=True)
class CellCount:
    """What became of the samples of one cell; a line of cells.json."""

    id: str
    dataset: str
    split: str
    perturbation: str
    severity: str
    samples: int = 0
    applicable: int = 0
    not_applicable: int = 0

    @classmethod
    def of(cls, cell: Cell) -> "CellCount":
        """Nothing counted yet."""
        return cls(cell.id, cell.dataset, cell.split, cell.perturbation, cell.severity.key)

    def after(self, samples: int, applicable: int) -> "CellCount":
        """The count with so many samples more, of which so many gave a candidate."""
        return replace(
            self,
            samples=self.samples + samples,
            applicable=self.applicable + applicable,
            not_applicable=self.not_applicable + samples - applicable,
        )


def run(job: Job) -> None:
    """Write the candidates and hints of the job's cells into its folder; what is already there is kept."""
    plan = plan_of(job.arguments)
    samples = in_order(read_samples(job.workspace, plan.dataset, plan.split), plan.seed, plan.limit)
    if not samples:
        raise BadInput(f"The split {plan.split!r} of {plan.dataset!r} holds no samples; choose another.")
    counts = make_candidates(job, plan, samples)
    made, total = in_words(counts), sum(count.applicable for count in counts)
    if plan.hints.none or not total:
        job.report(total, total, f"{made}; no hints were asked for.")
    else:
        make_hints(job, plan, made, total)


def make_candidates(job: Job, plan: Plan, samples: Sequence[Sample]) -> list[CellCount]:
    """Write every cell's candidates, wave by wave, and how many there are after each wave."""
    counts = [CellCount.of(cell) for cell in plan.cells]
    for number, wave in enumerate(waves(samples)):
        for i, cell in enumerate(plan.cells):
            job.check()
            path = job.folder / f"candidates-{cell.id}-{number:04}.parquet"
            if not path.exists():
                made = candidates(perturber(), cell, wave, plan.seed)
                write_parquet(path, candidates_table(made, counts[i].applicable))
            counts[i] = counts[i].after(len(wave), pq.read_metadata(path).num_rows)
        write_text(job.folder / "cells.json", json.dumps([asdict(count) for count in counts], indent=1))
        job.report(0, len(samples) * len(counts), f"Making candidates: {in_words(counts)}.")
    return counts


def in_words(counts: Sequence[CellCount]) -> str:
    """What was made, for people: "12 cells: 6,113 candidates, 1,887 not applicable"."""
    applicable = sum(count.applicable for count in counts)
    rest = sum(count.not_applicable for count in counts)
    return (
        f"{len(counts)} {'cell' if len(counts) == 1 else 'cells'}: {applicable:,} candidates, {rest:,} not applicable"
    )


def make_hints(job: Job, plan: Plan, made: str, total: int) -> None:
    """Write the hints of every cell, in parts, each cell's first part before any cell's second."""
    job.report(0, total, f"{made}; starting the hint engines.")
    hinting, why = engines(plan.hints)
    print(f"{made}. {why}")
    began, done, before, said = monotonic(), 0, 0, made
    try:
        for path, part in round_robin([hint_parts(job.folder, cell) for cell in plan.cells]):
            job.check()
            if path.exists():
                before += len(part)
                job.skipped(before + done)
            else:
                write_parquet(path, hints_table(hinting.hints(part)))
                done += len(part)
            rate = done * 60 / max(monotonic() - began, 1e-3)
            notes = "".join(f" {note}" for note in hinting.notes)
            said = f"{made}; {hinting.speaking}; {rate:,.0f} hints a minute.{notes}"
            job.report(before + done, total, said)
        print(said)
    finally:
        hinting.close()


def engines(wish: HintWish) -> tuple[Hinting, str]:
    """The engines that could be started, and a sentence on each; the two start side by side."""
    with ThreadPoolExecutor(1) as aside:
        starting = aside.submit(choose_engine, wish.grammar, wish.languagetool_url)
        similarity, said = _similarity(wish.similarity)
        choice = starting.result()
    return Hinting(similarity, choice.engine), f"{said} {choice.why}"


def _similarity(model: str) -> tuple[Similarity | None, str]:
    if model == "off":
        return None, "Similarity hints are switched off."
    try:
        similarity = Similarity(model)
    except MissingResource as error:
        return None, str(error)
    return similarity, f"Similarity is {similarity.name}'s, on {similarity.device}."


def hint_parts(folder: Path, cell: Cell) -> Iterator[tuple[Path, list[Candidate]]]:
    """The cell's candidates in order, a short part first, each with the file that its hints belong in."""
    files = sorted(folder.glob(f"candidates-{cell.id}-*.parquet"))
    waiting = (candidate for file in files for candidate, _ in candidates_of(pq.read_table(file)))
    size = HEAD
    for number in count():
        part = list(islice(waiting, size))
        if not part:
            return
        yield folder / f"hints-{cell.id}-{number:04}.parquet", part
        size = PART


def round_robin(streams: Iterable[Iterator[T]]) -> Iterator[T]:
    """One item of each stream in turn, until all are at their end."""
    waiting = deque(streams)
    while waiting:
        stream = waiting.popleft()
        for item in islice(stream, 1):
            yield item
            waiting.append(stream)

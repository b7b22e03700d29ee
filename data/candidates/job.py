"""The job "candidates": first the variants of every condition, so that people can begin, then hints, heads first."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from time import monotonic
from typing import TypeVar

from core.design import Condition, Design
from core.errors import BadInput
from core.perturbations.registry import find
from core.records import Candidate, Cell
from core.so_many import so_many
from data.candidates.estimate import work_of
from data.candidates.manifest import CellVariants, read_manifest, write_manifest
from data.candidates.request import parse_request
from data.datasets.stored import dataset_card
from data.hints.engines import HintRequest, start_engines
from data.jobs.job import Job
from data.jobs.pace import remember
from data.tables import hints_table, write_parquet
from data.variants.files import Recipe, VariantFile, read_footer
from data.variants.making import variants
from data.variants.reading import read_candidates
from data.variants.versions import fingerprint

T = TypeVar("T")
FIRST = 256  # samples perturbed before all others, so that people can begin at once
MANY = 4 * FIRST  # samples: with so many it is worth while
HEAD = 64  # hints of a cell's first part: what people look at first
PART = 256
NOTHING_MADE = "The perturbations change nothing in these texts: choose other perturbations or another data set."


def run(job: Job) -> None:
    """Have the variants of the job's design made, and write hints on them into its folder; what is there is kept."""
    request = parse_request(job.arguments)
    files = completed_variants(job, request.design) or make_candidates(job, request.design)
    summary, total = in_words(files), sum(file.counts.perturbed for file in files)
    if not total:
        job.report(1, 1, f"{summary}. {NOTHING_MADE}")
    elif request.hints.none:
        job.report(total, total, f"{summary}; without hints, as you chose.")
    else:
        make_hints(job, request.hints, files, summary, total)


def completed_variants(job: Job, design: Design) -> Sequence[VariantFile]:
    """The variants that the job made in full before it was stopped, with the data set as it is; else none.

    People may have judged them: what is still to do is done for just these texts, whatever perturbing makes by now.
    """
    listed = [read_footer(job.workspace.root / entry.file) for entry in read_manifest(job.folder)]
    files = {file.condition: file for file in listed if file}
    samples = fingerprint(job.workspace, design.dataset, design.split) if files else ""
    whole = [file for file in files.values() if file.recipe == Recipe.of(design, samples, file.recipe.code)]
    return [files[c] for c in design.conditions] if {f.condition for f in whole} >= set(design.conditions) else []


def make_candidates(job: Job, design: Design) -> Sequence[VariantFile]:
    """The variants of the design, listed in the job's manifest; first those of a few samples, where there are many."""

    def report(done: int, total: int, what: str) -> None:
        job.check()
        job.report(0, total, f"Perturbing {what} ({done:,} of {total:,} texts).")

    size = dataset_card(job.workspace, design.dataset).splits.get(design.split, 0)
    many = min(size, design.limit or size) > MANY
    files: Sequence[VariantFile] = ()
    for limit in (FIRST, design.limit) if many else (design.limit,):
        files = variants(job.workspace, replace(design, limit=limit), report=report)
        write_manifest(job.folder, [CellVariants.of(file, job.workspace.root) for file in files])
    if not files[0].counts.samples:
        raise BadInput(f"The split {design.split!r} of {design.dataset!r} has no samples; choose another split.")
    return files


def in_words(files: Sequence[VariantFile]) -> str:
    """What was made, for people: "6,113 candidates in 12 cells; 1,887 could not be made"."""
    perturbed = sum(file.counts.perturbed for file in files)
    rest = sum(file.counts.not_applicable for file in files)
    cells = f" in {so_many(len(files), 'cell')}" if perturbed else ""
    return f"{so_many(perturbed, 'candidate')}{cells}; {rest:,} could not be made"


def make_hints(job: Job, request: HintRequest, files: Sequence[VariantFile], summary: str, total: int) -> None:
    """Write the hints of every cell, in parts, each cell's first part before any cell's second."""
    job.report(0, total, f"{summary}; starting the hint engines.")
    hinting, why = start_engines(request)
    print(f"{summary}. {why}")
    began, done, before, message = monotonic(), 0, 0, summary
    try:
        for path, part in round_robin([hint_parts(job.folder, file) for file in files]):
            by_word = puts_words(part[0].cell.condition)
            job.check()
            if path.exists():
                before += len(part)
                job.skipped(before + done)
            else:
                write_parquet(path, hints_table(hinting.hints(part, by_word)))
                done += len(part)
            rate = done * 60 / max(monotonic() - began, 1e-3)
            notes = "".join(f" {note}" for note in hinting.notes)
            message = f"{summary}.{notes}" if notes else summary
            job.report(before + done, total, message)
        print(f"{message.rstrip('.')}. Hints: {hinting.engines}; {rate:,.0f} a minute.")
        remember(job.workspace, work_of(request), done, monotonic() - began)
    finally:
        hinting.close()


def puts_words(condition: Condition) -> bool:
    """Whether this is a perturbation that puts words for words; in a chain others change the text as well."""
    return len(condition.steps) == 1 and find(condition.perturbation).by_word


def hint_parts(folder: Path, file: VariantFile) -> Iterator[tuple[Path, list[Candidate]]]:
    """The file's candidates in the order people see them, a short part first, each with the file for its hints."""
    cell = Cell(file.recipe.dataset, file.recipe.split, *file.condition)
    waiting = read_candidates(file)
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

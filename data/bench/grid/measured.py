"""The measurement: every architecture predicts the whole grid; then whether answers are the same again, in float32, and
where memory is short."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import pyarrow as pa

from core.models.device import Device, choose
from core.models.family import ModelPlan
from core.severity import pps
from data.bench.evaluate.contenders import predicted
from data.bench.evaluate.grid import Cells, Grid, romero_grid
from data.bench.grid.untrained import ARCHITECTURES, Sized, full_size, untrained
from data.bench.grid.watch import busy, in_words
from data.bench.output import Out
from data.jobs.jobs import PROCESS
from data.lexicon.resources import perturber
from data.models.folder import ModelFolder
from data.models.ready import freed_after

VERSIONS = 27  # of each sentence in the thesis's grid by our rules
TRIED = 64  # texts by which answers are spread
CHECKED = 2_000  # texts that are asked again in other ways
SHORT = 0.05  # of the GPU's memory, for the last of them


def run(sentences: Sequence[str], out: Out = print, rows: int = 25_637, sized: Sized = full_size) -> None:
    """Print a line for each architecture and the sum; raises MissingResource without MiniLM."""
    os.environ |= PROCESS  # before torch is imported: as jobs have it
    grid = romero_grid(enough(sentences, rows), VERSIONS * rows)
    device = choose()
    asked = sum(map(len, grid.cells.values()))
    out(f"  {len(grid.rows):,} rows of Romero's grid, {asked:,} of them asked; {device.description}")
    spent = 0.0
    with TemporaryDirectory() as folder:
        for kind in ARCHITECTURES:
            plan, kept = untrained(kind, Path(folder), grid.rows[:TRIED], sized(kind))
            with freed_after():
                spent += _timed(grid, plan, kept, device, out)
                _checked(grid, plan, kept, device, out)
    out(f"  all four: {len(ARCHITECTURES) * len(grid.rows):,} rows in {spent:.0f} s")


def enough(sentences: Sequence[str], wanted: int) -> list[str]:
    """So many different sentences: these, and then these with a word less."""
    found = dict.fromkeys(sentences)
    for seed in range(20):
        if len(found) >= wanted:
            break
        shorter = perturber().prepared("word_deletion", pps(1), seed)
        made = (shorter(text, str(n)) for n, text in enumerate(sentences))
        found |= dict.fromkeys(rewrite.perturbed for rewrite in made if rewrite)
    return list(found)[:wanted]


def _timed(grid: Grid, plan: ModelPlan, kept: ModelFolder, device: Device, out: Out) -> float:
    began = perf_counter()
    with busy() as seen:
        predicted(grid.cells, plan, device, kept)
    seconds = perf_counter() - began
    out(f"  {plan.spec.name:12} {seconds:8.1f} s  {len(grid.rows) / seconds:10,.0f} rows a second  {in_words(seen)}")
    return seconds


def _checked(grid: Grid, plan: ModelPlan, kept: ModelFolder, device: Device, out: Out) -> None:
    """The same again, in float32, and with little memory: how many labels differ."""
    some: Cells = {name: texts[: max(1, CHECKED // len(grid.cells))] for name, texts in grid.cells.items()}
    first = _labels(predicted(some, plan, device, kept))
    ways = {"asked again": device, "in float32": replace(device, fast=False)}
    differ = {}
    for what, how in ways.items():
        with freed_after():
            differ[what] = _apart(first, _labels(predicted(some, plan, how, kept)))
    if device.kind == "cuda":
        differ["with 5 % of the memory"] = _apart(first, _short_of_memory(some, plan, kept, device))
    told = ", ".join(f"{what} {number}" for what, number in differ.items())
    out(f"  {'':12} labels that differ of {len(first):,}: {told}")


def _short_of_memory(some: Cells, plan: ModelPlan, kept: ModelFolder, device: Device) -> list[str]:
    import torch

    torch.cuda.empty_cache()
    torch.cuda.set_per_process_memory_fraction(SHORT)
    try:
        with freed_after():
            return _labels(predicted(some, plan, device, kept))
    finally:
        torch.cuda.set_per_process_memory_fraction(1.0)


def _labels(table: pa.Table) -> list[str]:
    labels: list[str] = table["label"].to_pylist()
    return labels


def _apart(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))

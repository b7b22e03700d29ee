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
from core.models.network import Network
from core.models.registry import family, usual_spec
from core.models.spec import Example, Material
from core.records import Task
from core.severity import pps
from data.jobs.jobs import PROCESS
from data.lexicon.resources import perturber
from data.models.folder import ModelFolder
from data.models.ready import freed_after, ignore_progress, ready
from tools.bench.evaluate.contenders import predicted
from tools.bench.evaluate.grid import Cells, Grid, romero_grid
from tools.bench.grid.untrained import ARCHITECTURES, LABELS, Sized, full_size, untrained
from tools.bench.grid.watch import busy, in_words
from tools.bench.output import Out

VERSIONS = 27  # of each sentence in the thesis's grid by our rules
TRIED = 64  # texts by which answers are spread
CHECKED = 2_000  # texts that are asked again in other ways
CHECK_ROWS = 2_000  # sentences of a grid that is checked within ten minutes
TRAINED, EXAMPLES = ("minilm", "textrnn", "cnn"), 512
SHORT = 0.3  # of what answering takes beside the weights: all that is left for the last of them


def run(
    sentences: Sequence[str],
    out: Out = print,
    rows: int = 25_637,
    sized: Sized = full_size,
    gpu_check: bool = False,
) -> None:
    """Print a line for each architecture and the sum; raises MissingResource without MiniLM.

    With `gpu_check` a grid of at most CHECK_ROWS sentences, and what comes of training twice by the same seed.
    """
    os.environ |= PROCESS  # before torch is imported: as jobs have it
    rows = min(rows, CHECK_ROWS) if gpu_check else rows
    grid = romero_grid(enough(sentences, rows), VERSIONS * rows)
    device = choose()
    asked = sum(map(len, grid.cells.values()))
    out(f"  {len(grid.rows):,} rows of Romero's grid, {asked:,} of them asked; {device.description}")
    spent = 0.0
    with TemporaryDirectory() as folder:
        for kind in ARCHITECTURES:
            plan, kept = untrained(kind, Path(folder), grid.rows[:TRIED], sized(kind))
            with freed_after():
                spent += _predict_timed(grid, plan, kept, device, out)
                _print_differences(grid, plan, kept, device, out)
    out(f"  all four: {len(ARCHITECTURES) * len(grid.rows):,} rows in {spent:.0f} s")
    if gpu_check:
        for name in TRAINED:
            out(f"  {name:12} {trained_twice(name, grid.rows[:EXAMPLES], device)}")


def trained_twice(name: str, texts: Sequence[str], device: Device) -> str:
    """What comes of training twice by the same seed to tell long texts from short ones: how far the weights are apart.

    "equal to the bit" is promised for a CPU alone.
    """
    import torch

    middle = sorted(map(len, texts))[len(texts) // 2]
    material = Material([Example((text,), LABELS[len(text) > middle]) for text in texts], precision=device.precision)
    weights, form = [], ""
    spec = replace(usual_spec(name), epochs=1)
    with TemporaryDirectory() as folder:
        for n in range(2):
            plan = family(spec.kind).plan(spec, Task.CLASSIFICATION, LABELS, material)
            model = family(spec.kind).ready(plan, material, device, ModelFolder(Path(folder) / f"{n}"), ignore_progress)
            assert isinstance(model, Network)
            form = model.opening.device.precision
            weights.append(torch.cat([tensor.detach().flatten().float().cpu() for tensor in model.module.parameters()]))
    apart = float((weights[0] - weights[1]).abs().max())
    difference = "equal to the bit" if apart == 0 else f"weights up to {apart:.1e} apart"
    return f"trained twice by one seed: {difference}; in {form}"


def enough(sentences: Sequence[str], wanted: int) -> list[str]:
    """So many different sentences: these, and then these with a word less."""
    unique = dict.fromkeys(sentences)
    for seed in range(20):
        if len(unique) >= wanted:
            break
        shorter = perturber().prepared("word_deletion", pps(1), seed)
        made = (shorter(text, str(n)) for n, text in enumerate(sentences))
        unique |= dict.fromkeys(rewrite.perturbed for rewrite in made if rewrite)
    return list(unique)[:wanted]


def _predict_timed(grid: Grid, plan: ModelPlan, kept: ModelFolder, device: Device, out: Out) -> float:
    began = perf_counter()
    with busy() as seen:
        predicted(grid.cells, plan, device, kept)
    seconds = perf_counter() - began
    out(f"  {plan.spec.name:12} {seconds:8.1f} s  {len(grid.rows) / seconds:10,.0f} rows a second  {in_words(seen)}")
    return seconds


def _print_differences(grid: Grid, plan: ModelPlan, kept: ModelFolder, device: Device, out: Out) -> None:
    """The same again, in float32, and with little memory: how many labels differ."""
    some: Cells = {name: texts[: max(1, CHECKED // len(grid.cells))] for name, texts in grid.cells.items()}
    first = _labels(predicted(some, plan, device, kept))
    ways = {"asked again": device, "in float32": replace(device, fast=False)}
    differ = {}
    for what, how in ways.items():
        with freed_after():
            differ[what] = _count_differences(first, _labels(predicted(some, plan, how, kept)))
    short = ""
    if device.kind == "cuda":
        labels, short = _labels_short_of_memory(some, plan, kept, device)
        differ["short of memory"] = _count_differences(first, labels)
    counts = ", ".join(f"{what} {number}" for what, number in differ.items())
    out(f"  {'':12} labels that differ of {len(first):,}: {counts}{short}")


def _labels_short_of_memory(some: Cells, plan: ModelPlan, kept: ModelFolder, device: Device) -> tuple[list[str], str]:
    """The labels where the GPU's memory holds the weights and little more, and how often it did not hold a batch."""
    import torch

    with freed_after():
        ready(plan, device, kept)
        torch.cuda.empty_cache()
        weights = torch.cuda.memory_reserved()
        torch.cuda.reset_peak_memory_stats()
        predicted(some, plan, device, kept)
        most = torch.cuda.max_memory_reserved()
    allowed = weights + SHORT * (most - weights)
    before = torch.cuda.memory_stats()["num_ooms"]
    with freed_after():
        ready(plan, device, kept)
        torch.cuda.empty_cache()  # only now is there as little as the weights take
        torch.cuda.set_per_process_memory_fraction(allowed / torch.cuda.get_device_properties(0).total_memory)
        try:
            labels = _labels(predicted(some, plan, device, kept))
        finally:
            torch.cuda.set_per_process_memory_fraction(1.0)
    halved = torch.cuda.memory_stats()["num_ooms"] - before
    note = f"; {most / 1e6:,.0f} MB at most, with {allowed / 1e6:,.0f} MB a batch was halved {halved} times"
    return labels, note


def _labels(table: pa.Table) -> list[str]:
    labels: list[str] = table["label"].to_pylist()
    return labels


def _count_differences(one: Sequence[str], other: Sequence[str]) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))

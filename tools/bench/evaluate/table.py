"""The measurement: every contender in rotated order, in CPU time, and how its answers differ from the pipeline's."""

import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from core.metrics.share import share
from data.jobs.jobs import PROCESS
from data.models.ready import freed_after
from tools.bench.evaluate.contenders import PIPELINE, Contender, Predictions, contenders, has_trainer
from tools.bench.evaluate.grid import romero_grid, trained, varied_grid
from tools.bench.evaluate.host import host_side
from tools.bench.output import Out


@dataclass(slots=True)
class Measured:
    """What was measured of a contender: CPU-seconds of each run, and what it predicted in the last."""

    seconds: list[float] = field(default_factory=list)
    predictions: Predictions = field(default_factory=list)


def run(sentences: Sequence[str], out: Out = print, texts: int = 6_000, repeats: int = 1) -> None:
    """Print tables for grids of so many texts; raises MissingResource without the weights of MiniLM."""
    os.environ |= PROCESS  # before torch is imported: as jobs have it
    with TemporaryDirectory() as folder, freed_after():
        plan, kept = trained(Path(folder) / "model")
        if not has_trainer():
            out("  Trainer.predict is left out: it needs `pip install accelerate`")
        for what, threads, grid in (
            ("Romero's grid by our rules, unchanged rows included", (1, 2), romero_grid(sentences, texts)),
            ("every perturbation, changed texts alone", (1,), varied_grid(sentences, texts)),
        ):
            different = len(set(grid.rows))
            out(f"  {what}: {len(grid.rows):,} texts, {different:,} of them different; MiniLM, CPU time")
            for many in threads:
                _table(contenders(grid, plan, kept), many, repeats, len(grid.rows), out)
        host_side(sentences, plan, kept, out, texts)


def _table(everyone: Sequence[Contender], threads: int, repeats: int, texts: int, out: Out) -> None:
    measured: dict[str, Measured] = {contender.name: Measured() for contender in everyone}
    with _threads(threads):
        for turn in range(repeats):
            at = turn % len(everyone) if threads == 1 else -1 - turn % len(everyone)
            for contender in (*everyone[at:], *everyone[:at]):  # another order each time: none is always first or last
                _measure(contender, measured[contender.name])
    base = measured[PIPELINE]
    title = f"{threads} thread{'s' * (threads > 1)}"
    out(f"  {title:32} {'texts/CPU-s':>13} {'ratio':>7}   {'labels that differ':22} largest difference")
    for name, result in measured.items():
        paces = [texts / seconds for seconds in result.seconds]
        ratio = median(base.seconds) / median(result.seconds)
        changed = share(sum(a[0] != b[0] for a, b in zip(result.predictions, base.predictions, strict=True)), texts)
        apart = f"{round(changed.value * texts):3} ({100 * changed.low:.2f}-{100 * changed.high:.2f} %)"
        furthest = max(map(_difference, result.predictions, base.predictions), default=0.0)
        out(f"  {name:32} {median(paces):13,.0f} {ratio:7.2f}   {apart:22} {furthest:.1e} of a logit")


def _measure(contender: Contender, measured: Measured) -> None:
    predict = contender.open()
    gc.collect()
    began = process_time()
    measured.predictions = predict()
    measured.seconds.append(process_time() - began)


def _difference(one: tuple[str, list[float]], other: tuple[str, list[float]]) -> float:
    """The largest difference of a logit, the mean of a text's logits taken off: log-probabilities have lost it."""
    mine, theirs = ([value - sum(row) / len(row) for value in row] for _, row in (one, other))
    return max(abs(a - b) for a, b in zip(mine, theirs, strict=True))


@contextmanager
def _threads(number: int) -> Iterator[None]:
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(number)
    try:
        yield
    finally:
        torch.set_num_threads(before)

"""Sentences a second for every perturbation: in one process, cold and with words and tags at hand; and on all cores."""

from collections.abc import Sequence
from tempfile import TemporaryDirectory
from time import perf_counter

from core.perturbations.registry import perturbations
from core.records import Sample, TextField
from data.jobs.process_pool import cores
from data.variants.export import perturb_dataset
from tools.bench.output import Out
from tools.bench.quoted import QUOTED
from tools.bench.throughput import forgetful, measured, prepared, remembering

ON_ALL_CORES = 2_000  # of the sentences; each is perturbed some hundred times


def run(sentences: Sequence[str], out: Out = print) -> None:
    """Print sentences per CPU-second, cold (a text seen for the first time) and cached (analysed before)."""
    one_process(sentences, out)
    all_cores(sentences[:ON_ALL_CORES], out)


def one_process(sentences: Sequence[str], out: Out) -> None:
    """Print each perturbation's throughput in this process, at the first severity of its paper."""
    quoted = {figure.ours: f"{figure.library} {figure.throughput:,}" for figure in QUOTED}
    out("  quoted: another library's throughput, on another machine of two cores and another day; no ratio is claimed")
    out(f"  {'perturbation':24} {'cold':>9} {'cached':>9}   {'applied to':38}  quoted")
    with remembering(sentences) as warm:
        for perturbation in perturbations():
            cold = measured(prepared(forgetful(), perturbation), sentences)
            cached = measured(prepared(warm, perturbation), sentences)
            share = cached.applied / max(len(sentences), 1)
            applied = f"{share:.1%} of the sentences, at {perturbation.severities[0]}"
            figures = f"{cold.a_second:9,.0f} {cached.a_second:9,.0f}   {applied:38}"
            out(f"  {perturbation.name:24} {figures}  {quoted.get(perturbation.name, '')}".rstrip())


def all_cores(sentences: Sequence[str], out: Out) -> None:
    """Print the wall-clock throughput of the runner: every perturbation at every severity of its paper, to Parquet."""
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

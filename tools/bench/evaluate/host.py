"""What an evaluation does beside the network: texts read, sorted, shared out to batches, answers written down.

A fast GPU waits for it. The network is one that answers at once.
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter, process_time, thread_time
from typing import Any

from core.models.device import choose
from core.models.family import ModelPlan
from core.models.network import Network
from data.models.folder import ModelFolder
from data.models.ready import at_hand_now, ready
from tools.bench.evaluate.contenders import predicted
from tools.bench.evaluate.grid import romero_grid
from tools.bench.output import Out

TIMES = 10  # as many texts as the tables have: a grid's usual cells


def host_side(sentences: Sequence[str], plan: ModelPlan, kept: ModelFolder, out: Out, texts: int) -> None:
    """Print how many of a grid's texts are made ready and written down in a second, the network left out."""
    device = choose("cpu", "exact")
    network = ready(plan, device, kept)
    assert isinstance(network, Network)
    at_hand_now(plan, device, kept, replace(network, module=_random_module(len(plan.labels))))
    grid = romero_grid(sentences, TIMES * texts)
    worked, alone, began = process_time(), thread_time(), perf_counter()
    asked = predicted(grid.cells, plan, device, kept).num_rows
    seconds, worked, alone = perf_counter() - began, process_time() - worked, thread_time() - alone
    out(f"  without the network: {len(grid.rows):,} rows of Romero's grid, {asked:,} of them asked, MiniLM's tokens")
    out(
        f"  {len(grid.rows) / seconds:,.0f} rows a second ({asked / seconds:,.0f} asked) on {os.cpu_count()} cores; "
        f"{1e6 * worked / asked:.0f} microseconds of work a text asked, {1e6 * alone / asked:.0f} of them in one thread"
    )


def _random_module(labels: int) -> Any:
    """A torch module that draws its logits."""
    import torch

    class AtOnce(torch.nn.Module):
        def forward(self, **inputs: Any) -> Any:
            return 10 * torch.randn(len(inputs["input_ids"]), labels)

    return AtOnce().eval()

"""How far long work is, on stderr, for a script that waits for it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from data.jobs.job import Show

FORM = "{percentage:3.0f} %|{bar:20}| {elapsed}<{remaining} {desc}"


@contextmanager
def watched(report: Show | None) -> Iterator[Show | None]:
    """What is to be called as the work goes on, and stdout is stderr meanwhile: results are what comes back.

    That is `report`; without one a bar, where somebody looks: at a terminal, or in a notebook.
    """
    if report or not (sys.stderr.isatty() or "ipykernel" in sys.modules):  # neither a terminal nor a notebook
        with redirect_stdout(sys.stderr):
            yield report
        return
    from tqdm import tqdm
    from tqdm.contrib import DummyTqdmFile

    with (
        tqdm(total=1, bar_format=FORM, dynamic_ncols=True, file=sys.stderr) as bar,
        redirect_stdout(DummyTqdmFile(sys.stderr)),  # a line that is printed stands above the bar
    ):

        def show(done: int, total: int, message: str) -> None:
            if done < bar.n:
                bar.reset()
            bar.n, bar.total = done, total
            bar.set_description_str(message)

        yield show
        bar.n = bar.total = bar.total or 1  # what costs next to nothing counts no steps

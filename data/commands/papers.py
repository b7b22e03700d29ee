"""`evaluate --as PAPER`: the plan of a whole paper, and doing it."""

import sys
from contextlib import redirect_stdout
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import typer

from data.commands.told import score_lines, told_on_stderr

if TYPE_CHECKING:
    from data.plans.request import PaperRequest


def evaluate_paper(request: "PaperRequest", dry_run: bool) -> None:
    """Print the plan; unless this is a dry run, do what is left of it and print the scores of all its runs.

    Raises BadInput, when all else is done and printed, for data sets that failed.
    """
    from data.plans.plan import paper_plan
    from data.plans.starting import done_here
    from data.plans.words import in_lines
    from data.runs.scores import runs
    from data.setup.home import ready_workspace

    workspace = ready_workspace()
    if dry_run:
        for line in in_lines(paper_plan(workspace, request)):
            typer.echo(line)
        return
    try:
        with redirect_stdout(sys.stderr):
            done_here(workspace, request, partial(typer.echo, err=True), told_on_stderr())
    finally:
        typer.echo("dataset\tmodel\tperturbation\tseverity\tmetric\tvalue\tn\tlow\thigh")
        for run in (run for run in reversed(runs(workspace)) if run.plan == request.id):
            for line in islice(score_lines(workspace, run.id), 1, None):  # one head for all
                typer.echo(f"{run.dataset}\t{line}")

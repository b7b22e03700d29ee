"""`evaluate --as PAPER`: the plan of a whole paper, and doing it."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

import typer

from core.errors import BadInput
from data.commands.told import score_lines, told_on_stderr

if TYPE_CHECKING:
    from data.plans.plan import PaperPlan
    from data.plans.request import PaperRequest


def evaluate_paper(request: "PaperRequest", dry_run: bool) -> None:
    """Print the plan, and unless this is a dry run do what is left of it and print the scores of all its runs.

    Raises BadInput, when all else is done, for data sets that failed.
    """
    from data.plans.plan import paper_plan
    from data.plans.starting import run_here
    from data.runs.scores import runs
    from data.setup.home import ready_workspace

    workspace = ready_workspace()
    plan = paper_plan(workspace, request)
    _tell(plan, err=not dry_run)
    if dry_run:
        return
    faults = []
    with redirect_stdout(sys.stderr):
        for task, fault in run_here(workspace, plan, told_on_stderr()):
            faults += [f"{task.dataset}: {fault}"] if fault else []
    typer.echo("dataset\tmodel\tperturbation\tseverity\tmetric\tvalue\tn\tlow\thigh")
    for run in (run for run in reversed(runs(workspace)) if run.plan == request.id):
        for line in score_lines(workspace, run.id):
            typer.echo(f"{run.dataset}\t{line}")
    if faults:
        raise BadInput(" ".join(faults))


def _tell(plan: "PaperPlan", err: bool) -> None:
    """The plan, on stdout or on stderr, so that stdout holds results alone."""
    from data.plans.words import HEADER, missing, notes, rows, summary

    if lines := rows(plan):
        for line in _columns([HEADER, *lines]):
            typer.echo(line, err=err)
    for said in missing(plan):
        typer.echo(f"not at hand: {said}", err=err)
    for said in notes(plan):
        typer.echo(f"note: {said}", err=err)
    typer.echo(summary(plan), err=err)


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]

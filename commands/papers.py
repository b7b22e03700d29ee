"""`evaluate --as PAPER`: the plan of a whole paper, and doing it."""

import sys
from contextlib import redirect_stdout
from functools import partial
from typing import TYPE_CHECKING

import typer

from commands.options import usage
from commands.told import score_lines, told_on_stderr
from core.whole_papers import whole_paper

if TYPE_CHECKING:
    from data.plans.request import PaperRequest


PAPERS_SAY = ("dataset", "split", "train_split", "perturbation", "severity", "pps", "trust_remote_code")


def refuse_what_papers_say(context: typer.Context) -> None:
    """Raise typer.BadParameter for an option that a whole paper leaves no room for."""
    for name in PAPERS_SAY:
        source = context.get_parameter_source(name)
        if source is not None and source.name != "DEFAULT":
            option = "--" + name.replace("_", "-")
            raise typer.BadParameter(f"--as names a paper's data sets, splits and perturbations; leave out {option}.")


def evaluate_paper(
    request: "PaperRequest", dry_run: bool, each: bool, kept_only: bool, only_changed: bool | None
) -> None:
    """Print the plan; unless this is a dry run, do what is left of it and print the scores of all its runs.

    `each` has a line for each training of a model instead of their mean, `kept_only` scores what people kept,
    `only_changed` what perturbations changed (None: where the paper does).
    Raises BadInput, when all else is done and printed, for data sets that failed.
    """
    from data.plans.plan import paper_plan
    from data.plans.starting import done_here
    from data.plans.words import in_lines
    from data.runs.scores import runs
    from data.setup.home import ready_workspace, workspace_to_look_at

    with usage():
        whole_paper(request.paper)
    if dry_run:
        for line in in_lines(paper_plan(workspace_to_look_at(), request)):
            typer.echo(line)
        return
    workspace = ready_workspace()
    try:
        with redirect_stdout(sys.stderr):
            done_here(workspace, request, partial(typer.echo, err=True), told_on_stderr())
    finally:
        mine = [run for run in reversed(runs(workspace)) if run.plan == request.id]
        told = {run.id: list(score_lines(workspace, run.id, each, kept_only, only_changed)) for run in mine}
        head = max((lines[0] for lines in told.values()), key=len, default="")
        typer.echo(f"dataset\t{head}")
        for run in mine:
            for line in told[run.id][1:]:
                typer.echo(f"{run.dataset}\t{line}" + "\t" * (head.count("\t") - line.count("\t")))

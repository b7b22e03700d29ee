"""The command that makes a grid of perturbed data sets."""

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.options import NAMED, Limit, Seed, Severities, severities_of, usage
from commands.told import told_on_stderr
from core.errors import BadInput
from core.perturbations.conditions import design_of, parse_condition
from core.perturbations.registry import perturbations

if TYPE_CHECKING:
    from data.variants.files import VariantFile


def perturb_dataset(
    name: Annotated[str, typer.Argument(help="A data set of the workspace.")],
    every: Annotated[bool, typer.Option("--all", help="Every perturbation.")] = False,
    perturbation: Annotated[list[str] | None, typer.Option(help=NAMED)] = None,
    severity: Severities = None,
    output: Annotated[
        Path | None, typer.Option(help="The output folder (default: exports/perturbed in the workspace).")
    ] = None,
    split: Annotated[list[str] | None, typer.Option(help="Splits (default: all).")] = None,
    field: Annotated[list[str] | None, typer.Option(help="Text fields to perturb (default: all).")] = None,
    seed: Seed = 0,
    share: Annotated[float, typer.Option(help="The probability that a sample is perturbed.")] = 1.0,
    limit: Limit = 0,
    workers: Annotated[int | None, typer.Option(help="Number of processes (default: one per core).")] = None,
    replace: Annotated[bool, typer.Option(help="Replace an existing grid made with other settings.")] = False,
) -> None:
    """Write perturbed versions of a data set. They are Parquet files with a data card.

    The default severities are those of the papers. To resume a stopped command, give it again: Flinch keeps the files
    that it has made.
    """
    from data.setup.home import ready_workspace, workspace_to_look_at
    from data.variants.card import FEW
    from data.variants.export import perturb_dataset as make

    with usage():
        if every == bool(perturbation):
            raise BadInput("Name perturbations with --perturbation, or choose all of them with --all.")
        chosen = [p.name for p in perturbations()] if every else list(perturbation or ())
        for name_and_severity in (name for name in chosen if "@" in name):
            parse_condition(name_and_severity)
    plain = [name for name in chosen if "@" not in name and not design_of(name)]
    severities = severities_of(plain, severity or (), ())
    workspace = workspace_to_look_at() if output else ready_workspace()
    grid = make(
        name,
        output or workspace.exports / "perturbed",
        perturbations=chosen,
        severities=severities,
        splits=split or (),
        fields=field or (),
        seed=seed,
        share=share,
        workers=workers,
        replace=replace,
        workspace=workspace,
        limit=limit,
        report=told_on_stderr(),
    )
    typer.echo("perturbation\tseverity\tsplit\tsamples\tperturbed\tshare\tmean severity\tnote")
    for file in grid.files:
        typer.echo(_row(file, FEW))
    typer.echo(f"{grid.folder}: {len(grid.files):,} files, {grid.added:,} of them added now", err=True)


def _row(file: "VariantFile", few: float) -> str:
    counts = file.counts
    mean = "" if isnan(counts.mean_severity) else f"{counts.mean_severity:.2f}"
    numbers = f"{counts.samples}\t{counts.perturbed}\t{counts.share:.4f}\t{mean}"
    note = "few" if counts.share < few else ""
    return f"{file.condition.perturbation}\t{file.condition.severity}\t{file.recipe.split}\t{numbers}\t{note}"

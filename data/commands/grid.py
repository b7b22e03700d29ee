"""The command that makes a grid of perturbed data sets."""

from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import BadInput
from core.perturb import parse_step
from core.perturbations.registry import perturbations
from data.commands.options import Seed, Severities, severities_of, usage
from data.workspace import Workspace

if TYPE_CHECKING:
    from data.perturb_made import CellFile


def perturb_dataset(
    name: Annotated[str, typer.Argument(help="A data set of the workspace.")],
    every: Annotated[bool, typer.Option("--all", help="Every perturbation.")] = False,
    perturbation: Annotated[
        list[str] | None, typer.Option(help="Its name, or keyboard@5 with its severity; repeat for several.")
    ] = None,
    severity: Severities = None,
    output: Annotated[Path | None, typer.Option(help="A folder; else exports/perturbed in the workspace.")] = None,
    split: Annotated[list[str] | None, typer.Option(help="Which splits; all when left out.")] = None,
    field: Annotated[list[str] | None, typer.Option(help="Which texts to perturb; all when left out.")] = None,
    seed: Seed = 0,
    share: Annotated[float, typer.Option(help="The probability that a sample is perturbed at all.")] = 1.0,
    workers: Annotated[int | None, typer.Option(help="Processes; else one for each core.")] = None,
    replace: Annotated[bool, typer.Option(help="Remove a grid made in another way that is there.")] = False,
) -> None:
    """Make the whole grid of perturbed data sets as Parquet with a data card.

    Severities are the papers' unless some are given. Files that the same command made before are kept, so that it goes
    on where it was stopped.
    """
    from data.demo import ensure_demo
    from data.perturb_card import FEW
    from data.perturb_dataset import perturb_dataset as make

    with usage():
        if every == bool(perturbation):
            raise BadInput("Name perturbations with --perturbation, or ask for --all of them.")
        chosen = [p.name for p in perturbations()] if every else list(perturbation or ())
        for name_and_severity in (name for name in chosen if "@" in name):
            parse_step(name_and_severity)
    severities = severities_of([name for name in chosen if "@" not in name], severity or (), ())
    workspace = Workspace.current().prepare()
    ensure_demo(workspace)
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
        told=_on_stderr(),
    )
    typer.echo("perturbation\tseverity\tsplit\tsamples\tperturbed\tshare\tmean severity\tnote")
    for file in grid.files:
        typer.echo(_row(file, FEW))
    typer.echo(f"{grid.folder}: {len(grid.files):,} files, {grid.made:,} of them made now", err=True)


def _row(file: "CellFile", few: float) -> str:
    tally = file.tally
    mean = "" if isnan(tally.mean_severity) else f"{tally.mean_severity:.2f}"
    numbers = f"{tally.samples}\t{tally.perturbed}\t{tally.share:.4f}\t{mean}"
    note = "few" if tally.share < few else ""
    return f"{file.step.perturbation}\t{file.step.severity}\t{file.split}\t{numbers}\t{note}"


def _on_stderr() -> Callable[[int, int, str], None]:
    said = -1

    def told(done: int, total: int, what: str) -> None:
        nonlocal said
        percent = 100 * done // max(total, 1)
        if percent != said:
            typer.echo(f"{percent:3} %  {what}", err=True)
        said = percent

    return told

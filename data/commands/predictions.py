"""The command that takes in predictions made elsewhere."""

from pathlib import Path
from typing import Annotated

import typer

from core.errors import BadInput
from core.perturbations.registry import listed
from data.commands.options import usage
from data.workspace import Workspace


def import_predictions(
    files: Annotated[
        list[Path],
        typer.Argument(help="CSV, JSON, JSONL, Parquet, CoNLL for tags; several if each has one variant."),
    ],
    model: Annotated[str, typer.Option(help="What the model is to be called.")],
    run: Annotated[str, typer.Option(help="A run, or latest: its texts are what was predicted.")] = "",
    grid: Annotated[Path | None, typer.Option(help="Or a grid: what perturb-dataset wrote, a new run is made.")] = None,
    variant: Annotated[str, typer.Option(help="The variant of rows that name none: keyboard@5 or original.")] = "",
    column: Annotated[list[str] | None, typer.Option(help="label=guess or sample=1: which column is what.")] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out rows that match nothing.")] = False,
) -> None:
    """Import predictions of a model that ran elsewhere on a grid, and have every table and figure of them.

    A row has a sample (its id, or its number in the grid's files), the variant ("keyboard@5", its id, "original"), the
    predicted label (its name or number), and probabilities if there are any. Of tags it has one for each token: a list,
    or words apart by spaces; or give CoNLL columns, a token and its predicted tag a line, in the grid's order or with
    lines "# id = …" before the sentences.
    """
    from data.formats import check_readable
    from data.predicted.columns import Role
    from data.predicted.importing import UnmatchedRows
    from data.predicted.importing import import_predictions as take_in

    with usage():
        if bool(run) == bool(grid):
            raise BadInput("Name either a run with --run or a grid with --grid.")
        pairs = [one.partition("=") for one in column or ()]
        for role, _, name in pairs:
            if role not in list(Role) or not name:
                raise BadInput(f"There is no column for {role!r}; write one of {listed(Role)}, = and its name.")
        columns = {Role(role): name for role, _, name in pairs} or None
    for file in files:
        check_readable(file)
    try:
        done = take_in(Workspace.current().prepare(), files, model, run, grid, variant, columns, skip_bad)
    except UnmatchedRows as error:
        raise BadInput(error.told("leave them out with --skip-bad")) from None
    typer.echo("variant\tpredictions\ttexts\tnote")
    for condition, given, wanted in done.cells:
        note = "" if given == wanted else "incomplete: left out"
        typer.echo(f"{condition.spelled if condition else 'original'}\t{given}\t{wanted}\t{note}")
    for row in done.bad:
        typer.echo(f"left out: {row}", err=True)
    if done.otherwise:
        typer.echo(f"{done.otherwise:,} unchanged texts have another label than their originals", err=True)
    for line in done.doubts:
        typer.echo(line, err=True)
    typer.echo(f"run {done.run}: {done.model}", err=True)

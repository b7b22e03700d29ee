"""The commands that take in predictions made elsewhere, and score them as a grid search does."""

from pathlib import Path
from typing import Annotated

import typer

from commands.options import usage
from core.errors import BadInput
from core.models.training.history import ON_DEV, ON_TRAIN
from core.perturbations.registry import listed
from data.workspace import Workspace


def import_predictions(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="CSV, JSON, JSONL, Parquet, CoNLL for tags, or these as .gz; one file, or one per variant."
        ),
    ],
    model: Annotated[str, typer.Option(help="Name of the model.")],
    run: Annotated[str, typer.Option(help="The run whose texts were predicted: its id, or latest.")] = "",
    grid: Annotated[
        Path | None, typer.Option(help="In place of --run: a folder that perturb-dataset wrote; a new run is made.")
    ] = None,
    variant: Annotated[
        str, typer.Option(help="The variant of rows that do not name one: keyboard@5 or original.")
    ] = "",
    softmax: Annotated[bool, typer.Option("--softmax", help="The probabilities are logits.")] = False,
    column: Annotated[
        list[str] | None, typer.Option(help="A role and its column, such as label=guess or sample=1.")
    ] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Skip rows that match nothing.")] = False,
) -> None:
    """Import predictions made elsewhere. All tables and figures then include them.

    A row has a sample (its id, or its number in the grid's files), a variant ("keyboard@5", its id, or "original") and
    the predicted label (its name or number). Probabilities are optional. For tagging, a row has one tag per token, as a
    list or separated by spaces. A CoNLL file has a token and its predicted tag on each line. Its sentences are in the
    grid's order, or a line "# id = …" stands before each sentence.
    """
    from data.formats import check_readable
    from data.imported_predictions.columns import Role
    from data.imported_predictions.importing import UnmatchedRows
    from data.imported_predictions.importing import import_predictions as take_in

    with usage():
        if bool(run) == bool(grid):
            raise BadInput("Name either a run with --run or a grid with --grid.")
        pairs = [one.partition("=") for one in column or ()]
        for role, _, name in pairs:
            if role not in list(Role) or not name:
                raise BadInput(f"--column {role!r} is wrong; write ROLE=COLUMN, where ROLE is {listed(Role)}.")
        columns = {Role(role): name for role, _, name in pairs} or None
    for file in files:
        check_readable(file)
    try:
        done = take_in(Workspace.current().prepare(), files, model, run, grid, variant, columns, skip_bad, (), softmax)
    except UnmatchedRows as error:
        raise BadInput(error.told("leave them out with --skip-bad")) from None
    typer.echo("variant\tpredictions\ttexts\tnote")
    for condition, given, wanted in done.cells:
        note = "" if given == wanted else "incomplete: left out" if given else "none"
        typer.echo(f"{condition.spelled if condition else 'original'}\t{given}\t{wanted}\t{note}")
    for line in done.told:
        typer.echo(line, err=True)
    typer.echo(f"run {done.run}: {done.model}", err=True)


def selection_score(
    train: Annotated[Path, typer.Option(help="Predictions on train: CSV, JSON, JSONL, Parquet, or these as .gz.")],
    dev: Annotated[Path, typer.Option(help="Predictions on dev.")],
    positive: Annotated[
        str, typer.Option(help="The positive label of two, for F1 (default: Flinch chooses by the names).")
    ] = "",
    column: Annotated[
        list[str] | None, typer.Option(help="A role and its column, such as gold=target or label=guess.")
    ] = None,
) -> None:
    """Score predictions as Romero's grid search does. The score is 0.2 F1 on train + 0.8 F1 on dev.

    Each row has a gold label and a predicted label. With two labels, F1 is that of the positive label; with more, it is
    micro F1.
    """
    from data.formats import check_readable
    from data.imported_predictions.selection import selection_of

    pairs = [one.partition("=") for one in column or ()]
    with usage():
        for role, _, name in pairs:
            if role not in ("gold", "label") or not name:
                raise BadInput(f"--column {role!r} is wrong; write gold=COLUMN or label=COLUMN.")
    for file in (train, dev):
        check_readable(file)
    found = selection_of(train, dev, positive, {role: name for role, _, name in pairs})
    of = f"F1 of {found.positive!r}" if found.positive else "micro F1"
    typer.echo("part\tmeasure\trows\tvalue\tweight")
    typer.echo(f"train\t{of}\t{found.rows[0]}\t{found.train:.4f}\t{ON_TRAIN}")
    typer.echo(f"dev\t{of}\t{found.rows[1]}\t{found.dev:.4f}\t{ON_DEV}")
    typer.echo(f"score\t\t{sum(found.rows)}\t{found.score:.4f}\t")

"""Commands that say what a finished run came to."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.design import Condition
from core.errors import BadInput
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import listed
from data.commands.options import usage
from data.workspace import Workspace

if TYPE_CHECKING:
    from data.flips.tallies import Tally

RunName = Annotated[str, typer.Argument(help="The id of a run, or latest.")]
ModelNames = Annotated[list[str] | None, typer.Option("--model", help="Only this model; may repeat.")]
Conditions = Annotated[list[str] | None, typer.Option("--perturbation", help="Only this one, keyboard@5; may repeat.")]


def flips(
    run: RunName,
    by: Annotated[str, typer.Option(help="kind, class, place, word, label, length, edits or all.")] = "all",
    model: ModelNames = None,
    perturbation: Conditions = None,
    least: Annotated[int, typer.Option(help="Words of fewer predictions are counted together.")] = 10,
    output: Annotated[Path | None, typer.Option(help="Write a .csv, .jsonl or .parquet file instead.")] = None,
) -> None:
    """Which edits flip predictions: how often, by what was edited, where, in which texts; tab-separated.

    A row counts predictions on texts whose edits include what it names; a text with several edits counts in several
    rows. `few` marks rows of fewer than 30 predictions.
    """
    from data.flips.tallies import By, Counting, tallies
    from data.runs.named import run_named

    names = [one.name.lower() for one in By]
    with usage():
        if by not in (*names, "all"):
            raise BadInput(f"There is no table by {by!r}; choose {listed([*names, 'all'])}.")
        part = Counting(tuple(model or ()), conditions(perturbation or ()))
    workspace = Workspace.current()
    tables = tallies(workspace, run_named(workspace, run).id, part, least)
    rows = [row for one, table in tables.items() if by in ("all", one.name.lower()) for row in table]
    if output is not None:
        from data.flips.tables import tallies_table
        from data.store.export import write_export

        write_export(output, tallies_table(rows))
        typer.echo(f"{output}: {len(rows):,} rows")
        return
    typer.echo("by\tvalue\tflips\tn\trate\tlow\thigh\tsamples\tnote")
    for row in rows:
        typer.echo(_line(row))


def conditions(spelled: "list[str] | tuple[str, ...]") -> tuple[Condition, ...]:
    """The conditions that are spelled so: "keyboard@5"; raises BadInput for what does not exist."""
    return tuple(parse_condition(one) for one in spelled)


def _line(row: "Tally") -> str:
    rate = f"{row.rate.value:.4f}\t{row.rate.low:.4f}\t{row.rate.high:.4f}"
    return f"{row.by}\t{row.value}\t{row.flips}\t{row.rate.n}\t{rate}\t{row.samples}\t{'few' if row.few else ''}"

"""Commands for curated sets: write one, make it again, bring one in."""

from pathlib import Path
from typing import Annotated

import typer

from commands.opened import opened_store
from commands.options import usage
from core.errors import BadInput
from core.perturbations.registry import listed
from core.so_many import so_many
from data.workspace import Workspace

Set = Annotated[Path, typer.Argument(help="The folder of a curated set, or its manifest.json.")]


def export_set(
    folder: Annotated[Path, typer.Argument(help="The output folder; a curated set in it is replaced.")],
    form: Annotated[str, typer.Option("--format", help="parquet, jsonl, csv or datasets.")] = "parquet",
    dataset: Annotated[list[str] | None, typer.Option(help="Only this data set; repeatable.")] = None,
    campaign: Annotated[list[str] | None, typer.Option(help="Only this campaign; repeatable.")] = None,
    name: Annotated[str, typer.Option(help="Name of the set.")] = "",
    names: Annotated[
        bool, typer.Option("--names", help="Include people's names and notes (default: A1, A2 …).")
    ] = False,
) -> None:
    """Write the curated set to a folder. It has data, card, decisions, and a manifest to rebuild the set from."""
    from data.curated.writing import SetFormat, SetRequest, write_set
    from data.store.readable import readable

    with usage():
        if form not in list(SetFormat):
            raise BadInput(f"There is no format {form!r}; choose {listed(SetFormat)}.")
    workspace = Workspace.current()
    of = (tuple(dataset or ()), names, tuple(campaign or ()))
    request = SetRequest(name or folder.resolve().name, SetFormat(form), *of)
    with readable(workspace) as store:
        done = write_set(store, workspace, folder.resolve(), request)
    typer.echo(f"{folder}: {so_many(done.samples, 'curated sample')}")


def rebuild_set(
    manifest: Set,
    output: Annotated[Path, typer.Option(help="Output folder.")],
) -> None:
    """Rebuild a curated set from its manifest. Uses data set, designs, decisions. Exit code 1: a data file differs."""
    from data.curated.rebuilding import rebuild_set as again

    done = again(Workspace.current().prepare(), manifest, output.resolve())
    for line in done.otherwise:
        typer.echo(line, err=True)
    same = so_many(done.same, "data file is", "data files are")
    typer.echo(f"{output}: {same} the same byte for byte, {so_many(len(done.otherwise), 'is', 'are')} not")
    if done.otherwise:
        raise typer.Exit(1)


def import_set(
    folder: Set,
    prefix: Annotated[str, typer.Option(help="Prefix for people's names in the set (default: the set's name).")] = "",
) -> None:
    """Import a curated set. It has samples, judged texts and decisions. Then you can evaluate models on it."""
    from data.curated.importing import import_set as bring
    from data.store.decision_import import NameMapping

    workspace = Workspace.current().prepare()
    with opened_store(workspace) as store:
        done = bring(store, workspace, folder, NameMapping(prefix) if prefix else None)
        kept = sum(cell.collected for cell in store.cells())
    for name in done.new_datasets:
        typer.echo(f"this workspace had no data set {name}: the judged samples were added", err=True)
    for conflict in done.brought.conflicts:
        here = "; ".join(map(conflict.words, conflict.here))
        typer.echo(f"{conflict.candidate.cell}: {conflict.words(conflict.brought)}; here {here}", err=True)
    typer.echo(
        f"{done.manifest.name}: {so_many(len(done.brought.fresh), 'new decision')}, "
        f"{so_many(done.brought.known, 'was', 'were')} here before, {so_many(kept, 'curated sample')} in all"
    )

"""Commands that keep what people decided safe: snapshots, and putting a workspace right with one."""

from typing import Annotated

import typer

from data.workspace import Workspace

LATER = (
    "Flinch restored no answers of participants who are known in this workspace to have withdrawn. A snapshot from "
    "another workspace can hold answers of people who withdrew there later: delete those answers."
)


def snapshot() -> None:
    """Take a snapshot of decisions and studies. It also has settings and accounts. Copy it to another disk."""
    from data.store.snapshots.daily import take_snapshot
    from data.store.snapshots.kept import RULE

    taken = take_snapshot(Workspace.current().prepare())
    typer.echo(f"{taken.path}")
    typer.echo(f"snapshot {taken}. {RULE}", err=True)


def restore(
    snapshot: Annotated[str, typer.Argument(help="latest, or the name or folder of a snapshot.")],
) -> None:
    """Repair the workspace with a snapshot. This restores what is missing or damaged, and removes nothing newer."""
    from data.store.snapshots.kept import snapshot_named
    from data.store.snapshots.restoring import restore as put_right

    workspace = Workspace.current().prepare()
    done = put_right(workspace, snapshot_named(workspace.root, snapshot))
    old = f"; the old database is kept as {done.kept.name}" if done.kept else ""
    typer.echo(f"restored: {done.decisions:,} decisions, {done.came_back:,} of them from the snapshot{old}")
    if done.studies.whole:
        typer.echo(f"user studies that were restored completely: {done.studies.whole:,}")
        typer.echo(LATER, err=True)
    if done.accounts:
        typer.echo(f"accounts restored from the snapshot: {done.accounts:,}; everybody must sign in again")
    for line in done.studies.notes:
        typer.echo(line)
    for line in done.lost:
        typer.echo(f"skipped: {line}", err=True)
    if done.elsewhere:
        typer.echo(
            f"{done.elsewhere:,} decisions are on samples that this workspace does not have: copy the folders jobs/ "
            "and variants/ of the old workspace, or prepare the same samples again.",
            err=True,
        )

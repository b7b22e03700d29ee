"""The command that takes in decisions made elsewhere."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.opened import opened_store
from core.so_many import so_many
from data.workspace import Workspace

if TYPE_CHECKING:
    from curation.sharing.decision_import import DecisionImport


def import_decisions(
    file: Annotated[
        Path, typer.Argument(help="A JSONL file, one decision per line, as in the decision log or an export.")
    ],
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Skip invalid lines.")] = False,
    prefix: Annotated[str, typer.Option(help="Prefix for names in the file, such as 'lab 2, '.")] = "",
    same: Annotated[
        list[str] | None,
        typer.Option(help="A name that means the same person in this workspace and in the file; repeatable."),
    ] = None,
    all_same: Annotated[
        bool,
        typer.Option(
            "--all-same", help="Treat each name that is both in this workspace and in the file as the same person."
        ),
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")] = False,
) -> None:
    """Import decisions made elsewhere. Contradictions to verdicts here are listed and become disputes."""
    from data.accounts.accounts import Accounts
    from data.store.decision_import import NameMapping, disputed, import_decisions, read_import

    workspace = Workspace.current().prepare()
    team = [account.name for account in Accounts(workspace.root).all()]
    with opened_store(workspace) as store:
        brought = read_import(store, workspace, file, NameMapping(prefix, tuple(same or ()), all_same), team)
        before = disputed(store)
        if not dry_run:
            import_decisions(store, brought, skip_bad)
        _tell(brought, dry_run)
        typer.echo(f"disputed samples: {before:,} before, {disputed(store):,} now", err=True)


def _tell(brought: "DecisionImport", dry_run: bool) -> None:
    for line in brought.bad:
        typer.echo(f"left out: {line}", err=True)
    for name in brought.clashes:
        both = f"{name!r} is a name in this workspace and in the file"
        typer.echo(
            f"{both}: use --same {name!r} if this is the same person, or --prefix if these are two people", err=True
        )
    typer.echo("cell\tsample\tcandidate\tfile\there\tresult")
    for conflict in brought.conflicts:
        here = "; ".join(conflict.words(decision) for decision in conflict.here)
        row = (conflict.candidate.cell, conflict.candidate.sample_id, conflict.brought.candidate_id)
        typer.echo("\t".join(map(str, (*row, conflict.words(conflict.brought), here, conflict.comes_to))))
    done = "would be imported" if dry_run else "imported"
    typer.echo(
        f"{so_many(len(brought.fresh), 'decision')} {done}, {so_many(brought.known, 'was', 'were')} here before, "
        f"{len(brought.bad):,} left out; {so_many(len(brought.conflicts), 'contradicts', 'contradict')} verdicts here",
        err=True,
    )

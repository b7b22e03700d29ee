"""Campaigns without a browser: see them, start and stop them, extend them."""

from dataclasses import replace
from typing import Annotated

import typer

from core.errors import BadInput
from curation.campaigns.campaigns import ARCHIVING, MOVES, Campaign, named
from curation.cell_texts import RemainingTexts
from data.workspace import Workspace

BY = "the command line"
ACTIONS = ("list", *MOVES, *ARCHIVING, "extend")


def campaign(
    action: Annotated[str, typer.Argument(help=f"{', '.join(ACTIONS)}.")] = "list",
    name: Annotated[str, typer.Argument(help="The campaign's name.")] = "",
    quota: Annotated[int, typer.Option(help="extend: the new quota of curated samples per cell.")] = 0,
) -> None:
    """List or change campaigns. Start, pause, close, archive or restore one, or extend one to a higher quota."""
    from data.store import Store

    if action not in ACTIONS:
        raise typer.BadParameter(f"there is no action {action!r}; choose {', '.join(ACTIONS)}.")
    store = Store.open(Workspace.current().prepare())
    try:
        if action != "list":
            store.set_campaign(_after(named(name, store.campaigns()), action, quota), BY)
        for one in store.campaigns():
            cells = [progress for progress in store.cells() if progress.campaign == one.name]
            typer.echo(_line(one, sum(progress.closed for progress in cells), store.left(cells)))
    finally:
        store.close()


def _after(before: Campaign, action: str, quota: int) -> Campaign:
    if action != "extend":
        return before.moved(action)
    if quota <= before.quota:
        raise BadInput(f"To extend {before.name!r}, give a --quota above {before.quota:,}.")
    return replace(before, quota=quota)


def _line(campaign: Campaign, closed: int, left: RemainingTexts) -> str:
    state = "archived" if campaign.archived else campaign.state.value
    complete = f"{closed:,} of {len(campaign.cells):,} cells complete"
    more = f". {left}" if left.waiting else ""
    return f"{campaign.name}: {state}, quota {campaign.quota:,}, {complete}{more}"

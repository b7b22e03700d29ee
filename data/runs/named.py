"""The run that a command names."""

from data.runs.files import RunCard
from data.runs.scores import run_card, runs
from data.workspace import Workspace

LATEST = "latest"


def run_named(workspace: Workspace, name: str) -> RunCard:
    """The run of this id, or the newest for "latest"; raises BadInput where there is none."""
    cards = runs(workspace) if name == LATEST else []
    return cards[0] if cards else run_card(workspace, name)

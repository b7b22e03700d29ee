"""The run and the model that a command or a script names."""

from core.errors import BadInput
from data.runs.files import RunCard
from data.runs.scores import run_card, runs
from data.workspace import Workspace

LATEST = "latest"


def run_named(workspace: Workspace, name: str) -> RunCard:
    """The run of this id, or the newest for "latest"; raises BadInput where there is none."""
    cards = runs(workspace) if name == LATEST else []
    return cards[0] if cards else run_card(workspace, name)


def only_model(card: RunCard, name: str = "") -> str:
    """This name, or that of the run's only model for ""; raises BadInput where there are several."""
    names = [model.name for model in card.models]
    if name or len(names) == 1:
        return name or names[0]
    raise BadInput(f"The run {card.id} has the models {', '.join(names)}; name one of them.")

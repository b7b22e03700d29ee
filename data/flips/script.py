"""What a script asks of a run's flips, by names."""

from collections.abc import Sequence

from core.perturbations.conditions import parse_condition, parse_conditions
from data.flips.rules import flip_rule
from data.flips.worst import WorstOfK, worst_of_draws
from data.runs.counts import Curated
from data.runs.files import RunCard
from data.runs.measures.flip import Flip
from data.runs.named import only_model
from data.runs.scores import flips as flipped
from data.workspace import Workspace


def worst(workspace: Workspace, card: RunCard, conditions: str | Sequence[str], model: str) -> WorstOfK:
    """What the model keeps under every draw of these conditions, of all of the run for none."""
    parsed, chosen = parse_conditions(conditions) if conditions else (), card.model(only_model(card, model))
    return worst_of_draws(workspace.runs / card.id, card, chosen, parsed, flip_rule(workspace, card).moved)


def flips(
    workspace: Workspace, card: RunCard, condition: str, model: str, kept: Curated | None, moved: float | None
) -> list[Flip]:
    """The samples that flipped, those of the model's trainings one after the other; of numbers those that moved by
    more than `moved`."""
    parsed, rule = parse_condition(condition), flip_rule(workspace, card, moved)
    trained = card.trained(only_model(card, model))
    candidates = (flip for training in trained for flip in flipped(workspace, card.id, training.name, parsed, kept))
    return [flip for flip in candidates if not round(abs(flip.moved), 9) <= rule.moved]

"""Whether one answer of a model is another once its text is edited: a flip, as in tables of flips."""

from core.flip_search import Flips, other_label
from core.models.predictor import NumberAnswer, Output, Tagged
from core.records import Task
from core.rewrite import Rewrite
from core.text.entity_changes import entity_change
from data.flips.rules import scale_of, usual_move
from data.runs.files import read_card
from data.runs.stored_models import StoredModel
from data.workspace import Workspace


def flips_of(workspace: Workspace, model: StoredModel) -> Flips:
    """What a flip of this model is: another label, another entity, or a move by more than a tenth of the scale."""
    if model.task is Task.TAGGING:
        return other_entity
    if model.task is not Task.SIMILARITY:
        return other_label
    card = read_card(workspace.runs / model.run)
    assert card
    move = usual_move(scale_of(workspace, card))
    return lambda rewrite, before, after: _distance(before, after) > move


def other_entity(rewrite: Rewrite, before: Output, after: Output) -> bool:
    """Whether an entity is another one; entities go with their words."""
    assert isinstance(before, Tagged) and isinstance(after, Tagged)
    return entity_change(rewrite, before.tags, after.tags) is not None


def _distance(before: Output, after: Output) -> float:
    assert isinstance(before, NumberAnswer) and isinstance(after, NumberAnswer)
    return round(abs(after.value - before.value), 9)

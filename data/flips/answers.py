"""Whether an answer of a model is another one once its text is edited: a flip, as in tables of flips."""

from collections.abc import Callable

from core.flip_search import Flips
from core.models.predictor import Output
from core.models.tasks import LABELLING
from core.records import Task
from core.rewrite import Rewrite
from core.text.entity_changes import entity_change
from data.flips.rules import scale_of, usual_move
from data.runs.files import read_card
from data.runs.stored_models import StoredModel
from data.workspace import Workspace

IsFlip = Callable[[Rewrite | None, str, str], bool]
"""`(the edit, the answer before, and after)`, as they are kept -> whether it flips; only of tags the edit is read."""


def is_flip(task: Task, moved: float) -> IsFlip:
    """What a flip is: another label, another entity (they go with their words), or a number that moves by more than
    `moved`."""
    if task in LABELLING:
        return lambda rewrite, before, after: before != after
    if task is Task.SIMILARITY:
        return lambda rewrite, before, after: round(abs(float(after) - float(before)), 9) > moved
    return _other_entity


def flips_of(workspace: Workspace, model: StoredModel) -> Flips[Output]:
    """The same for what a model says: a number flips when it moves by more than a tenth of its scale."""
    flips = is_flip(model.task, _usual_move(workspace, model) if model.task is Task.SIMILARITY else 0.0)
    return lambda rewrite, before, after: flips(rewrite, before.label, after.label)


def _usual_move(workspace: Workspace, model: StoredModel) -> float:
    card = read_card(workspace.runs / model.run)
    assert card
    return usual_move(scale_of(workspace, card))


def _other_entity(rewrite: Rewrite | None, before: str, after: str) -> bool:
    assert rewrite is not None
    return entity_change(rewrite, before.split(), after.split()) is not None

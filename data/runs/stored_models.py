"""The models of the workspace that can be asked about any text: those of its runs, where they are still at hand."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from core.errors import BadInput
from core.models.called.family import Function, labelling
from core.models.device import Device, choose
from core.models.family import ModelPlan
from core.models.predictor import Cost, Predictor, TextPrediction
from core.models.registry import family
from core.models.spec import Material, ModelSpec
from core.models.trained import TrainedFamily
from core.records import Task
from core.text.checked import checked_texts
from curation.answers import tag_set
from data.datasets.stored import dataset_card
from data.models.folder import ModelFolder
from data.models.given import Fitted, as_function
from data.models.ready import ready
from data.runs.evaluation import answers, material, requested_evaluation
from data.runs.files import CARD, RunCard, read_card
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class StoredModel:
    """A model of a run that can be asked. `digest` is its folder's name among the workspace's models.

    `labels` are those that it chooses among: tags of a tagger, none of a model of numbers.
    """

    name: str
    run: str
    dataset: str
    digest: str
    labels: tuple[str, ...]
    spec: ModelSpec
    task: Task = Task.CLASSIFICATION

    @property
    def of_pairs(self) -> bool:
        """Whether it reads two texts."""
        return self.task in (Task.PAIR_CLASSIFICATION, Task.SIMILARITY)


SINGLE_TEXTS = (Task.CLASSIFICATION,)
AT_ONCE = 4  # models that stay in memory, so that several are asked of each text


def stored_models(workspace: Workspace, tasks: Collection[Task] = SINGLE_TEXTS) -> list[StoredModel]:
    """The models of all runs of these tasks, each once, those of the newest run first.

    Left out is what can't be asked: a model that was removed, predictions made elsewhere, a function that is no longer
    known.
    """
    by_digest: dict[str, StoredModel] = {}
    for path in sorted(workspace.runs.glob(f"*/{CARD}"), reverse=True):
        for model in _models_of_run(workspace, path.parent.name, path.stat().st_mtime_ns):
            if model.digest not in by_digest and model.task in tasks and not _why_unavailable(workspace, model):
                by_digest[model.digest] = model
    return list(by_digest.values())


def stored_model(workspace: Workspace, name: str, run: str = "", tasks: Collection[Task] = SINGLE_TEXTS) -> StoredModel:
    """The model of this name in this run, or in the newest that has one; raises BadInput that lists those there are."""
    models = stored_models(workspace, tasks)
    for model in models:
        if model.name.casefold() == name.casefold() and run in ("", model.run):
            return model
    names = ", ".join(dict.fromkeys(model.name for model in models))
    have = f"choose one of {names}" if names else "first, evaluate a model on a data set of single texts"
    where = f" of the run {run}" if run else ""
    raise BadInput(f"There is no model {name!r}{where} that can predict here; {have}.")


def opened(workspace: Workspace, model: StoredModel, device: str = "auto", beside: int = 0) -> Predictor:
    """The model, ready to be asked; it stays in memory, `beside` so many others. Raises BadInput where it is gone."""
    if absent := _why_unavailable(workspace, model):
        raise BadInput(absent)
    trained = isinstance(family(model.spec.kind), TrainedFamily)
    learnt = Material() if trained and model.labels else _training_material(workspace, model)
    labels = model.labels or answers(dataset_card(workspace, model.dataset), learnt)
    plan = ModelPlan(model.spec, model.task, labels, model.digest, Cost(0, 0))
    folder = ModelFolder.of(workspace, model.digest)
    if trained:
        return ready(plan, choose(device), folder, beside=beside)
    return ready(plan, Device("cpu", False, "CPU"), folder, learnt, beside=beside)  # is made anew, without torch


def labelling_by(
    workspace: Workspace, model: str | Function | Fitted, run: RunCard | str = ""
) -> Callable[[Sequence[str]], list[TextPrediction]]:
    """What says a label of each text: the model of this name, the function, or the classifier of scikit-learn.

    Raises BadInput as `stored_model` and `opened` do.
    """
    if isinstance(model, str):
        stored = stored_model(workspace, model, run if isinstance(run, str) else run.id)
        return partial(_predict_texts, opened(workspace, stored), stored.labels)
    return labelling(as_function(model))


def _predict_texts(model: Predictor, labels: Sequence[str], texts: Sequence[str]) -> list[TextPrediction]:
    predictions = model.predict([(text,) for text in checked_texts(texts)])
    chances = [dict(zip(labels, p.probabilities, strict=True)) if p.probabilities else {} for p in predictions]
    return [TextPrediction(p.label, by_label) for p, by_label in zip(predictions, chances, strict=True)]


def _training_material(workspace: Workspace, model: StoredModel) -> Material:
    evaluation = requested_evaluation(workspace, model.run)
    assert evaluation
    return material(workspace, evaluation, dataset_card(workspace, model.dataset), model.spec)


def _why_unavailable(workspace: Workspace, model: StoredModel) -> str:
    """Why the model can't be asked, in a sentence; "" where it can."""
    kind = family(model.spec.kind)
    try:
        kind.check(model.spec)
    except BadInput as error:
        return str(error)
    if isinstance(kind, TrainedFamily) and not ModelFolder.of(workspace, model.digest).kept():
        return f"The model {model.name!r} was deleted; to get it back, evaluate it on {model.dataset} again."
    return ""


@lru_cache(1000)
def _models_of_run(workspace: Workspace, run: str, changed: int) -> tuple[StoredModel, ...]:
    """The models of this run, at hand or not, as its card says since it was `changed`."""
    card, evaluation = read_card(workspace.runs / run), requested_evaluation(workspace, run)
    if not card or not evaluation:
        return ()
    specs = {spec.name: spec for spec in evaluation.models}
    labels = tag_set(card.labels) if card.task is Task.TAGGING else card.labels
    return tuple(
        StoredModel(model.name, card.id, card.dataset, model.digest, labels, specs[model.name], card.task)
        for model in card.models
        if model.name in specs
    )

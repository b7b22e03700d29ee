"""Predictions made elsewhere are written down as a model of a run."""

from dataclasses import replace

from core.errors import BadInput
from core.identity import content_id
from core.records import Prediction
from data.durable import lock_file
from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.predicted.grid_run import ELSEWHERE
from data.predicted.matching import Answer, Matched, Texts
from data.runs.files import RunCard, RunModel, predictions_path, predictions_table, read_card, write_card
from data.tables import write_parquet
from data.workspace import Workspace

KIND = "import-predictions"
LOCK = f".{KIND}.lock"  # held while a model is added to a run


def write_model(workspace: Workspace, card: RunCard, name: str, texts: Texts, found: Matched, new: bool) -> str:
    """Write down what was found as one more model of the run, or with `new` of a run made for it; the run's id.

    Of several at once each sees what the one before it wrote. Raises BadInput where the name has been taken meanwhile.
    """
    with lock_file(workspace.jobs / LOCK):
        check_name(read_card(workspace.runs / card.id) or card, name)
        return _written(workspace, card, name, texts, found, new)


def check_name(card: RunCard, name: str) -> None:
    """Raise BadInput where the run has a model of this name."""
    if name in [known.name for known in card.models]:
        raise BadInput(f"The run {card.id} has a model {name!r} already; give this one another name.")


def _written(workspace: Workspace, card: RunCard, name: str, texts: Texts, found: Matched, new: bool) -> str:
    model = RunModel(name, ELSEWHERE, content_id(name, ELSEWHERE))
    if new:
        job = create(workspace, KIND, card.title, {"model": name, "variants": card.variants})
        card = replace(card, id=job)
    folder = workspace.runs / card.id
    folder.mkdir(parents=True, exist_ok=True)
    for cell in (None, *card.cells):
        condition = card.cell(cell).condition if cell else None
        ids = texts.variants[condition] if condition else dict.fromkeys(texts.ids, "")
        answers = found.answers.get(condition, {})
        if len(answers) == len(ids):
            rows = [
                (_prediction(card.id, name, id_, ids[id_], answers[id_]), texts.gold_of(condition, id_)) for id_ in ids
            ]
            path = predictions_path(folder, model, card.cell(cell) if cell else None)
            write_parquet(path, predictions_table(rows))
    now = read_card(folder) or card
    write_card(folder, replace(now, models=(*now.models, model)))
    if new:
        end(workspace.jobs / card.id, JobState.DONE)
    return card.id


def _prediction(run: str, model: str, sample: str, variant: str, answer: Answer) -> Prediction:
    return Prediction(run, model, sample, answer.label, answer.probabilities, variant)

"""What a stored model says of a few texts, asked by a page: a process of its own holds the model.

The first request starts it, which takes some seconds; later ones of the same model take a fraction of a second. It
holds the models that were asked last. Endpoints have a process to themselves: nobody else waits for a slow one.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from core.errors import BadInput, MissingResource
from core.models.endpoint.family import KIND as ENDPOINT
from core.models.predictor import Labelled, NumberAnswer, Output, Tagged, Texts
from core.records import Task
from data.answering_process import Answer, AnsweringProcess, answer_requests
from data.jobs.jobs import PROCESS
from data.plugins import load_plugins
from data.runs.stored_models import AT_ONCE, StoredModel, opened, stored_model
from data.workspace import Workspace

MODULE = "data.runs.model_process"


def predictions_by(workspace: Workspace, model: StoredModel, texts: Sequence[Texts]) -> list[Output]:
    """What the model says of each text or pair, in order.

    Raises BadInput for a model that is gone or fails, MissingResource where its process can't run.
    """
    request = {"workspace": str(workspace.root), "run": model.run, "model": model.name, "texts": [*texts]}
    answer = model_process(model.spec.kind == ENDPOINT).ask(request)
    if answer["error"]:
        raise BadInput(answer["error"])
    return [_output(model.task, label, probabilities) for label, probabilities in answer["said"]]


def _output(task: Task, label: str, probabilities: Sequence[float]) -> Output:
    """What was said, from how it is kept."""
    match task:
        case Task.TAGGING:
            return Tagged(tuple(label.split()))
        case Task.SIMILARITY:
            return NumberAnswer(float(label))
        case _:
            return Labelled(label, tuple(probabilities))


@cache
def model_process(of_endpoints: bool, /) -> AnsweringProcess:
    """The process that this one has for endpoints, or for all other models."""
    return AnsweringProcess(MODULE, "the models", environment=PROCESS)


def respond(request: Any) -> Answer:
    """The answer to one request; never raises."""
    try:
        workspace = Workspace(Path(request["workspace"]))
        load_plugins(workspace)
        stored = stored_model(workspace, request["model"], request["run"], tuple(Task))
        answers = opened(workspace, stored, beside=AT_ONCE - 1).predict([tuple(texts) for texts in request["texts"]])
        return {"error": "", "said": [[answer.label, answer.probabilities] for answer in answers]}
    except (BadInput, MissingResource) as error:
        return {"error": str(error), "said": []}
    except Exception as error:
        return {"error": f"The model failed ({type(error).__name__}: {error}).", "said": []}


if __name__ == "__main__":
    answer_requests(respond)

"""How much an experiment trains, and how long that takes at the pace that is known."""

from functools import reduce
from operator import add

from core.experiments.records import chance_in_words
from core.experiments.registry import ExperimentRequest, Reading, Training, find_experiment
from core.models.registry import family
from core.so_many import so_many
from data.jobs.pace import Expected, in_words
from data.runs.estimate import START, reading
from data.workspace import Workspace

MANY = 10_000  # training samples that "all" is taken for


def forecast(workspace: Workspace, request: ExperimentRequest, device: str = "cpu") -> str:
    """What is trained, for people, and which differences will say something: "219 trainings on 1,000 samples each:
    20 to 60 minutes in one process. With 500 test samples, a difference of up to 6 points may be chance …"."""
    trainings = find_experiment(request.experiment).trainings(request)
    time = reduce(add, (_of_one(workspace, request, training, device) for training in trainings)).after(*START)
    on = (
        so_many(request.train_samples, "sample")
        if request.train_samples
        else f"all {'balanced ' if request.balanced else ''}samples"
    )
    summary = f"{so_many(len(trainings), 'training')} on {on} each: {in_words(time.low, time.high)} in one process."
    if not request.test_samples:
        return summary
    paired = find_experiment(request.experiment).reading is not Reading.LEARNABILITY
    return f"{summary} {chance_in_words(request.test_samples, paired)}"


def cost(training: Training, train: int, test: int) -> float:
    """What training and testing costs, in texts that a transformer reads once."""
    of = family(training.spec.kind).cost(training.spec, train, 0)
    return of.training + of.text * test * len(training.tests)


def _of_one(workspace: Workspace, request: ExperimentRequest, training: Training, device: str) -> Expected:
    texts = cost(training, request.train_samples or MANY, request.test_samples or MANY)
    return reading(workspace, training.spec, device, texts, texts)

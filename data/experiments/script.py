"""Experiments that a script asks for, done in its own process."""

from core.experiments.records import Outcome
from core.experiments.registry import ExperimentRequest, find_experiment
from data.experiments.files import outcomes
from data.jobs.bar import watched
from data.jobs.job import Show, resume_inline, run_inline
from data.jobs.jobs import stopped
from data.workspace import Workspace

KIND = "experiment"


def done_here(workspace: Workspace, request: ExperimentRequest, report: Show | None) -> list[Outcome]:
    """What came of each test; what was asked before and stopped goes on. Raises BadInput before anything is trained."""
    experiment, args = find_experiment(request.experiment), request.arguments()
    experiment.trainings(request)
    with watched(report) as show:
        if before := stopped(workspace, KIND, args):
            return outcomes(workspace, resume_inline(workspace, before, show))
        return outcomes(workspace, run_inline(workspace, KIND, f"{experiment.title} on {request.dataset}", args, show))

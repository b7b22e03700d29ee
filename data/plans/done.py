"""What of an evaluation was done before, is under way, or can be gone on with, read off the jobs and their runs."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.errors import BadInput
from core.models.spec import ModelSpec
from data.jobs.jobs import JobStatus
from data.jobs.records import JobState
from data.runs.evaluation import Evaluation, parse_evaluation
from data.runs.files import read_card
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class PlanProgress:
    """How far an evaluation is, its models shared out among jobs, by id: `done`, `under_way`, stopped and `resumable`.

    `again` are the models of the resumable jobs, `left` those of none.
    """

    done: tuple[str, ...] = ()
    under_way: tuple[str, ...] = ()
    resumable: tuple[str, ...] = ()
    again: tuple[ModelSpec, ...] = ()
    left: tuple[ModelSpec, ...] = ()


def how_far(workspace: Workspace, evaluation: Evaluation, jobs: Sequence[JobStatus]) -> PlanProgress:
    """How far the evaluation is, by all jobs that evaluate the same samples under the same conditions."""
    earlier = list(_jobs_like(evaluation, jobs))
    left = list(evaluation.models)
    done = _claim_jobs(left, ((job, _finished_models(workspace, job, models)) for job, models in earlier))
    under_way = _claim_jobs(left, (pair for pair in earlier if not pair[0].ended))
    stopped = ((job, models) for job, models in earlier if job.ended and job.state is not JobState.DONE)
    wanted = list(left)
    resumable = _claim_jobs(left, (pair for pair in stopped if all(model in evaluation.models for model in pair[1])))
    return PlanProgress(done, under_way, resumable, tuple(m for m in wanted if m not in left), tuple(left))


def _claim_jobs(left: list[ModelSpec], jobs: Iterable[tuple[JobStatus, Sequence[ModelSpec]]]) -> tuple[str, ...]:
    """The jobs that have a model of those left, which are then no longer left."""
    ids = []
    for job, models in jobs:
        if any(model in left for model in models):
            ids.append(job.id)
            left[:] = [model for model in left if model not in models]
    return tuple(ids)


def _jobs_like(evaluation: Evaluation, jobs: Sequence[JobStatus]) -> Iterator[tuple[JobStatus, tuple[ModelSpec, ...]]]:
    """The jobs of the same design and training split, newest first, with the models of each."""
    arguments = json.loads(json.dumps(evaluation.arguments()))
    for job in jobs:
        if job.kind != "evaluate" or job.arguments.get("design") != arguments["design"]:
            continue
        try:
            earlier = parse_evaluation(job.arguments)
        except BadInput:  # of a version that asked for something else
            continue
        if earlier.train_split == evaluation.train_split:
            yield job, earlier.models


def _finished_models(workspace: Workspace, job: JobStatus, models: Sequence[ModelSpec]) -> list[ModelSpec]:
    """Those of the job's models that have predicted everything."""
    if (card := read_card(workspace.runs / job.id)) is None:
        return []
    complete = {model.name for model in card.models if model.trained_on is not None}
    complete -= {failure.model for failure in card.failures}
    return [model for model in models if model.name in complete]

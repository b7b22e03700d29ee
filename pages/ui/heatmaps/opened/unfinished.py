"""What is known of a run that has not all its figures, in a sentence."""

from core.errors import BadInput
from data.jobs.jobs import status
from data.jobs.records import JobState
from data.runs.files import RunCard
from data.runs.scores import has_scores
from data.workspace import Workspace

_RESUME = "resume the run on the Evaluate page"


def how_far(workspace: Workspace, run: RunCard) -> str:
    """How far the run is or why it ended early, and what to do; "" for a finished run with something to show."""
    scored = has_scores(workspace, run)
    if run.finished:
        return "" if scored else "This run is finished, but its predictions are no longer in the workspace."
    try:
        job = status(workspace, run.id)
    except BadInput:
        what = "Flinch shows the predictions so far" if scored else "there are no predictions to show"
        return f"This run was never finished, and its job is gone; {what}."
    match job.state:
        case JobState.QUEUED | JobState.RUNNING:
            share = f" ({100 * job.done // job.total} %: {job.message})" if job.total else ""
            return f"This run is in progress{share}; cells appear here when their predictions are ready."
        case JobState.FAILED:
            return (
                f"This run failed: {job.error.rstrip('.') or 'the job gave no reason'}. Fix the cause, then {_RESUME}."
            )
        case JobState.CANCELLED:
            return f"This run was stopped before it was finished; {_RESUME}."
        case _:
            return f"This run stopped without an error message; {_RESUME}."

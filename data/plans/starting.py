"""Starting a plan: a job for each data set, one after another, and what was stopped is gone on with."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from core.errors import BadInput
from data.jobs.job import Show, resume_inline, run_inline
from data.jobs.jobs import resume, submit
from data.plans.plan import PaperPlan, PlannedTask, paper_plan
from data.plans.request import PaperRequest
from data.plans.words import in_lines
from data.runs.evaluation import Evaluation
from data.runs.files import read_card, write_card
from data.workspace import Workspace

KIND = "evaluate"


def start(workspace: Workspace, plan: PaperPlan) -> list[str]:
    """Start all that is left of the plan in workers of their own, of which one works at a time; the jobs' ids."""
    adopt(workspace, plan)
    started = []
    for task in plan.tasks:
        for job in task.how_far.resumable:
            resume(workspace, job)
            started.append(job)
        if task.evaluation:
            started.append(submit(workspace, KIND, title(plan, task.evaluation), task.evaluation.arguments()))
    return started


def run_here(workspace: Workspace, plan: PaperPlan, show: Show | None = None) -> Iterator[tuple[PlannedTask, str]]:
    """Do all that is left of the plan in this process, task by task; each task with what went wrong, "" for nothing."""
    adopt(workspace, plan)
    for task in plan.to_start:
        faults = []
        try:
            for job in task.how_far.resumable:
                resume_inline(workspace, job, show)
            if task.evaluation:
                run_inline(workspace, KIND, title(plan, task.evaluation), task.evaluation.arguments(), show)
        except BadInput as fault:
            faults.append(str(fault))
        yield task, " ".join(faults)


def done_here(
    workspace: Workspace, request: PaperRequest, say: Callable[[str], None], show: Show | None = None
) -> None:
    """Say what the whole paper comes to, and do all that is left of it in this process.

    Raises BadInput, when all else is done, for data sets that failed.
    """
    plan = paper_plan(workspace, request)
    for line in in_lines(plan):
        say(line)
    faults = [f"{task.dataset}: {fault}" for task, fault in run_here(workspace, plan, show) if fault]
    if faults:
        raise BadInput(" ".join(faults))


def adopt(workspace: Workspace, plan: PaperPlan) -> None:
    """Have runs that were made for no plan, and that this one would otherwise make again, belong to it."""
    for run in (run for task in plan.tasks for run in task.how_far.done):
        card = read_card(workspace.runs / run)
        if card and not card.plan:
            write_card(workspace.runs / run, replace(card, plan=plan.request.id))


def title(plan: PaperPlan, evaluation: Evaluation) -> str:
    """What the job is called: "Romero 2023 on cola: MiniLM, CNN"."""
    models = ", ".join(model.name for model in evaluation.models)
    return f"{plan.request.whole.paper.short} on {evaluation.design.dataset}: {models}"

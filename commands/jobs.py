"""Commands that do a job in this process, and those that list, resume, cancel and delete jobs and runs."""

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from commands.options import (
    NAMED,
    AnswerTokens,
    ClassWeights,
    Dataset,
    KeptOnly,
    Limit,
    OnlyChanged,
    PaperRules,
    Perturbations,
    PpsValues,
    Prompt,
    Recipe,
    Seed,
    Severities,
    Split,
    TrainSeed,
    conditions_of,
    usage,
)
from commands.papers import evaluate_paper, refuse_what_papers_say
from commands.told import score_lines, told_on_stderr
from core.design import Design
from core.errors import BadInput
from core.program import PROGRAM
from core.rules import Rules
from core.whole_papers import WHOLE_PAPERS
from data.workspace import Workspace

if TYPE_CHECKING:
    from data.jobs.jobs import JobStatus

MODELS = (
    "minilm, cnn, textrnn, bilstm (char-cnn and so on read characters), a hub name, a folder, elmo:FOLDER, "
    "endpoint:URL#MODEL. A hub name or folder may follow untrained:, no-positions:, untrained-no-positions: or as-is: "
    "(fine-tuned elsewhere, used without training). Repeat for several models."
)
UNASKED = "give --dataset, --model and --perturbation, or a whole paper with --as."
OURS = "--rules needs --as; leave --rules out, or write keyboard.paper@5 to use a paper's own rules."
DRY = "--dry-run shows the plan of a whole paper; give it together with --as, or leave it out."
Again = Annotated[bool, typer.Option("--again", help="Start again instead of resuming.")]
ACTIONS = ("list", "resume", "cancel", "delete")
LATEST = "latest"
TRUSTED = "Warning: the program code of these models runs with all your rights on this machine."


def candidates(
    dataset: Dataset,
    perturbation: Perturbations,
    severity: Severities = None,
    pps: PpsValues = None,
    split: Split = "test",
    seed: Seed = 0,
    limit: Limit = 0,
    similarity: Annotated[str, typer.Option(help="default, off, or a sentence-transformers model.")] = "default",
    grammar: Annotated[str, typer.Option(help="auto, languagetool, harper or off.")] = "auto",
    context: Annotated[
        str, typer.Option(envvar="FLINCH_CONTEXT_MODEL", help="A masked language model, for the hint Word in context.")
    ] = "",
    again: Again = False,
) -> None:
    """Make candidates for people to review. They have hints, as on the Prepare page."""
    from data.candidates.request import CandidatesRequest
    from data.hints.engines import HintRequest

    design = Design(dataset, split, conditions_of(perturbation, severity, pps), seed, limit)
    request = CandidatesRequest(design, HintRequest(similarity, grammar, context=context))
    request.check()
    do_job("candidates", f"Candidates for {dataset}", request.arguments, again=again)


def evaluate(
    context: typer.Context,
    dataset: Annotated[str, typer.Option(help="A data set of the workspace.")] = "",
    model: Annotated[list[str] | None, typer.Option("--model", "--models", help=MODELS)] = None,
    perturbation: Annotated[list[str] | None, typer.Option("--perturbation", help=NAMED)] = None,
    severity: Severities = None,
    pps: PpsValues = None,
    whole: Annotated[str, typer.Option("--as", help=f"A whole paper: {', '.join(WHOLE_PAPERS)}.")] = "",
    rules: PaperRules = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="--as: only show the plan.")] = False,
    split: Split = "test",
    train_split: Split = "train",
    train_limit: Annotated[int, typer.Option(help="Maximum number of training samples; 0 for all.")] = 0,
    limit: Limit = 0,
    seed: Seed = 0,
    train_seed: TrainSeed = None,
    seeds: Annotated[
        int, typer.Option(help="Trainings per model, each with its own seed; 0 means the paper's number, or 1.")
    ] = 0,
    each: Annotated[bool, typer.Option("--each", help="--seeds: one score per training, not the mean.")] = False,
    draws: Annotated[int, typer.Option(help="How many times to perturb each text, with the next seed each time.")] = 1,
    kept_only: KeptOnly = False,
    only_changed: OnlyChanged = None,
    recipe: Recipe = "",
    class_weights: ClassWeights = False,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    precision: Annotated[str, typer.Option(help="exact, fast (bf16, close labels again in fp32) or auto.")] = "auto",
    prompt: Prompt = "",
    answer_tokens: AnswerTokens = 0,
    trust_remote_code: Annotated[
        bool, typer.Option("--trust-remote-code", help="Run program code that comes with a model. Read it first.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Number of processes; 0 means one per GPU.")] = 0,
    ray: Annotated[str, typer.Option(help="Address of a Ray cluster, such as auto.")] = "",
    again: Again = False,
) -> None:
    """Fine-tune models and evaluate them. Prints a tab-separated line per score, for original and perturbed texts.

    To resume a stopped command, give it again.
    """
    from core.models.training.recipes import USUAL, asked_by, left_as_usual, specs_of, trusted
    from core.models.training.seeds import seeded
    from data.plans.request import PaperRequest
    from data.runs.evaluation import Evaluation

    if whole:
        refuse_what_papers_say(context)
        where = (device, workers, ray)
        how = (rules or Rules.PAPER, recipe, limit, train_limit, seed, train_seed, *where, precision, seeds)
        request = PaperRequest(whole, tuple(model or ()), *how, class_weights, prompt, answer_tokens)
        evaluate_paper(request, dry_run, each, kept_only, only_changed)
        return
    if dry_run or rules or not (dataset and model and perturbation):
        raise typer.BadParameter(DRY if dry_run else OURS if rules else UNASKED)
    design = Design(dataset, split, conditions_of(perturbation, severity, pps), seed, limit)
    settings = {"train_limit": train_limit, "seed": train_seed, "class_weights": class_weights}
    with usage():
        specs, own = specs_of(model, recipe or USUAL.name, **settings), left_as_usual(model, recipe or USUAL.name)
    for told in filter(None, (own, TRUSTED if trust_remote_code else "")):
        typer.echo(told, err=True)
    specs = seeded(asked_by(prompt, answer_tokens, trusted(specs) if trust_remote_code else specs), seeds or 1)
    asked = Evaluation(design, specs, train_split, device, workers=workers, ray=ray, precision=precision, draws=draws)
    run_id = do_job("evaluate", asked.title, asked.arguments(), asked.check, again)
    for line in score_lines(Workspace.current(), run_id, each, kept_only, only_changed):
        typer.echo(line)


def jobs(
    action: Annotated[str, typer.Argument(help=f"{', '.join(ACTIONS)}.")] = "list",
    name: Annotated[str, typer.Argument(help=f"The job's id, or {LATEST}.")] = LATEST,
) -> None:
    """List, resume, cancel or delete jobs. The list has the newest first. A resumed job does not repeat finished work.

    Deleting an evaluation deletes its run; trained models stay. Cells with decisions stay, and so does their job.
    """
    from data.jobs.jobs import cancel
    from data.jobs.jobs import jobs as all_jobs
    from data.runs.removal import delete
    from data.store import Store

    workspace = Workspace.current()
    if action not in ACTIONS:
        raise typer.BadParameter(f"there is no action {action!r}; choose {', '.join(ACTIONS)}.")
    if action == "list":
        for job in all_jobs(workspace):
            steps = f"{job.done:,} of {job.total:,}" if job.total else ""
            typer.echo("\t".join((job.id, job.state, job.kind, job.title, steps, job.error)).rstrip())
        return
    job = _job(workspace, name)
    if action == "resume":
        _resume(workspace, job)
    elif action == "cancel":
        cancel(workspace, job.id)
        typer.echo(f"{job.id}: asked to stop.")
    else:
        with ExitStack() as stack:

            def opened() -> "Store":
                store = stack.enter_context(closing(Store.open(workspace)))
                store.ingest(workspace.jobs / job.id)
                return store

            typer.echo(f"{job.id}: {delete(workspace, job, opened)}")


def runs() -> None:
    """List the runs, newest first. Columns: id, finished or not, data set and split, models, cells."""
    from data.runs.scores import runs as all_runs

    for run in all_runs(Workspace.current()):
        state = "finished" if run.finished else "unfinished"
        models = ", ".join(run.trainings)
        typer.echo(f"{run.id}\t{state}\t{run.dataset}/{run.split}\t{models}\t{len(run.cells)} cells")


def _job(workspace: Workspace, name: str) -> "JobStatus":
    from data.jobs.jobs import jobs as all_jobs
    from data.jobs.jobs import status

    found = all_jobs(workspace) if name == LATEST else [status(workspace, name)]
    if not found:
        raise BadInput(f"There is no job in this workspace yet; `{PROGRAM} evaluate` starts one.")
    return found[0]


def _resume(workspace: Workspace, job: "JobStatus") -> None:
    from data.jobs.job import resume_inline
    from data.jobs.records import JobState

    if job.state is JobState.DONE:
        raise BadInput(f"The job {job.id} is done; there is nothing to resume.")
    if not job.ended:
        raise BadInput(f"The job {job.id} is {job.state}; cancel it first, or wait until it ends.")
    with redirect_stdout(sys.stderr):
        resume_inline(workspace, job.id, told_on_stderr())
    if job.kind == "evaluate":
        for line in score_lines(workspace, job.id):
            typer.echo(line)


def do_job(
    kind: str,
    title: str,
    arguments: Mapping[str, object],
    check: Callable[[Workspace], object] | None = None,
    again: bool = False,
) -> str:
    """Do the job in this process, progress on stderr; returns its id. An empty workspace gets the demo data.

    Where the same was asked before and did not come to its end, that job goes on, unless it is to begin `again`. What
    `check` raises is raised before a job's files say what was asked: it may be an address with a password.
    """
    from data.jobs.job import resume_inline, run_inline
    from data.jobs.jobs import stopped
    from data.setup.home import ready_workspace

    workspace = ready_workspace()
    if check:
        check(workspace)
    before = None if again else stopped(workspace, kind, arguments)
    with redirect_stdout(sys.stderr):  # what a job says is its log; stdout is for results
        if before:
            typer.echo(f"Resuming {before}, which was stopped; --again starts from the beginning.", err=True)
            return resume_inline(workspace, before, told_on_stderr())
        return run_inline(workspace, kind, title, arguments, told_on_stderr())

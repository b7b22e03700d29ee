"""Commands that do a job in this process: candidates and evaluations."""

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Annotated

import typer

from core.design import Design
from core.rules import Rules
from core.whole_papers import WHOLE_PAPERS
from data.commands.options import (
    NAMED,
    AnswerTokens,
    ClassWeights,
    Dataset,
    KeptOnly,
    Limit,
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
from data.commands.papers import evaluate_paper, refuse_what_papers_say
from data.commands.told import score_lines, told_on_stderr
from data.workspace import Workspace

MODELS = (
    "minilm, cnn, textrnn, bilstm (char-cnn and so on: of characters), a hub name, a folder, elmo:FOLDER, "
    "endpoint:URL#MODEL; before a hub name or folder untrained:, no-positions: or untrained-no-positions:; repeat."
)
UNASKED = "give --dataset, --model and --perturbation, or a whole paper with --as."
OURS = "--rules is for a whole paper; leave it out, and write keyboard.paper@5 for a paper's own rules."
DRY = "--dry-run says what a whole paper comes to; give it with --as, or leave it out."
TRUSTED = "Warning: program code that comes with the models named here runs with all your rights on this machine."


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
) -> None:
    """Make candidates with hints for people to review, as the Prepare page does."""
    from data.candidates.request import CandidatesRequest
    from data.hints.engines import HintRequest

    design = Design(dataset, split, conditions_of(perturbation, severity, pps), seed, limit)
    request = CandidatesRequest(design, HintRequest(similarity, grammar))
    request.check()
    _run("candidates", f"Candidates for {dataset}", request.arguments)


def evaluate(
    context: typer.Context,
    dataset: Annotated[str, typer.Option(help="A data set of the workspace.")] = "",
    model: Annotated[list[str] | None, typer.Option("--model", "--models", help=MODELS)] = None,
    perturbation: Annotated[list[str] | None, typer.Option("--perturbation", help=NAMED)] = None,
    severity: Severities = None,
    pps: PpsValues = None,
    whole: Annotated[str, typer.Option("--as", help=f"A whole paper: {', '.join(WHOLE_PAPERS)}.")] = "",
    rules: PaperRules = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="--as: only say what it comes to.")] = False,
    split: Split = "test",
    train_split: Split = "train",
    train_limit: Annotated[int, typer.Option(help="Fine-tune on at most this many samples; 0 for all.")] = 0,
    limit: Limit = 0,
    seed: Seed = 0,
    train_seed: TrainSeed = 0,
    seeds: Annotated[
        int, typer.Option(help="Trainings of each model, each with the next seed; 0: 1, or the paper's.")
    ] = 0,
    each: Annotated[bool, typer.Option("--each", help="--seeds: a score a training, not the mean.")] = False,
    kept_only: KeptOnly = False,
    recipe: Recipe = "",
    class_weights: ClassWeights = False,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    precision: Annotated[str, typer.Option(help="exact, fast (bf16, close ones again in fp32) or auto.")] = "auto",
    prompt: Prompt = "",
    answer_tokens: AnswerTokens = 0,
    trust_remote_code: Annotated[
        bool, typer.Option("--trust-remote-code", help="Run program code that comes with a model. Read it first.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Processes that share the work; 0 for one a GPU.")] = 0,
    ray: Annotated[str, typer.Option(help="The address of a Ray cluster that does the work, such as auto.")] = "",
) -> None:
    """Fine-tune models and score them on original and perturbed text: a line of tab-separated values a score."""
    from core.models.training.recipes import USUAL, asked_by, left_as_usual, specs_of, trusted
    from core.models.training.seeds import seeded
    from data.plans.request import PaperRequest
    from data.runs.evaluation import Evaluation

    if whole:
        refuse_what_papers_say(context)
        where = (device, workers, ray)
        how = (rules or Rules.PAPER, recipe, limit, train_limit, seed, train_seed, *where, precision, seeds)
        request = PaperRequest(whole, tuple(model or ()), *how, class_weights, prompt, answer_tokens)
        evaluate_paper(request, dry_run, each, kept_only)
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
    asked = Evaluation(design, specs, train_split, device, workers=workers, ray=ray, precision=precision)
    run_id = _run("evaluate", f"Evaluation on {dataset}", asked.arguments(), asked.check)
    for line in score_lines(Workspace.current(), run_id, each, kept_only):
        typer.echo(line)


def _run(
    kind: str, title: str, arguments: dict[str, object], check: Callable[[Workspace], object] | None = None
) -> str:
    """Do the job in this process, progress on stderr; returns its id. An empty workspace gets the demo data.

    What `check` raises is raised before a job's files say what was asked: it may be an address with a password.
    """
    from data.jobs.job import run_inline
    from data.setup.home import ready_workspace

    workspace = ready_workspace()
    if check:
        check(workspace)
    with redirect_stdout(sys.stderr):  # what a job says is its log; stdout is for results
        return run_inline(workspace, kind, title, arguments, told_on_stderr())

"""Commands that do a job in this process: candidates and evaluations."""

import sys
from contextlib import redirect_stdout
from typing import Annotated

import typer

from core.design import Design
from data.commands.options import (
    ClassWeights,
    Dataset,
    Limit,
    Perturbations,
    PpsValues,
    Recipe,
    Seed,
    Severities,
    Split,
    TrainSeed,
    conditions_of,
)
from data.workspace import Workspace


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
    dataset: Dataset,
    model: Annotated[
        list[str],
        typer.Option(
            help="minilm, cnn, textrnn, bilstm, a hub name, a folder, elmo:FOLDER, endpoint:URL#MODEL; repeat."
        ),
    ],
    perturbation: Perturbations,
    severity: Severities = None,
    pps: PpsValues = None,
    split: Split = "test",
    train_split: Split = "train",
    train_limit: Annotated[int, typer.Option(help="Fine-tune on at most this many samples; 0 for all.")] = 0,
    limit: Limit = 0,
    seed: Seed = 0,
    train_seed: TrainSeed = 0,
    recipe: Recipe = "usual",
    class_weights: ClassWeights = False,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    prompt: Annotated[str, typer.Option(help="What endpoints are asked, with {text} and {labels} in it.")] = "",
) -> None:
    """Fine-tune models and score them on original and perturbed text: a line of tab-separated values a score."""
    from core.models.training.recipes import asked_by, specs_of
    from data.runs.evaluation import Evaluation
    from data.runs.scores import scores

    design = Design(dataset, split, conditions_of(perturbation, severity, pps), seed, limit)
    specs = specs_of(model, recipe, train_limit=train_limit, seed=train_seed, class_weights=class_weights)
    evaluation = Evaluation(design, asked_by(prompt, specs), train_split, device)
    run_id = _run("evaluate", f"Evaluation on {dataset}", evaluation.arguments())
    typer.echo("model\tperturbation\tseverity\tmetric\tvalue\tn\tlow\thigh")
    for score in scores(Workspace.current(), run_id):
        numbers = f"{score.value:.4f}\t{score.n}\t{score.low:.4f}\t{score.high:.4f}"
        typer.echo(f"{score.model}\t{score.perturbation}\t{score.severity or ''}\t{score.metric}\t{numbers}")


def _run(kind: str, title: str, arguments: dict[str, object]) -> str:
    """Do the job in this process, progress on stderr; returns its id. An empty workspace gets the demo data."""
    from data.jobs.job import run_inline
    from data.setup.home import ready_workspace

    workspace = ready_workspace()
    said = ""

    def told(done: int, total: int, message: str) -> None:
        nonlocal said
        line = f"{100 * done // total if total else 0:3} %  {message}"
        if line != said:
            typer.echo(line, err=True)
        said = line

    with redirect_stdout(sys.stderr):  # what a job says is its log; stdout is for results
        return run_inline(workspace, kind, title, arguments, told)

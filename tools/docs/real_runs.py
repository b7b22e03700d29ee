"""Evaluate small models on real data sets and make docs/real-runs.md of it: `python -m tools.docs.real_runs FOLDER`.

FOLDER holds a folder for each data set, as `tools/docs/real_data.py` says. A data set that is absent is left out; what
was done is not done again, so that it may be stopped, and begun once more with other names under --only, at any time.
"""

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from commands.told import told_on_stderr
from core.design import Design
from core.errors import BadInput, MissingResource
from core.models.registry import family
from core.models.training.recipes import specs_of
from core.perturbations.conditions import parse_conditions
from core.records import DatasetCard
from core.severity import Severity, Unit, pps
from data.jobs.job import resume_inline, run_inline
from data.jobs.jobs import jobs
from data.plans.done import how_far
from data.runs.evaluation import Evaluation
from data.runs.scores import run_card
from data.workspace import PROJECT, Workspace
from tools.docs.real_data import SETS, RealData
from tools.docs.real_pages import write_page

MODELS = ("minilm", "textrnn", "cnn", "bilstm")
PLAN = "real-runs"
IN_CHARACTERS = ("keyboard", "ocr", "typos", "spelling_error")  # at 1, 5 and 10 %
IN_WORDS = ("swap_syn_wordnet",)  # at 10, 20 and 30 %
IN_EDITS = ("word_deletion", "negation", "word_repetition", "word_order")  # at PPS 1, 2 and 4
CONDITIONS = (
    *parse_conditions(IN_CHARACTERS, [Severity(Unit.PERCENT_CHARACTERS, n) for n in (1, 5, 10)]),
    *parse_conditions(IN_WORDS, [Severity(Unit.PERCENT_WORDS, n) for n in (10, 20, 30)]),
    *parse_conditions(IN_EDITS, [pps(n) for n in (1, 2, 4)]),
)


def main(arguments: list[str] | None = None) -> int:
    """Evaluate, then write the page of all that is there; returns how many data sets failed."""
    args = _parser().parse_args(arguments)
    workspace = Workspace(args.workspace.resolve()).prepare()
    os.environ["FLINCH_WORKSPACE"] = str(workspace.root)
    failed = 0
    for dataset in SETS:
        if (args.only and dataset.name not in args.only) or args.page_only:
            continue
        try:
            print(evaluated(workspace, dataset, args), file=sys.stderr)
        except (BadInput, MissingResource, OSError) as fault:
            failed += 1
            print(f"{dataset.name} is left out: {fault}", file=sys.stderr)
    write_page(workspace, PLAN, args.page, [dataset.name for dataset in SETS])
    return failed


def evaluated(workspace: Workspace, dataset: RealData, args: argparse.Namespace) -> str:
    """Evaluate the models on the data set, or go on where it stopped; what came of it, in a sentence."""
    evaluation = evaluation_for(dataset.imported(workspace, args.folder), args)
    how = how_far(workspace, evaluation, jobs(workspace))
    for job in how.resumable:
        resume_inline(workspace, job, told_on_stderr())
    if how.left:
        left = replace(evaluation, models=how.left)
        run_inline(workspace, "evaluate", f"Real runs: {dataset.name}", left.arguments(), told_on_stderr())
    done = how_far(workspace, evaluation, jobs(workspace)).done
    seconds = sum(run_card(workspace, run).seconds for run in done)
    return f"{dataset.name}: {len(evaluation.models)} models, {len(CONDITIONS)} cells, {seconds:,.0f} s"


def evaluation_for(card: DatasetCard, args: argparse.Namespace) -> Evaluation:
    """The evaluation of this data set; raises BadInput for a task that none of the models learns."""
    specs = specs_of(args.models, train_limit=args.train_limit, seed=args.train_seed)
    learning = [spec for spec in specs if card.task in family(spec.kind).tasks]
    if not learning:
        raise BadInput(f"None of {', '.join(args.models)} learns what {card.name} asks; name another model.")
    models = tuple(replace(spec, epochs=args.epochs or spec.epochs) for spec in learning)
    return Evaluation(Design(card.name, "test", CONDITIONS, limit=args.limit), models, device=args.device, plan=PLAN)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.docs.real_runs", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds a folder for each data set")
    parser.add_argument("--workspace", type=Path, default=Workspace.current().root, help="where runs are kept")
    parser.add_argument("--page", type=Path, default=PROJECT / "docs/real-runs.md")
    parser.add_argument("--only", nargs="+", choices=[dataset.name for dataset in SETS], help="these data sets")
    parser.add_argument("--models", nargs="+", default=MODELS)
    parser.add_argument("--limit", type=int, default=0, help="evaluate on at most so many samples; 0 for all")
    parser.add_argument("--train-limit", type=int, default=0, help="train on at most so many; 0 for all")
    parser.add_argument("--epochs", type=int, default=0, help="0 for each model's own")
    parser.add_argument("--train-seed", type=int, default=0)
    parser.add_argument("--device", default="auto", choices=["auto", "cpu", "cuda"])
    parser.add_argument("--page-only", action="store_true", help="evaluate nothing, write the page of what is there")
    return parser


if __name__ == "__main__":
    sys.exit(main())

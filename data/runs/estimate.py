"""How long an evaluation takes: what each model costs, by the pace it had here before."""

from functools import reduce
from operator import add

from core.models.registry import family
from core.models.spec import ModelSpec
from core.models.training.seeds import learns
from core.models.transformer.family import MINILM
from core.models.transformer.start import start_of
from core.records import DatasetCard
from data.jobs.pace import Expected, expected, paces
from data.runs.evaluation import HELD_OUT, Evaluation, judging_split
from data.workspace import Workspace

# What a model reads a second, slowest and fastest, in texts that a transformer reads once.
USUAL = {"cpu": (30.0, 300.0), "cuda": (1_000.0, 8_000.0)}
BASE_SIZED = 8  # times as long as MiniLM: a model that somebody names, most likely of the papers' size
START = (3.0, 15.0)  # seconds until a model is open
APPLICABLE = 0.5  # of the perturbed texts at least


def work_of(spec: ModelSpec, device: str) -> str:
    """What this model's work is called among the paces."""
    return f"{spec.path or spec.kind} on {device}"


def time_expected(workspace: Workspace, card: DatasetCard, evaluation: Evaluation, device: str) -> Expected:
    """How long the whole job takes on "cpu" or "cuda", unless models were trained before."""
    models = (_model_estimate(workspace, card, evaluation, spec, device).after(*START) for spec in evaluation.models)
    return reduce(add, models)


def _model_estimate(
    workspace: Workspace, card: DatasetCard, evaluation: Evaluation, spec: ModelSpec, device: str
) -> Expected:
    design = evaluation.design
    train, dev = _examples(card, evaluation) if learns(spec) else (0, 0)
    cost = family(spec.kind).cost(spec, min(train, spec.train_limit or train), dev)
    size = card.splits[design.split]
    samples = min(size, design.limit or size)
    least, most = (samples * (1 + share * len(design.conditions) * evaluation.draws) for share in (APPLICABLE, 1))
    return reading(workspace, spec, device, cost.training + cost.text * least, cost.training + cost.text * most)


def reading(workspace: Workspace, spec: ModelSpec, device: str, least: float, most: float) -> Expected:
    """How long this model takes for so much, in texts that a transformer reads once."""
    slower = BASE_SIZED if start_of(spec.path).path not in ("", MINILM) else 1
    usual = (USUAL[device][0] / slower, USUAL[device][1] / slower)
    return expected(paces(workspace, work_of(spec, device)), least, most, usual)


def _examples(card: DatasetCard, evaluation: Evaluation) -> tuple[int, int]:
    """(to train on, to choose the best epoch by), as `material` shares them out."""
    train = card.splits[evaluation.train_split]
    if judge := judging_split(card, evaluation.design.split, evaluation.train_split):
        return train, card.splits[judge]
    held = round(train * HELD_OUT)
    return train - held, held

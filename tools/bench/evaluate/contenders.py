"""Ways to predict the texts of a grid: what people use today, what a careful person writes in ten lines, and Flinch."""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from core.models.device import Device, choose
from core.models.family import ModelPlan
from core.models.registry import usual_spec
from core.models.spec import Material
from data.jobs.job import Job
from data.jobs.jobs import create
from data.models.folder import ModelFolder
from data.models.ready import ready
from data.runs.cells import CellWork, PlannedModel
from data.runs.local_executor import LocalExecutor
from data.runs.progress import Progress
from data.runs.units import PredictionUnit
from data.variants.reading import InputText
from data.workspace import Workspace
from tools.bench.evaluate.grid import Cells, Grid

PIPELINE, TRAINER, LOOP = "pipeline(batch_size=32)", "Trainer.predict", "a bucketed, reusing loop"
EXACT, FAST = "Flinch, exact", "Flinch, fast"
BATCH = 32
Predictions = list[tuple[str, list[float]]]
"""The label of each text, and the logits, or log-probabilities, of all labels."""


class Contender(NamedTuple):
    """`open` makes it ready, which is not timed, and gives what predicts all rows of the grid, in their order."""

    name: str
    open: Callable[[], Callable[[], Predictions]]


def contenders(grid: Grid, plan: ModelPlan, kept: ModelFolder) -> list[Contender]:
    """All of them, for the model in this folder."""
    others = {PIPELINE: _pipeline} | ({TRAINER: _trainer} if has_trainer() else {}) | {LOOP: _loop}
    mine = {EXACT: "exact", FAST: "fast"}
    return [
        *(Contender(name, partial(make, grid.rows, plan.labels, kept.path)) for name, make in others.items()),
        *(Contender(name, partial(_flinch, grid, plan, kept, precision)) for name, precision in mine.items()),
    ]


def has_trainer() -> bool:
    """Whether what transformers' Trainer needs beside torch is installed."""
    return find_spec("accelerate") is not None


def _load_model(folder: Path) -> tuple[Any, Any]:
    from transformers import AutoModelForSequenceClassification, AutoTokenizer
    from transformers.utils import logging

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.model_max_length = usual_spec("minilm").max_length  # where all cut a text off
    return AutoModelForSequenceClassification.from_pretrained(folder).eval(), tokenizer


def _pipeline(texts: list[str], labels: tuple[str, ...], folder: Path) -> Callable[[], Predictions]:
    import torch
    from transformers import pipeline

    module, tokenizer = _load_model(folder)
    classify: Any = pipeline("text-classification", model=module, tokenizer=tokenizer, device=torch.device("cpu"))

    def predict() -> Predictions:
        rows = classify(texts, batch_size=BATCH, truncation=True, top_k=None, function_to_apply="none")
        logits = [{score["label"]: score["score"] for score in row} for row in rows]
        return [(max(row, key=row.__getitem__), [row[label] for label in labels]) for row in logits]

    return predict


def _trainer(texts: list[str], labels: tuple[str, ...], folder: Path) -> Callable[[], Predictions]:
    from transformers import DataCollatorWithPadding, Trainer, TrainingArguments

    module, tokenizer = _load_model(folder)
    place = TemporaryDirectory()
    how = TrainingArguments(
        place.name, per_device_eval_batch_size=BATCH, use_cpu=True, report_to=[], disable_tqdm=True
    )  # fmt: skip
    trainer = Trainer(module, how, data_collator=DataCollatorWithPadding(tokenizer))

    def predict() -> Predictions:
        rows = [dict(tokenizer(text, truncation=True)) for text in texts]
        logits = trainer.predict(rows).predictions.tolist()  # type: ignore[arg-type, union-attr]
        place.cleanup()
        return [(labels[row.index(max(row))], row) for row in logits]

    return predict


def _loop(texts: list[str], labels: tuple[str, ...], folder: Path) -> Callable[[], Predictions]:
    import torch

    module, tokenizer = _load_model(folder)

    def predict() -> Predictions:
        answers = dict[str, list[float]]()
        ordered = sorted(set(texts), key=len)
        with torch.inference_mode():
            for at in range(0, len(ordered), BATCH):
                batch = ordered[at : at + BATCH]
                logits = module(**tokenizer(batch, padding=True, truncation=True, return_tensors="pt")).logits
                answers |= dict(zip(batch, logits.tolist(), strict=True))
        return [(labels[answers[text].index(max(answers[text]))], answers[text]) for text in texts]

    return predict


def _flinch(grid: Grid, plan: ModelPlan, kept: ModelFolder, precision: str) -> Callable[[], Predictions]:
    """As a job does it: cell by cell, in parts, each cell written down; an unchanged row has its sentence's answer."""
    device = choose("cpu", precision)
    ready(plan, device, kept)

    def predict() -> Predictions:
        table = predicted(grid.cells, plan, device, kept)
        texts = [text for cell in grid.cells.values() for text in cell]
        answers = dict(zip(texts, table.select(["label", "probabilities"]).to_pylist(), strict=True))
        return [(answers[text]["label"], _logs(answers[text]["probabilities"])) for text in grid.rows]

    return predict


def predicted(cells: Cells, plan: ModelPlan, device: Device, kept: ModelFolder) -> pa.Table:
    """The predictions of all cells as a job makes them, in their order."""
    with TemporaryDirectory() as place:
        workspace = Workspace(Path(place)).prepare()
        progress = Progress(Job(workspace.jobs / create(workspace, "evaluate", "bench", {})), 1.0)
        work = list[CellWork]()
        for name, texts in cells.items():
            items = tuple(InputText(str(n), f"{name} {n}" if name else "", (t,), "") for n, t in enumerate(texts))
            unit = PredictionUnit("bench", plan, device, kept, items)
            work.append(CellWork(name, "", workspace.runs / f"{len(work)}.parquet", unit))
        if failed := LocalExecutor().predict(PlannedModel(plan, Material(), kept), work, 0.0, progress):
            raise next(iter(failed.values()))
        return pa.concat_tables(pq.read_table(cell.path, use_threads=False) for cell in work)


def _logs(probabilities: list[float]) -> list[float]:
    from math import log

    return [log(max(share, 1e-300)) for share in probabilities]

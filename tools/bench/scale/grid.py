"""The five runs of Romero's grid, with as many predictions as asked for, as the project itself stores them."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pyarrow as pa

from core.identity import content_id
from core.perturbations.conditions import paper_conditions
from core.rules import Rules
from core.whole_papers import whole_paper
from data.runs.files import PREDICTIONS, RunCard, RunCell, RunModel, predictions_path, write_card
from data.tables import write_parquet
from data.workspace import Workspace

ROWS = {"cola": 1_063, "hsol": 4_957, "mnli": 9_796, "sst2": 1_821, "paws": 8_000}  # that Romero 2023 evaluated
LABELS = ("no", "yes")
KEPT = 0.9  # of the predictions are those of before
PLAN = "romero-bench"


def write_grid(workspace: Workspace, predictions: int) -> list[RunCard]:
    """A run for each data set, finished a minute ago, with the thesis's models and cells; rows in its proportions."""
    whole = whole_paper("romero")
    conditions = paper_conditions(whole.paper, Rules.OURS)
    share = predictions / (len(whole.models) * (1 + len(conditions)) * sum(ROWS.values()))
    models = tuple(RunModel(m.name, m.path, content_id(m.name), 0.9, 1_000, 0) for m in whole.models)
    cards = []
    for name, rows in ROWS.items():
        samples = max(1, round(rows * share))
        card = RunCard(
            f"20260101-000000-{name}", f"{whole.paper.short} on {name}", name, "test", "train", LABELS, samples, 0,
            "none", models, tuple(RunCell(*condition, samples) for condition in conditions),
            datetime.now(UTC).isoformat(), 60.0, True, {}, plan=PLAN,
        )  # fmt: skip
        _write_run(workspace.runs / card.id, card)
        cards.append(card)
    return cards


def _write_run(folder: Path, card: RunCard) -> None:
    folder.mkdir()
    random = np.random.default_rng(card.samples)
    ids = [content_id(card.dataset, str(n)) for n in range(card.samples)]
    gold = random.integers(0, 2, card.samples)
    for model in card.models:
        before = np.where(random.random(card.samples) < KEPT, gold, 1 - gold)
        write_parquet(predictions_path(folder, model, None), _table(ids, [""] * len(ids), gold, before))
        for cell in card.cells:
            after = np.where(random.random(card.samples) < KEPT, before, 1 - before)
            variants = [f"{n:020x}" for n in random.integers(0, 2**62, card.samples)]
            write_parquet(predictions_path(folder, model, card.cell(cell)), _table(ids, variants, gold, after))
    write_card(folder, card)


def _table(ids: list[str], variants: list[str], gold: "np.ndarray", labels: "np.ndarray") -> pa.Table:
    likely = [[0.75, 0.25] if label == 0 else [0.25, 0.75] for label in labels]
    columns = [variants, ids, [LABELS[n] for n in gold], [LABELS[n] for n in labels], likely, [None] * len(ids)]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, PREDICTIONS, strict=True)]
    return pa.Table.from_arrays(arrays, schema=PREDICTIONS)


def predictions_of_run(card: RunCard) -> int:
    """How many predictions the run holds."""
    return card.samples * len(card.models) * (1 + len(card.cells))

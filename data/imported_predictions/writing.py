"""Predictions made elsewhere are written down as a model of a run."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from core.design import Condition
from core.errors import BadInput
from core.identity import content_id
from data.durable import lock_file
from data.imported_predictions.matching import Matched
from data.imported_predictions.texts import Texts
from data.jobs.jobs import create, end
from data.jobs.records import JobState
from data.runs.files import (
    ELSEWHERE,
    PREDICTIONS,
    RunCard,
    RunModel,
    predictions_path,
    read_card,
    read_predictions,
    unchanged_labels,
    unchanged_path,
    write_card,
)
from data.tables import write_parquet
from data.workspace import Workspace

KIND = "import-predictions"
LOCK = f".{KIND}.lock"  # held while a model is added to a run


def write_model(workspace: Workspace, card: RunCard, name: str, texts: Texts, matches: Matched, new: bool) -> str:
    """Write down what was found as one more model of the run, or more conditions of one that was brought in, or with
    `new` as a run made for it; the run's id.

    Of several at once each sees what the one before it wrote. Raises BadInput where the name has been taken meanwhile,
    and where the model has all this already.
    """
    model = RunModel(name, ELSEWHERE, content_id(name, ELSEWHERE))
    with lock_file(workspace.jobs / LOCK):
        if new:
            card = replace(card, id=create(workspace, KIND, card.title, {"model": name, "variants": card.variants}))
        folder = workspace.runs / card.id
        now = read_card(folder) or card
        there = name in [m.name for m in now.models]
        if there and name not in [m.name for m in card.models]:
            raise _name_taken_error(card, name)
        folder.mkdir(parents=True, exist_ok=True)
        if not _write(folder, card, model, texts, matches, there) and there:
            raise _name_taken_error(card, name)
        if not there:
            write_card(folder, replace(now, models=(*now.models, model)))
        if new:
            end(workspace.jobs / card.id, JobState.DONE)
    return card.id


def check_name(card: RunCard, name: str) -> None:
    """Raise BadInput where the run has a model of this name that was not brought in."""
    if any(model.name == name and model.path != ELSEWHERE for model in card.models):
        raise _name_taken_error(card, name)


def imported_labels(folder: Path, card: RunCard, name: str) -> Iterator[tuple[Condition | None, str, str]]:
    """(condition, sample, label) of all that was brought in for this model of the run in this folder."""
    for model in card.models:
        if model.name == name:
            for cell in (None, *map(card.cell, card.cells)):
                labels = {row.sample_id: row.label for row in read_predictions(predictions_path(folder, model, cell))}
                for sample, label in (labels | unchanged_labels(folder, model, cell)).items():
                    yield cell.condition if cell else None, sample, label


def _name_taken_error(card: RunCard, name: str) -> BadInput:
    return BadInput(f"The run {card.id} already has a model {name!r}; give the imported model another name.")


def _write(folder: Path, card: RunCard, model: RunModel, texts: Texts, matches: Matched, there: bool) -> int:
    """How many conditions were written, of a model that is `there` only those that it has not."""
    written = 0
    for cell in (None, *map(card.cell, card.cells)):
        condition, path = cell.condition if cell else None, predictions_path(folder, model, cell)
        places = matches.places(condition)
        if (there and path.exists()) or condition not in matches.answers or len(places) < texts.wanted(condition).sum():
            continue
        if cell and len(otherwise := matches.otherwise(cell.condition)):
            write_parquet(unchanged_path(folder, model, cell), _table(cell.condition, otherwise, texts, matches))
        write_parquet(path, _table(condition, places, texts, matches))
        written += 1
    return written


def _table(condition: Condition | None, places: np.ndarray, texts: Texts, matches: Matched) -> pa.Table:
    """The predictions on the texts at these places, as a run keeps them."""
    answers, samples = matches.answers[condition], [texts.ids[place] for place in places]
    variants = texts.variant_ids(condition).take(pa.array(places)) if condition else pa.array([""] * len(places))
    columns = [
        variants,
        pa.array(samples),
        pa.array([texts.gold_of(condition, sample) for sample in samples]),
        matches.labels(answers.numbers[places]),
        _lists(None if answers.chances is None else answers.chances[places], len(places)),
        pa.nulls(len(places), pa.binary()),
    ]
    arrays = [column.cast(field.type) for column, field in zip(columns, PREDICTIONS, strict=True)]
    return pa.Table.from_arrays(arrays, schema=PREDICTIONS)


def _lists(chances: np.ndarray | None, rows: int) -> pa.Array:
    """The probabilities of each row, an empty list where they are not known."""
    if chances is None:
        return pa.ListArray.from_arrays(pa.array([0] * (rows + 1), pa.int32()), pa.array([], pa.float64()))
    mask = ~np.isnan(chances[:, 0])
    ends = np.cumsum(mask * chances.shape[1])
    return pa.ListArray.from_arrays(pa.array([0, *ends.tolist()], pa.int32()), pa.array(chances[mask].ravel()))

"""Has a model's units done, and says what came of them."""

import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa

from core.design import Condition
from core.errors import class_and_first_line
from core.models.device import Device
from core.models.endpoint.prompt import label_in
from core.records import Cell
from data.endpoints.answers import cost_in_words
from data.jobs.job import of_the_machine
from data.models.room import used_now
from data.runs.cells import KNOWN, CellWork, PlannedModel
from data.runs.earlier import EarlierPredictions
from data.runs.files import (
    CellFailure,
    RunCard,
    RunModel,
    audit_of,
    draw_folder,
    predictions_in,
    predictions_of,
    predictions_path,
    with_ids,
)
from data.runs.headline import MAIN, in_words
from data.runs.inputs import EvaluationInputs
from data.runs.measures.tags import counts_of
from data.runs.parts import begun, put_down
from data.runs.progress import Progress
from data.runs.remote_executor import Executor
from data.runs.units import PredictionUnit


@dataclass(frozen=True, slots=True)
class Driver:
    """A run's work: who does it, on what, and where it is written."""

    executor: Executor
    progress: Progress
    run_folder: Path
    draws: Sequence[EvaluationInputs]
    device: Device

    def complete(self, card: RunCard, model: PlannedModel) -> tuple[RunModel, list[CellFailure]]:
        """Make the model ready and write its predictions where there are none yet; what is now known of it.

        A cell that fails is tried again when the others are done; what fails again is named with its reason.
        """
        run_model = card.model(model.plan.spec.name)
        self._make_ready(run_model, model)
        failed = self._predict(card, run_model, model, model.plan.cost.text)
        if failed:
            _print_failures(run_model, failed, "failed and will be tried again")
            failed = self._predict(card, run_model, model, 0.0)
            _print_failures(run_model, failed, "failed")
        for draw, inputs in enumerate(self.draws):  # kept, so that scores read kilobytes
            for condition in (None, *inputs.conditions):
                counts_of(draw_folder(self.run_folder, draw), card, run_model, _cell(card, condition))
        return self._updated_model(run_model, model), [
            CellFailure(run_model.name, condition, reason(fault)) for condition, fault in failed.items()
        ]

    def _make_ready(self, run_model: RunModel, model: PlannedModel) -> None:
        training, kept = model.plan.cost.training, model.folder.kept() is not None
        self.progress.say(0, f"Opening {run_model.name}")
        self.executor.make_ready(model, self.device, self.progress)
        used_now(model.folder.path)
        self.progress.finish(training, skipped=kept)

    def _predict(self, card: RunCard, run_model: RunModel, model: PlannedModel, cost: float) -> Mapping[str, Exception]:
        failed: dict[str, Exception] = {}
        for draw in range(len(self.draws)):  # one after the other: what a draw says of a text holds for the next ones
            cells = self._missing_cells(card, run_model, model, cost, draw)
            failed |= self.executor.predict(model, cells, cost, self.progress)
        return failed

    def _missing_cells(
        self, card: RunCard, run_model: RunModel, model: PlannedModel, cost: float, draw: int
    ) -> Iterator[CellWork]:
        """The cells of a draw without predictions, in the order of the run; those that have theirs, here or in another
        run, count as done, and a text of an earlier draw again has the answer that it had."""
        earlier, inputs = EarlierPredictions(self.run_folder, model.plan.digest), self.draws[draw]
        for condition in (*[None] * (not draw), *inputs.conditions):
            cell = _cell(card, condition)
            path = predictions_path(draw_folder(self.run_folder, draw), run_model, cell)
            items = tuple(inputs.of(condition))
            unit = PredictionUnit(card.id, model.plan, self.device, model.folder, items)
            if unit.is_done(path) or earlier.put(unit.id, path):
                self.progress.finish(cost * len(items), skipped=True)
                continue
            if cell and not begun(path):
                put_down(path, unit, self._reused_answers(run_model, cell, unit, draw))
            which = f", draw {draw + 1}" if draw else ""
            message = f"{run_model.name} predicts {cell or 'the original texts'}{which}"
            yield CellWork(f"{condition.spelled}{which}" if condition else "", message, path, unit)

    def _reused_answers(self, run_model: RunModel, cell: Cell, unit: PredictionUnit, draw: int) -> Iterator[pa.Table]:
        """What the model said of the texts of this unit that earlier draws made of the same samples too."""
        left = {item.sample_id: item for item in unit.items}
        for before in range(draw):
            path = predictions_path(draw_folder(self.run_folder, before), run_model, cell)
            texts = {item.sample_id: item.texts for item in self.draws[before].of(cell.condition)}
            again = {id_: item.variant_id for id_, item in left.items() if texts.get(id_) == item.texts}
            if again and path.exists():
                yield with_ids(predictions_in(path), again)
                left = {id_: item for id_, item in left.items() if id_ not in again}

    def _updated_model(self, run_model: RunModel, model: PlannedModel) -> RunModel:
        score, history, labels = model.folder.dev_accuracy, model.folder.history, model.plan.labels
        cost = cost_in_words(model.folder.path, lambda answer: label_in(answer, labels) is not None)
        on_dev = "" if score is None else f"{in_words(MAIN[model.plan.task])} on dev {score:.3f}"
        audit = audit_of(predictions_of(self.run_folder, run_model))
        for line in filter(None, (on_dev, history.in_words, cost, audit.in_words)):
            print(f"{run_model.name}: {line}", flush=True)
        trained_on = model.plan.trained_on
        return replace(run_model, dev_accuracy=score, trained_on=trained_on, history=history, asked=cost, audit=audit)


def reason(fault: Exception) -> str:
    """Why something failed, for people: our own sentence, or what the library said in its first line."""
    if isinstance(fault, KNOWN):
        return str(fault)
    return of_the_machine(fault) or class_and_first_line(fault, 200)


def _print_failures(run_model: RunModel, failed: Mapping[str, Exception], what: str) -> None:
    for condition, fault in failed.items():
        traceback.print_exception(fault)
        print(f"{run_model.name} on {condition or 'the original texts'} {what}: {reason(fault)}", flush=True)


def _cell(card: RunCard, condition: Condition | None) -> Cell | None:
    return Cell(card.dataset, card.split, *condition) if condition else None

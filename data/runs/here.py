"""An evaluation's work in this process: it reports as it goes, and stops at the next batch."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import TracebackType
from typing import Self

import pyarrow as pa

from core.models.device import Device, choose
from core.models.predictor import Check
from data.jobs.runners import Inline, in_order
from data.models.ready import ready
from data.runs.cells import CellWork, PlannedModel, written
from data.runs.progress import Predicting, Progress, Training
from data.runs.units import PredictionUnit, predict


class Here:
    """Hands for which the next thing waits until the one before it is done."""

    alone = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        return None

    def device(self, name: str, precision: str, check: Check) -> Device:
        """The device of this name here."""
        return choose(name, precision)

    def in_words(self, device: Device) -> str:
        """Where the work is done, for people."""
        return device.description

    def begin(self, model: PlannedModel, device: Device) -> None:
        """Nothing: a model is trained when its turn comes."""

    def make_ready(self, model: PlannedModel, device: Device, progress: Progress) -> None:
        """Open or train the model; raises what comes of it."""
        report = Training(progress, model.plan.cost.training)
        Inline().submit(ready, model.plan, device, model.folder, model.material, report).result()

    def predict(
        self, model: PlannedModel, cells: Iterable[CellWork], cost: float, progress: Progress
    ) -> Mapping[str, Exception]:
        """Have the cells predicted and written down; the conditions that failed, and why."""
        failed: dict[str, Exception] = {}
        for cell in cells:
            check = Predicting(progress, cost, len(cell.unit.items), cell.message)
            fault = written(cell, partial(_told, check))
            failed |= {cell.condition: fault} if fault else {}
            progress.finish(cost * len(cell.unit.items))
        return failed


def _told(check: Predicting, parts: Iterable[PredictionUnit]) -> Iterator[pa.Table]:
    """The predictions of each part; how far it is is told as they come."""
    for table in in_order(Inline(), partial(predict, check=check), parts):
        check.done(table.num_rows)
        yield table

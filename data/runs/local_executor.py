"""An evaluation's work in this process: it reports as it goes, and stops at the next batch."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial

import pyarrow as pa

from core.models.device import Device, choose
from core.models.predictor import Check
from data.models.ready import ready
from data.runs.cells import CellWork, PlannedModel, written
from data.runs.parts import PartSize, begun
from data.runs.progress import Predicting, Progress, Training
from data.runs.units import PredictionUnit, predict, prefetch

TOGETHER, AHEAD = 512, 8.0  # texts of small cells that are read together at first, and seconds that it may take


class LocalExecutor:
    """This process: the next thing waits until the one before it is done, so that what it takes can be timed."""

    sequential = True

    def device(self, name: str, precision: str, check: Check) -> Device:
        """The device of this name here. Raises BadInput as `choose` does."""
        return choose(name, precision)

    def in_words(self, device: Device) -> str:
        """Where the work is done, for people."""
        return device.description

    def begin(self, model: PlannedModel, device: Device) -> None:
        """Nothing: a model is trained when its turn comes."""

    def make_ready(self, model: PlannedModel, device: Device, progress: Progress) -> None:
        """Open or train the model; raises what comes of it."""
        ready(model.plan, device, model.folder, model.material, Training(progress, model.plan.cost.training))

    def predict(
        self, model: PlannedModel, cells: Iterable[CellWork], cost: float, progress: Progress
    ) -> Mapping[str, Exception]:
        """Predict the cells and write them down; the conditions that failed, and why. `cost` is a text's."""
        failed: dict[str, Exception] = {}
        size = PartSize()
        for group in together(cells, PartSize(TOGETHER, AHEAD)):
            _prefetch(group, progress)
            for cell in group:
                check = Predicting(progress, cost, len(cell.unit.items), cell.message)
                fault = written(cell, partial(_predict_parts, check), size)
                failed |= {cell.condition: fault} if fault else {}
                progress.finish(cost * len(cell.unit.items))
        return failed


def together(cells: Iterable[CellWork], size: PartSize) -> Iterator[list[CellWork]]:
    """Small cells in groups of as many texts as the pace allows, and large ones by themselves."""
    group: list[CellWork] = []
    texts = 0
    for cell in cells:
        if group and texts + len(cell.unit.items) > size.texts:
            yield group
            size.adjust(texts)
            group, texts = [], 0
        group.append(cell)
        texts += len(cell.unit.items)
    if group:
        yield group


def _prefetch(group: Sequence[CellWork], progress: Progress) -> None:
    """Have a network read the texts of several cells at once, so that texts of like length find together.

    What fails is met again in its own cell, and what was put down before is not asked again.
    """
    units = [cell.unit for cell in group if not begun(cell.path)]
    if len(units) < 2:
        return
    with suppress(Exception):
        prefetch(units, partial(progress.say, 0, group[0].message))
    progress.check()


def _predict_parts(check: Predicting, parts: Iterable[PredictionUnit]) -> Iterator[pa.Table]:
    """The predictions of each part; how far it is is told as they come."""
    for part in parts:
        table = predict(part, check)
        check.done(table.num_rows)
        yield table

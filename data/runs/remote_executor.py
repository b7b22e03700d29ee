"""An evaluation's work by others: processes of this machine, each with its GPU, or the nodes of a cluster.

Models that keep nothing on disk (an endpoint, a rule) are asked from here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import pyarrow as pa

from core.models.device import Device, choose
from core.models.family import ModelPlan
from core.models.predictor import Check
from core.models.spec import Material
from data.jobs.pool import JobHandle, LazyArgument, WorkerPool, in_order
from data.models.far import Mirrored, SharedObject, at_hand_far, laid_out, pack_training, packed, report, train_far
from data.models.folder import ModelFolder
from data.models.ready import ready
from data.runs.cells import KNOWN, CellWork, PlannedModel, written
from data.runs.local_executor import LocalExecutor
from data.runs.progress import Progress, Training
from data.runs.units import PredictionUnit, predict

CELLS = 4  # under way, so that nobody waits for the last part of one
LOOK = 0.1  # seconds between two looks at how far the others are


class RemoteExecutor:
    """The workers of a pool: models are trained as these are free, the parts of a model's cells are shared out."""

    sequential = False

    def __init__(self, pool: WorkerPool, what: str) -> None:
        self._pool, self._what, self._local = pool, what, LocalExecutor()
        self._trainings: dict[str, RemoteTraining] = {}
        self._shared: tuple[str, Any] | None = None

    def device(self, name: str, precision: str, check: Check) -> Device:
        """The device of this name where the workers are; waits for the first of them.

        Raises BadInput as `choose` does, and what `check` raises.
        """
        handle = self._pool.submit(choose, name, precision)
        while not handle.done():
            check()
            wait([handle], LOOK)
        return handle.result()

    def in_words(self, device: Device) -> str:
        """How many workers there are, and on what."""
        return f"{self._what}: {device.description}"

    def begin(self, model: PlannedModel, device: Device) -> None:
        """Have it trained as soon as somebody is free, unless it is kept or there is nothing to train."""
        wanted = model.plan.cost.training and model.plan.digest not in self._trainings
        if wanted and not model.folder.kept():
            training = RemoteTraining(model.folder.path.parent)
            training.handle = self._pool.submit(*self._training(model, device), on_message=training.on_message)
            self._trainings[model.plan.digest] = training

    def _training(self, model: PlannedModel, device: Device) -> tuple[Any, ...]:
        if not self._pool.share:
            return _train, model.plan, device, model.folder, model.material
        held = LazyArgument(partial(pack_training, model.folder))
        return train_far, model.plan, device, model.material, held, self._start(model)

    def _start(self, model: PlannedModel) -> SharedObject | None:
        """What the model starts from, shared with the workers; None for what they have or fetch: a name of the hub."""
        path = model.plan.spec.path
        files = packed(Path(path)) if path else None
        return self._pool.share(files) if files and self._pool.share else None

    def make_ready(self, model: PlannedModel, device: Device, progress: Progress) -> None:
        """Wait until it is trained; what needs no training is opened here."""
        if not model.plan.cost.training:
            self._local.make_ready(model, choose(), progress)
        elif not model.folder.kept():
            self.begin(model, device)
            self._trainings.pop(model.plan.digest).wait(Training(progress, model.plan.cost.training))

    def predict(
        self, model: PlannedModel, cells: Iterable[CellWork], cost: float, progress: Progress
    ) -> Mapping[str, Exception]:
        """Share out the parts of the cells, a few cells at a time; the conditions that failed, and why."""
        if not model.folder.kept():
            device = choose()
            near = (replace(cell, unit=replace(cell.unit, device=device)) for cell in cells)
            return self._local.predict(model, near, cost, progress)
        under_way = CellsUnderWay(self._pool, self._ask(model), lambda n, message: progress.say(cost * n, message))
        with ThreadPoolExecutor(CELLS) as pool, self._cancel_on_error(pool):
            for cell in cells:
                under_way.begin(pool, cell)
                under_way.settle(CELLS - 1)
            under_way.settle(0)
        progress.finish(cost * under_way.texts)
        return under_way.failed

    @contextmanager
    def _cancel_on_error(self, pool: ThreadPoolExecutor) -> Iterator[None]:
        """Begin no other cell when the block is left by an exception; what concerns more than this model ends all."""
        try:
            yield
        except BaseException as error:
            if not isinstance(error, KNOWN):
                self._pool.abort()
            pool.shutdown(cancel_futures=True)
            raise

    def _ask(self, model: PlannedModel) -> Any:
        """What a worker does to predict units of this model."""
        if not self._pool.share:
            return predict
        if not self._shared or self._shared[0] != model.plan.digest:
            files = self._pool.share(packed(model.folder.path))
            self._shared = model.plan.digest, partial(_predict_far, files=files, start=self._start(model))
        return self._shared[1]


Executor = LocalExecutor | RemoteExecutor
"""Who does the work of an evaluation, and where; what is written down is written by this process."""


class CellsUnderWay:
    """Cells whose parts are shared out among the workers. `texts` are those of the cells that were begun."""

    def __init__(self, pool: WorkerPool, ask: Any, say: Callable[[int, str], None]) -> None:
        self._pool, self._ask, self._say = pool, ask, say
        self._counting = Lock()
        self._under_way: dict[Future[Exception | None], CellWork] = {}
        self._answered, self.texts, self._message = 0, 0, ""
        self.failed: dict[str, Exception] = {}

    def begin(self, pool: ThreadPoolExecutor, cell: CellWork) -> None:
        """Have this cell done too."""
        self._under_way[pool.submit(written, cell, self._answers)] = cell
        self.texts += len(cell.unit.items)
        self._message = cell.message

    def settle(self, most: int) -> None:
        """Wait until no more than so many cells are under way, and see which failed."""
        while len(self._under_way) > most:
            for future in wait(self._under_way, LOOK, FIRST_COMPLETED).done:
                cell, fault = self._under_way.pop(future), future.result()
                self.failed |= {cell.condition: fault} if fault else {}
            self._say(self._answered, self._message)

    def _answers(self, parts: Iterator[PredictionUnit]) -> Iterator[pa.Table]:
        """The predictions of each part, in order."""
        for table in in_order(self._pool, self._ask, parts):
            with self._counting:
                self._answered += table.num_rows
            yield table


class RemoteTraining:
    """A training elsewhere: what it keeps is put down here, in this folder of models, as it comes."""

    handle: JobHandle[None]

    def __init__(self, models: Path) -> None:
        self._models = models
        self._latest: tuple[int, int, str] | None = None

    def on_message(self, message: Any) -> None:
        """Put down, print or remember what the worker tells."""
        if isinstance(message, Mirrored):
            laid_out(self._models / Path(message.name).name, message.files)
        elif isinstance(message, str):
            print(message, flush=True)
        else:
            self._latest = message

    def wait(self, report: Training) -> None:
        """Until it ends; raises what it raised, and what `report` raises."""
        while not self.handle.done():
            wait([self.handle], LOOK)
            if self._latest:
                report(*self._latest)
            else:
                report.look()
        self.handle.result()


def _train(plan: ModelPlan, device: Device, folder: ModelFolder, material: Material) -> None:
    """Train the model on this worker, which sees the folder where it is kept."""
    ready(plan, device, folder, material, report)


def _predict_far(unit: PredictionUnit, files: SharedObject, start: SharedObject | None) -> pa.Table:
    """Predict on this worker, which does not see where the model is kept."""
    with at_hand_far(unit.plan, unit.device, files, start) as folder:
        return predict(replace(unit, folder=folder))

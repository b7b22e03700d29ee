"""A cell of the grid as work: one model's unit under one condition, and what becomes of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from errno import EDQUOT, ENOSPC
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from core.errors import BadInput, MissingResource
from core.models.device import Device
from core.models.family import ModelPlan
from core.models.predictor import Check
from core.models.spec import Material
from data.jobs.job import Cancelled
from data.jobs.pool import WorkLost
from data.models.folder import ModelFolder
from data.runs.parts import Ask, PartSize, forget, in_parts
from data.runs.progress import Progress
from data.runs.units import PredictionUnit
from data.tables import write_parquet

KNOWN = (BadInput, MissingResource)  # what is said of one model; the others are evaluated all the same


@dataclass(frozen=True, slots=True)
class PlannedModel:
    """A model of the run: which it will be, what it learns from, where it is kept."""

    plan: ModelPlan
    material: Material
    folder: ModelFolder


@dataclass(frozen=True, slots=True)
class CellWork:
    """A unit, where its predictions are to lie, and what people read meanwhile. `condition` is "" for the originals."""

    condition: str
    message: str
    path: Path
    unit: PredictionUnit


class Executor(Protocol):
    """Who does the work of an evaluation, and where: what is written is written by this process."""

    @property
    def sequential(self) -> bool:
        """Whether one thing is done at a time, so that what it takes can be timed."""

    def __enter__(self) -> Self:
        """Begin."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """End, whatever is under way."""

    def device(self, name: str, precision: str, check: Check) -> Device:
        """The device of this name where the work is done, and how it predicts.

        Raises BadInput as `choose` does, and what `check` raises.
        """

    def in_words(self, device: Device) -> str:
        """Where the work is done, for people."""

    def begin(self, model: PlannedModel, device: Device) -> None:
        """Have the model made ready some time, if anybody is free."""

    def make_ready(self, model: PlannedModel, device: Device, progress: Progress) -> None:
        """Have the model opened or trained by now; raises what comes of it."""

    def predict(
        self, model: PlannedModel, cells: Iterable[CellWork], cost: float, progress: Progress
    ) -> Mapping[str, Exception]:
        """Have the model's cells predicted and written down; the conditions that failed, and why.

        Cells are taken as they can be worked on; `cost` is a text's.
        """


def written(cell: CellWork, ask: Ask, size: PartSize | None = None) -> Exception | None:
    """Have the cell's unit predicted and write it down, in parts of this size; None, or why it failed.

    Raises what concerns more than this cell: a model that can't be had, a full disk, and that somebody stopped it.
    """
    try:
        table = in_parts(cell.path, cell.unit, ask, size)
        write_parquet(cell.path, table)
        forget(cell.path)
    except WorkLost as fault:
        return fault
    except (Cancelled, *KNOWN):
        raise
    except Exception as fault:
        if isinstance(fault, OSError) and fault.errno in (ENOSPC, EDQUOT):
            raise
        return fault
    return None

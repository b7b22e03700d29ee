"""A cell of the grid as work: one model's unit under one condition, and what becomes of it."""

from dataclasses import dataclass
from errno import EDQUOT, ENOSPC
from pathlib import Path

from core.errors import BadInput, MissingResource
from core.models.family import ModelPlan
from core.models.spec import Material
from data.jobs.job import Cancelled
from data.jobs.pool import WorkLost
from data.models.folder import ModelFolder
from data.runs.parts import Ask, PartSize, forget, in_parts
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


def written(cell: CellWork, ask: Ask, size: PartSize | None = None) -> Exception | None:
    """Have the cell's unit predicted and write it down, in parts of this size; None, or why it failed.

    Raises what concerns more than this cell: a model that can't be had, a full disk, and that somebody stopped it.
    """
    try:
        write_parquet(cell.path, in_parts(cell.path, cell.unit, ask, size))
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

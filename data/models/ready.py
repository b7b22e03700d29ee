"""The model at hand: made ready once in a process and kept in memory until another one is, or several are."""

from collections.abc import Iterator
from contextlib import contextmanager

from core.models.device import Device
from core.models.family import ModelPlan, Report
from core.models.predictor import Predictor
from core.models.registry import family
from core.models.spec import Material
from data.models.folder import ModelFolder

_at_hand: dict[tuple[str, Device, ModelFolder], Predictor] = {}
NOTHING = Material()


def ignore_progress(done: int, total: int, message: str) -> None:
    """The report that nobody reads."""


def ready(
    plan: ModelPlan,
    device: Device,
    folder: ModelFolder,
    material: Material = NOTHING,
    report: Report = ignore_progress,
    beside: int = 0,
) -> Predictor:
    """The model of this plan: the one at hand, or read from its folder, or trained on this material and kept there.

    So many others, those used last, stay in memory `beside` a new one. Raises BadInput when it can't be had, and what
    `report` raises.
    """
    key = (plan.digest, device, folder)
    if key not in _at_hand:
        for other in list(_at_hand)[: max(0, len(_at_hand) - beside)]:
            del _at_hand[other]  # before the next one takes its memory
        model = family(plan.spec.kind).ready(plan, material, device, folder, report)
    else:
        model = _at_hand.pop(key)
    _at_hand[key] = model  # the last of them
    return model


def at_hand(plan: ModelPlan, device: Device, folder: ModelFolder) -> bool:
    """Whether this model is in memory."""
    return (plan.digest, device, folder) in _at_hand


def at_hand_now(plan: ModelPlan, device: Device, folder: ModelFolder, model: Predictor) -> None:
    """Have this be the model of the plan."""
    _at_hand.clear()
    _at_hand[plan.digest, device, folder] = model


@contextmanager
def freed_after() -> Iterator[None]:
    """When the block ends no model is at hand any more, and its memory is free."""
    try:
        yield
    finally:
        _at_hand.clear()

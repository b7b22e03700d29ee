"""Where the numbers are made, CUDA when it is there, and in which format."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from core.errors import BadInput
from core.models.predicting.linear import bf16_units

BF16_SINCE = (8, 0)  # CUDA's compute capability: older cards imitate bf16


class Precision(StrEnum):
    """In which number format models predict.

    `exact`: float32. `fast`: bf16 where the hardware has it, what it leaves unsure in float32. `auto`: fast on a GPU.
    """

    AUTO = "auto"
    EXACT = "exact"
    FAST = "fast"


@dataclass(frozen=True, slots=True)
class Device:
    """`kind` is "cuda" or "cpu"; `description` names the device and number format for people.

    `bf16` is how a model learns there, `fast` whether it is first asked in bf16 when it predicts.
    """

    kind: str
    bf16: bool
    description: str
    fast: bool = False

    @property
    def precision(self) -> str:
        """The number format of training."""
        return "bf16" if self.bf16 else "float32"

    def autocast(self, half: bool) -> AbstractContextManager[Any]:
        """The context in which a forward pass runs: of bf16, or nothing special."""
        if not half:
            return nullcontext()
        import torch

        return torch.autocast(self.kind, torch.bfloat16)


def choose(name: str = "auto", precision: str = Precision.AUTO) -> Device:
    """The device for "auto", "cpu" or "cuda", and how models predict there.

    Where the hardware has no bf16 of its own, `fast` is exact. Raises BadInput for another word, or for CUDA where
    there is none.
    """
    import torch

    if name not in ("auto", "cpu", "cuda"):
        raise BadInput(f"There is no device {name!r}; choose auto, cpu or cuda.")
    check_precision(precision)
    available = torch.cuda.is_available()
    if name == "cuda" and not available:
        raise BadInput("No CUDA device is available to torch; choose cpu, or auto.")
    if name == "cpu" or not available:
        fast = precision == Precision.FAST and bf16_units()
        threads = torch.get_num_threads()
        return Device("cpu", False, f"CPU, {threads} thread{'s' * (threads != 1)}, {in_words(fast)}", fast)
    bf16 = torch.cuda.get_device_capability() >= BF16_SINCE
    fast = bf16 and precision != Precision.EXACT
    return Device("cuda", bf16, f"{torch.cuda.get_device_name(0)}, {in_words(fast)}", fast)


def check_precision(precision: str) -> None:
    """Raise BadInput for a precision that there is not."""
    if precision not in tuple(Precision):
        raise BadInput(f"There is no precision {precision!r}; choose auto, exact or fast.")


def in_words(fast: bool) -> str:
    """The number format of predictions."""
    return "bf16, close labels in float32" if fast else "float32"

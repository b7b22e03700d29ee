"""Where the numbers are made: CUDA when it is there, bf16 where it is supported, the CPU otherwise."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from core.errors import BadInput


@dataclass(frozen=True, slots=True)
class Device:
    """`kind` is "cuda" or "cpu"; `description` names the device and number format for people."""

    kind: str
    bf16: bool
    description: str

    @property
    def precision(self) -> str:
        """The number format of a forward pass."""
        return "bf16" if self.bf16 else "float32"

    def autocast(self) -> AbstractContextManager[Any]:
        """The context in which a forward pass runs: bf16 where it is supported, else nothing special."""
        if not self.bf16:
            return nullcontext()
        import torch

        return torch.autocast("cuda", torch.bfloat16)


def choose(name: str = "auto") -> Device:
    """The device for "auto", "cpu" or "cuda"; raises BadInput for another word or for CUDA where there is none."""
    import torch

    if name not in ("auto", "cpu", "cuda"):
        raise BadInput(f"There is no device {name!r}; choose auto, cpu or cuda.")
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise BadInput("No CUDA device is available to torch; choose cpu, or auto.")
    if name == "cpu" or not there:
        return Device("cpu", False, f"CPU, {torch.get_num_threads()} threads, float32")
    bf16 = torch.cuda.is_bf16_supported()
    return Device("cuda", bf16, f"{torch.cuda.get_device_name(0)}, {'bf16' if bf16 else 'float32'}")

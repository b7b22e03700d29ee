"""A network in bf16 by OpenVINO on a CPU, where it is installed (requirements-fast.txt): faster than torch's bf16."""

import sys
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from typing import Any

from core.models.predicting.memory import state_of

FAR = 0.5  # in logits: an answer that moved further shows a conversion that failed, not rounding
Ask = Callable[[Mapping[str, Any]], Any]
"""The keyword arguments of a module, as tensors -> its outputs."""


@cache
def has_openvino() -> bool:
    """Whether OpenVINO is installed."""
    return find_spec("openvino") is not None


class Compiled:
    """One network as OpenVINO predicts with it. `ask` is None where it does not: then torch does."""

    def __init__(self) -> None:
        self.ask: Ask | None = None
        self._weights: tuple[int, ...] = ()

    def follow(self, module: Any, name: str, examples: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
        """Whether the module, which is on the CPU and in eval mode, was converted just now, as its weights are new.

        Converted by the `examples`, tried on the `others`, of another shape. What OpenVINO can't convert is told
        and left to torch.
        """
        weights = state_of(module)
        if weights == self._weights or not has_openvino():
            return False
        self.ask, self._weights = None, weights
        try:
            ask = _convert_to_openvino(module, examples)
            moved = float((ask(others) - _logits(module(**others))).abs().max())
            if not moved <= FAR:
                raise ValueError(f"a logit moved by {moved:.2g}")
        except Exception:  # whatever an architecture leads to; what OpenVINO says of it helps no one
            print(f"OpenVINO can't convert {name}, so torch runs it in bf16.", flush=True)
            return False
        self.ask = ask
        return True


def _convert_to_openvino(module: Any, examples: Mapping[str, Any]) -> Ask:
    import torch

    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]  # else it tells Intel of each import
    import openvino

    names = [*examples]

    class InOrder(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.module = module

        def forward(self, *rows: Any) -> Any:
            return _logits(self.module(**dict(zip(names, rows, strict=True))))

    with torch.inference_mode(False), torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch warns of whatever it takes for a constant: the answers are compared
        rows = tuple(examples[name].clone() for name in names)
        traced = torch.jit.trace(InOrder().eval(), rows, check_trace=False)  # type: ignore[no-untyped-call]
        shapes = [([-1] * row.ndim, openvino.Type.i64) for row in rows]
        converted = openvino.convert_model(traced, input=shapes)
    settings = {
        "INFERENCE_PRECISION_HINT": "bf16",
        "INFERENCE_NUM_THREADS": torch.get_num_threads(),
        "ENABLE_CPU_PINNING": False,  # else several workers share the same cores
    }
    request = openvino.compile_model(converted, "CPU", settings).create_infer_request()

    def ask(tensors: Mapping[str, Any]) -> Any:
        outputs = request.infer([tensors[name].numpy() for name in names], share_inputs=True)
        return torch.from_numpy(outputs[0])

    return ask


def _logits(raw: Any) -> Any:
    return getattr(raw, "logits", raw).float()

"""Linear layers by oneDNN while a network predicts on a CPU: with bf16 units, or where torch's usual library is slower.

On AMD's processors MKL multiplies float32 matrices at less than half of oneDNN's speed (Zen 5: 97 and 220 GFLOP/s a
core); on Intel's they are even. oneDNN sums a row in one order whatever stands beside it. The weights are put in order
once instead of with every batch, which takes their memory a second time: in float32 up to MOST bytes of them.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from platform import machine
from typing import Any

from core.models.predicting.memory import state_of

ROWS = 2048  # tokens of a usual batch, by which oneDNN chooses the order of the weights
MOST = 2 << 30  # bytes of float32 weights that may be held twice: those of BERT large are 1.2 billion
Forward = Callable[[Any], Any]


@cache
def bf16_units() -> bool:
    """Whether this processor multiplies in bf16 by itself, rather than by software that imitates it."""
    import torch

    return bool(torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported())


@cache
def _has_onednn() -> bool:
    import torch

    available: bool = torch.backends.mkldnn.is_available()  # type: ignore[no-untyped-call]
    return available and machine() in ("x86_64", "AMD64")


class Linears:
    """The linear layers of one network, as oneDNN multiplies them."""

    def __init__(self) -> None:
        self._ordered: dict[bool, list[Forward]] = {}
        self._weights: tuple[int, ...] = ()

    @contextmanager
    def by_onednn(self, module: Any, half: bool) -> Iterator[None]:
        """For the length of the block the layers of this module, which is on the CPU and in eval mode, go by oneDNN.

        In float32 their answers differ in the last bits only. Nothing is done where it is not there.
        """
        import torch

        available = bf16_units() if half else _has_onednn()
        layers: list[Any] = [part for part in module.modules() if type(part) is torch.nn.Linear] if available else []
        for layer, forward in zip(layers, self._layer_forwards(module, layers, half), strict=True):
            layer.forward = forward
        try:
            yield
        finally:
            for layer in layers:
                layer.__dict__.pop("forward", None)

    def _layer_forwards(self, module: Any, layers: list[Any], half: bool) -> list[Forward]:
        weights = state_of(module)
        if weights != self._weights:
            self._ordered, self._weights = {}, weights
        if half not in self._ordered:
            ordered = half or sum(layer.weight.nbytes for layer in layers) <= MOST
            self._ordered[half] = [_forward(layer, half, ordered) for layer in layers]
        return self._ordered[half]


def _forward(layer: Any, half: bool, ordered: bool) -> Forward:
    import torch

    multiply, kind = torch.ops.mkldnn._linear_pointwise, torch.bfloat16 if half else torch.float32
    weight, bias = layer.weight.detach().to(kind), None if layer.bias is None else layer.bias.detach().to(kind)
    if ordered:
        weight = torch.ops.mkldnn._reorder_linear_weight(weight, ROWS)
    return lambda inputs: multiply(inputs.to(kind), weight, bias, "none", [], "")

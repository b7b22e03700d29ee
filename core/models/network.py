"""A network with its way of reading texts, and how it predicts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import BadInput
from core.models.batching import by_length, of_one_length
from core.models.device import Device
from core.models.elmo.options import ElmoWeights
from core.models.family import Keepable, ModelPlan
from core.models.predictor import Check, Identity, Output, Texts, unchecked
from core.models.tasks import Objective, objective

PREDICT_BATCH = 64


class Asking(NamedTuple):
    """Once through the texts: in batches of `size`, on this device; of two labels closer than `close` (in logits, the
    likeliest two) it can't be sure."""

    device: Device
    size: int
    close: float


def askings(device: Device) -> tuple[Asking, ...]:
    """What is not sure is asked again: of bf16 in float32, and of float32, where batches round differently, alone."""
    exact = replace(device, bf16=False)
    sure = (Asking(exact, PREDICT_BATCH, 1e-3), Asking(exact, 1, 0.0))
    return (Asking(device, PREDICT_BATCH, 0.5), *sure) if device.bf16 else sure


def no_elmo(folder: Path) -> ElmoWeights:
    """Reads none; raises BadInput."""
    raise BadInput(f"The ELMo in {str(folder)!r} can't be read from here.")


@dataclass(frozen=True, slots=True)
class Opening:
    """What a family opens a network with. `hub_answers` is asked only where a name would have to be fetched.

    `elmo` reads the ELMo in a folder.
    """

    plan: ModelPlan
    device: Device
    hub_answers: Callable[[], bool]
    elmo: Callable[[Path], ElmoWeights] = no_elmo

    @property
    def objective(self) -> Objective:
        """What the task asks of the network."""
        return objective(self.plan.task)


@dataclass(frozen=True, slots=True)
class Network:
    """A torch module for this opening, and `encode`: texts -> its keyword arguments as tensors.

    `encode` gets whether it reads for training. `parts` are what must be kept for the family to read it again.
    `length` counts a text's tokens, for a module whose answer would change with padding; None for one that masks it.
    """

    opening: Opening
    module: Any
    encode: Callable[[Sequence[Texts], bool], dict[str, Any]]
    parts: Sequence[Keepable]
    length: Callable[[Texts], int] | None = None

    @property
    def identity(self) -> Identity:
        """Which model this is."""
        return self.opening.plan.identity

    def outputs(self, texts: Sequence[Texts], training: bool = False, device: Device | None = None) -> Any:
        """Tensor [texts, outputs] of the head, float32 on the device, in the number format of `device` if given."""
        device = device or self.opening.device
        inputs = {name: tensor.to(device.kind) for name, tensor in self.encode(texts, training).items()}
        with device.autocast():
            raw = self.module(**inputs)
        return getattr(raw, "logits", raw).float()

    def predict(self, texts: Sequence[Texts], check: Check = unchecked) -> list[Output]:
        """What the network says of each text, in the order of the texts: a function of that text alone.

        Padding changes nothing, but the last bits of a sum depend on the shape of the batch. So a text whose two
        likeliest labels are closer than rounding can move them is asked again by itself: labels are equal in whatever
        company a text is asked, probabilities agree to about 1e-5 (bf16: 1e-2).

        Equal texts are predicted once, and texts of like length go together; a batch that the device's memory does
        not hold is halved. `check` is called before each batch and may raise to stop.
        """
        import torch

        outputs: dict[Texts, Output] = {}
        unsure = list(dict.fromkeys(texts))
        self.module.eval()
        with torch.inference_mode():
            for asking in askings(self.opening.device):
                asked, unsure = unsure, []
                for batch in self._batches(asked, asking.size):
                    check()
                    logits = self._fitting(batch, asking.device)
                    outputs |= dict(zip(batch, self.opening.objective.read(logits, self._labels), strict=True))
                    unsure += [text for text, gap in zip(batch, _gaps(logits), strict=True) if gap < asking.close]
        return [outputs[text] for text in texts]

    def _fitting(self, batch: Sequence[Texts], device: Device) -> Any:
        """The outputs of a batch; by halves where the device's memory does not hold it."""
        import torch

        try:
            return self.outputs(batch, device=device)
        except torch.OutOfMemoryError:
            if len(batch) == 1:
                raise
        torch.cuda.empty_cache()  # nothing without CUDA
        half = len(batch) // 2
        return torch.cat([self._fitting(part, device) for part in (batch[:half], batch[half:])])

    @property
    def _labels(self) -> tuple[str, ...]:
        return self.opening.plan.labels

    def _batches(self, texts: Sequence[Texts], size: int) -> Iterator[list[Texts]]:
        return of_one_length(texts, size, self.length) if self.length else by_length(texts, size)


def _gaps(logits: Any) -> list[float]:
    """How far apart the two likeliest labels of each text are; infinite where there is but one output."""
    from math import inf

    if logits.shape[-1] < 2:
        return [inf] * len(logits)
    first, second = logits.topk(2).values.unbind(-1)
    gaps: list[float] = (first - second).tolist()
    return gaps

"""A network with its way of reading texts, and how it predicts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from core.models.batching import by_length
from core.models.device import Device
from core.models.family import Keepable, ModelPlan
from core.models.predictor import Check, Identity, Output, Texts, unchecked
from core.models.tasks import Objective, objective

PREDICT_BATCH = 64


@dataclass(frozen=True, slots=True)
class Opening:
    """What a family opens a network with. `hub_answers` is asked only where a name would have to be fetched."""

    plan: ModelPlan
    device: Device
    hub_answers: Callable[[], bool]

    @property
    def objective(self) -> Objective:
        """What the task asks of the network."""
        return objective(self.plan.task)


@dataclass(frozen=True, slots=True)
class Network:
    """A torch module for this opening, and `encode`: texts -> its keyword arguments as tensors.

    `encode` gets whether it reads for training. `parts` are what must be kept for the family to read it again.
    """

    opening: Opening
    module: Any
    encode: Callable[[Sequence[Texts], bool], dict[str, Any]]
    parts: Sequence[Keepable]

    @property
    def identity(self) -> Identity:
        """Which model this is."""
        return self.opening.plan.identity

    def outputs(self, texts: Sequence[Texts], training: bool = False) -> Any:
        """Tensor [texts, outputs] of the head, float32 on the device."""
        device = self.opening.device
        inputs = {name: tensor.to(device.kind) for name, tensor in self.encode(texts, training).items()}
        with device.autocast():
            raw = self.module(**inputs)
        return getattr(raw, "logits", raw).float()

    def predict(self, texts: Sequence[Texts], check: Check = unchecked) -> list[Output]:
        """What the network says of each text, in the order of the texts.

        Equal texts are predicted once, and texts of like length go together. `check` is called before each batch and
        may raise to stop.
        """
        import torch

        outputs: dict[Texts, Output] = {}
        self.module.eval()
        with torch.inference_mode():
            for batch in by_length(list(dict.fromkeys(texts)), PREDICT_BATCH):
                check()
                read = self.opening.objective.read(self.outputs(batch), self.opening.plan.labels)
                outputs |= dict(zip(batch, read, strict=True))
        return [outputs[text] for text in texts]

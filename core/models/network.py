"""A network with its way of reading texts, and how it predicts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.models.device import Device

Texts = tuple[str, ...]
PREDICT_BATCH = 64


@dataclass(frozen=True, slots=True)
class Classifier:
    """A torch module, `encode`: texts -> its keyword arguments as tensors, and its label names in output order.

    `encode` is told whether it reads for training. `save` writes into an empty folder what the model's own `load`
    function reads again.
    """

    module: Any
    encode: Callable[[Sequence[Texts], bool], dict[str, Any]]
    labels: tuple[str, ...]
    device: Device
    save: Callable[[Path], None]

    def logits(self, texts: Sequence[Texts], training: bool = False) -> Any:
        """Tensor [texts, labels] of unnormalised scores, float32 on the device."""
        inputs = {name: tensor.to(self.device.kind) for name, tensor in self.encode(texts, training).items()}
        with self.device.autocast():
            made = self.module(**inputs)
        return getattr(made, "logits", made).float()


def probabilities(
    classifier: Classifier, texts: Sequence[Texts], check: Callable[[], None] = lambda: None
) -> list[tuple[float, ...]]:
    """The label probabilities of each text, in label order, each summing to 1.

    Equal texts are predicted once, and texts of like length go together, so that little is padded. `check` is called
    before each batch and may raise to stop.
    """
    import torch

    distinct = list(dict.fromkeys(texts))
    found: dict[Texts, tuple[float, ...]] = {}
    classifier.module.eval()
    with torch.inference_mode():
        for batch in by_length(distinct, PREDICT_BATCH):
            check()
            rows = classifier.logits(batch).double().softmax(-1).tolist()
            found |= {text: tuple(row) for text, row in zip(batch, rows, strict=True)}
    return [found[text] for text in texts]


def by_length(texts: Sequence[Texts], size: int) -> Iterator[list[Texts]]:
    """Batches of texts of like length, longest first: what does not fit in memory fails at once."""
    ordered = sorted(texts, key=lambda parts: -sum(map(len, parts)))
    for at in range(0, len(ordered), size):
        yield ordered[at : at + size]

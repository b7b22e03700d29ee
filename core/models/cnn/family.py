"""How a convolutional classifier is opened, trained or as it was kept."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.models.cnn.network import network
from core.models.cnn.reading import SPECIAL, WordReading, words
from core.models.family import CatalogueEntry
from core.models.network import Network, Opening
from core.models.registry import register
from core.models.spec import Example, ModelSpec
from core.models.trained import TrainedFamily

WEIGHTS = "weights.safetensors"  # the vocabulary is in its metadata
VOCABULARY = "vocabulary"


def fresh(opening: Opening, examples: Sequence[Example]) -> Network:
    """An untrained network whose vocabulary is every word of the examples."""
    counts = Counter(word for example in examples for word in words(example.texts) if word)
    return _assembled(opening, sorted(counts))


def load(opening: Opening, folder: Path) -> Network:
    """A trained network as it was kept."""
    from safetensors import safe_open
    from safetensors.torch import load_file

    with safe_open(folder / WEIGHTS, "pt") as file:
        vocabulary = json.loads(file.metadata()[VOCABULARY])
    opened = _assembled(opening, vocabulary)
    opened.module.load_state_dict(load_file(folder / WEIGHTS, opening.device.kind))
    return opened


def _assembled(opening: Opening, vocabulary: list[str]) -> Network:
    import torch

    plan = opening.plan
    torch.manual_seed(plan.spec.seed)
    module = network(len(vocabulary) + SPECIAL, opening.objective.size(plan.labels)).to(opening.device.kind)
    return Network(opening, module, WordReading(vocabulary, plan.spec.max_length), (_Weights(module, vocabulary),))


@dataclass(frozen=True, slots=True)
class _Weights:
    module: Any
    vocabulary: Sequence[str]

    def save_pretrained(self, folder: Path) -> None:
        """Write the weights, the vocabulary in their file's metadata."""
        from safetensors.torch import save_file

        save_file(self.module.state_dict(), folder / WEIGHTS, {VOCABULARY: json.dumps(self.vocabulary)})


USUAL = ModelSpec("CNN", "cnn", epochs=10, learning_rate=1e-3, max_length=256)
register(TrainedFamily("cnn", 0.05, fresh, load, (CatalogueEntry("cnn", "CNN (trained from scratch)", USUAL),)))

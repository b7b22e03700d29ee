"""The convolutional text classifier of Kim 2014 (one channel), trained from nothing."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.models.device import Device
from core.models.network import Classifier, Texts
from core.models.spec import Example, ModelSpec
from core.tokens import tokenise

PAD, UNKNOWN, BETWEEN = range(3)
EMBEDDING = 128
WIDTHS = (3, 4, 5)
FILTERS = 100
DROPOUT = 0.5
WORD_DROPOUT = 0.05  # words read as unknown in training, so that "unknown" means something


def words(texts: Texts) -> list[str]:
    """Lower-case tokens of a text; those of a pair with a mark between them."""
    read = [[token.text.lower() for token in tokenise(text)] for text in texts]
    return [word for i, side in enumerate(read) for word in ([""] if i else []) + side]


def fresh(spec: ModelSpec, labels: tuple[str, ...], device: Device, examples: Sequence[Example]) -> Classifier:
    """An untrained network whose vocabulary is every word of the examples."""
    counts = Counter(word for example in examples for word in words(example.texts) if word)
    return _assembled(spec, labels, device, sorted(counts))


def load(folder: Path, spec: ModelSpec, labels: tuple[str, ...], device: Device) -> Classifier:
    """A trained network as `Classifier.save` left it."""
    import torch

    vocabulary = json.loads((folder / "vocabulary.json").read_text(encoding="utf-8"))
    classifier = _assembled(spec, labels, device, vocabulary)
    classifier.module.load_state_dict(torch.load(folder / "weights.pt", map_location=device.kind, weights_only=True))
    return classifier


def _assembled(spec: ModelSpec, labels: tuple[str, ...], device: Device, vocabulary: list[str]) -> Classifier:
    import torch

    torch.manual_seed(spec.seed)
    module = _network(len(vocabulary) + 3, len(labels)).to(device.kind)

    def save(folder: Path) -> None:
        (folder / "vocabulary.json").write_text(json.dumps(vocabulary), encoding="utf-8")
        torch.save(module.state_dict(), folder / "weights.pt")

    return Classifier(module, _Reading(vocabulary, spec.max_length), labels, device, save)


class _Reading:
    """Texts as word numbers, padded to the longest of the batch and to the widest filter."""

    def __init__(self, vocabulary: Sequence[str], max_length: int) -> None:
        self._ids = {"": BETWEEN} | {word: i for i, word in enumerate(vocabulary, start=3)}
        self._max_length = max_length

    def __call__(self, texts: Sequence[Texts], training: bool) -> dict[str, Any]:
        import torch

        rows = [[self._ids.get(word, UNKNOWN) for word in words(text)[: self._max_length]] for text in texts]
        width = max(*WIDTHS, *map(len, rows))
        read = torch.tensor([row + [PAD] * (width - len(row)) for row in rows])
        if training:
            read[(torch.rand(read.shape) < WORD_DROPOUT) & (read != PAD)] = UNKNOWN
        return {"tokens": read}


def _network(words: int, labels: int) -> Any:
    import torch
    from torch import nn

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embedding = nn.Embedding(words, EMBEDDING, padding_idx=PAD)
            self.filters = nn.ModuleList(nn.Conv1d(EMBEDDING, FILTERS, width) for width in WIDTHS)
            self.dropout = nn.Dropout(DROPOUT)
            self.head = nn.Linear(FILTERS * len(WIDTHS), labels)

        def forward(self, tokens: Any) -> Any:
            embedded = self.embedding(tokens).transpose(1, 2)
            strongest = [conv(embedded).relu().amax(-1) for conv in self.filters]
            return self.head(self.dropout(torch.cat(strongest, 1)))

    return Network()

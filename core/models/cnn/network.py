"""The network itself: word embeddings, filters of three widths, each one's strongest answer, and a linear head."""

from typing import Any

from core.models.spec import ModelSpec
from core.models.words import PAD, embedding

EMBEDDING = 128
WIDTHS = (3, 4, 5)
FILTERS = 100  # of each width
DROPOUT = 0.5


def network(words: int, outputs: int, spec: ModelSpec) -> Any:
    """An untrained torch module: word numbers [texts, words] -> [texts, outputs].

    Only stretches within a text count, one shorter than the widest filter being padded to it, so that padding to the
    length of another text changes nothing.
    """
    import torch
    from torch import nn

    size, filters = spec.embedding or EMBEDDING, spec.hidden // len(WIDTHS) or FILTERS

    class Convolutional(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embedding = embedding(words, size)
            self.filters = nn.ModuleList(nn.Conv1d(size, filters, width) for width in WIDTHS)
            self.dropout = nn.Dropout(spec.dropout or DROPOUT)
            self.head = nn.Linear(filters * len(WIDTHS), outputs)

        def forward(self, tokens: Any) -> Any:
            embedded = self.embedding(tokens).transpose(1, 2)
            ends = (tokens != PAD).sum(1).clamp(min=max(WIDTHS))[:, None, None]
            strongest = [
                conv(embedded).relu().masked_fill(_window_starts(tokens, width) > ends - width, 0).amax(-1)
                for conv, width in zip(self.filters, WIDTHS, strict=True)
            ]
            return self.head(self.dropout(torch.cat(strongest, 1)))

    return Convolutional()


def _window_starts(tokens: Any, width: int) -> Any:
    import torch

    return torch.arange(tokens.shape[1] - width + 1, device=tokens.device)

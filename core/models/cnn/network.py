"""The network itself: word embeddings, filters of three widths, each one's strongest answer, and a linear head."""

from typing import Any

PAD = 0
EMBEDDING = 128
WIDTHS = (3, 4, 5)
FILTERS = 100
DROPOUT = 0.5


def network(words: int, outputs: int) -> Any:
    """An untrained torch module: word numbers [texts, words] -> [texts, outputs]."""
    import torch
    from torch import nn

    class Convolutional(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embedding = nn.Embedding(words, EMBEDDING, padding_idx=PAD)
            self.filters = nn.ModuleList(nn.Conv1d(EMBEDDING, FILTERS, width) for width in WIDTHS)
            self.dropout = nn.Dropout(DROPOUT)
            self.head = nn.Linear(FILTERS * len(WIDTHS), outputs)

        def forward(self, tokens: Any) -> Any:
            embedded = self.embedding(tokens).transpose(1, 2)
            strongest = [conv(embedded).relu().amax(-1) for conv in self.filters]
            return self.head(self.dropout(torch.cat(strongest, 1)))

    return Convolutional()

"""The classifier on top: a mix of the layers that is learned, a dense layer of 128 units, and a linear head.

As in Moradi & Samwald 2021: the representations are ELMo's own, and what learns is the mix and the layers above it.
"""

from typing import Any

from core.models.elmo.bilm import BiLM
from core.models.elmo.reading import own_means

DENSE = 128
DROPOUT = 0.2


def classifier(bilm: BiLM, outputs: int, texts: int) -> Any:
    """An untrained torch module over the language model, whose own weights are no part of it.

    It takes what `ElmoReading` makes, for one text or for pairs (`texts` 2), and gives [texts, outputs]. A pair is its
    two vectors, their difference without sign and their product.
    """
    import torch
    from torch import nn

    class OverElmo(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.mix = nn.Parameter(torch.zeros(bilm.layers))
            self.scale = nn.Parameter(torch.ones(1))
            self.dropout = nn.Dropout(DROPOUT)
            self.dense = nn.Linear(bilm.width * (4 if texts > 1 else 1), DENSE)
            self.head = nn.Linear(DENSE, outputs)

        def forward(self, means: Any = None, characters: Any = None, lengths: Any = None) -> Any:
            if means is None:
                means = own_means(bilm, characters, lengths)
            mixed = self.scale * (self.mix.softmax(0)[:, None] * means).sum(1)
            if texts > 1:
                one, other = mixed.view(-1, 2, bilm.width).unbind(1)
                mixed = torch.cat([one, other, (one - other).abs(), one * other], 1)
            return self.head(self.dropout(self.dense(self.dropout(mixed)).relu()))

    return OverElmo()

"""The networks themselves: word embeddings, a layer read both ways, its states as one vector, and a linear head."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from core.models.spec import ModelSpec
from core.models.words import PAD, embedding

ATTENTION = 16
DROPOUT = 0.5
Pooling = Callable[[Any, Any], Any]
"""States [texts, words, units], which of them are a text's own [texts, words] -> [texts, units]."""


@dataclass(frozen=True, slots=True)
class Shape:
    """An architecture: torch's name of the recurrent layer, its usual sizes, and how its states become one vector.

    `pooling` makes the pooling for states of so many units.
    """

    cell: str
    embedding: int
    units: int
    pooling: Callable[[int], Pooling]

    def sized(self, spec: ModelSpec) -> "Shape":
        """The same with the sizes that the spec sets."""
        return replace(self, embedding=spec.embedding or self.embedding, units=spec.hidden or self.units)

    def network(self, words: int, outputs: int, spec: ModelSpec, tags: bool = False) -> Any:
        """An untrained torch module: word numbers [texts, words] -> [texts, outputs]; with `tags` [texts, words,
        outputs], what is said of padding being -inf.

        Both ways are read from a text's own first or last word, and only states of its own words are pooled, so that
        padding to the length of another text changes nothing. A text without words is read as one padding word.
        """
        import torch
        from torch import nn
        from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

        shape = self.sized(spec)

        class Recurrent(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.embedding = embedding(words, shape.embedding)
                layer = getattr(nn, shape.cell)
                self.recurrent = layer(shape.embedding, shape.units, batch_first=True, bidirectional=True)
                self.pooling = None if tags else shape.pooling(2 * shape.units)
                self.dropout = nn.Dropout(spec.dropout or DROPOUT)
                self.head = nn.Linear(2 * shape.units, outputs)

            def forward(self, tokens: Any) -> Any:
                lengths = (tokens != PAD).sum(1).clamp(min=1)
                embedded = self.dropout(self.embedding(tokens))
                packed = pack_padded_sequence(embedded, lengths.cpu(), batch_first=True, enforce_sorted=False)
                states, _ = pad_packed_sequence(self.recurrent(packed)[0], batch_first=True)
                if self.pooling is None:
                    return self.head(self.dropout(states)).masked_fill((tokens == PAD)[..., None], -inf)
                own = torch.arange(states.shape[1], device=tokens.device) < lengths[:, None]
                return self.head(self.dropout(self.pooling(states, own)))

        return Recurrent()


def attention(units: int) -> Any:
    """An untrained torch module: the mean of the states, each weighed by how it scores beside the others."""
    from torch import nn

    class Attention(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.score = nn.Sequential(nn.Linear(units, ATTENTION), nn.Tanh(), nn.Linear(ATTENTION, 1, bias=False))

        def forward(self, states: Any, own: Any) -> Any:
            scores = self.score(states).squeeze(-1).masked_fill(~own, -inf)
            return (scores.softmax(-1)[..., None] * states).sum(1)

    return Attention()


def maximum(units: int) -> Pooling:
    """The largest that each unit reached."""
    return lambda states, own: states.masked_fill(~own[..., None], -inf).amax(1)

"""Texts as the numbers of their words, for networks that are trained from scratch."""

from collections.abc import Sequence
from typing import Any

from core.models.predicting.reading import Encoded, numbered, padded
from core.models.predictor import Texts
from core.models.spec import Example
from core.text.tokens import tokenise

PAD, UNKNOWN, BETWEEN = 0, 1, 2
SPECIAL = 3  # numbers before the vocabulary's: padding, an unknown word, the mark between the texts of a pair
SPREAD = 0.1  # standard deviation of an untrained word, near Kim's; at torch's own 1.0 chance outweighs what is learned
WORD_DROPOUT = 0.05  # words read as unknown in training, so that "unknown" means something


def words(texts: Texts) -> list[str]:
    """Lower-case tokens of a text; those of a pair with a mark between them."""
    sides = [[token.text.lower() for token in tokenise(text)] for text in texts]
    return [word for i, side in enumerate(sides) for word in ([""] if i else []) + side]


def vocabulary(examples: Sequence[Example]) -> list[str]:
    """Every word of the examples, sorted."""
    return sorted({word for example in examples for word in words(example.texts) if word})


def embedding(count: int, size: int) -> Any:
    """An untrained torch module: word numbers -> vectors of this size, zero for padding."""
    from torch import nn

    vectors = nn.Embedding(count, size, padding_idx=PAD)
    nn.init.normal_(vectors.weight, std=SPREAD)
    nn.init.zeros_(vectors.weight[PAD])
    return vectors


class WordReading:
    """Texts as word numbers, padded at the end to the longest of the batch and to `least` words."""

    def __init__(self, vocabulary: Sequence[str], max_length: int, least: int = 1) -> None:
        self._ids = {"": BETWEEN} | {word: i for i, word in enumerate(vocabulary, start=SPECIAL)}
        self._max_length = max_length
        self._least = least

    def __call__(self, texts: Sequence[Texts], training: bool) -> dict[str, Any]:
        import torch

        tensors = self.tensors(self.encoded(texts))
        if training:
            tokens = tensors["tokens"]
            tokens[(torch.rand(tokens.shape) < WORD_DROPOUT) & (tokens != PAD)] = UNKNOWN
        return tensors

    def encoded(self, texts: Sequence[Texts]) -> list[Encoded]:
        """Each text's word numbers."""
        rows = ([self._ids.get(word, UNKNOWN) for word in words(text)[: self._max_length]] for text in texts)
        return [numbered({"tokens": row}, len(row)) for row in rows]

    def tensors(self, batch: Sequence[Encoded]) -> dict[str, Any]:
        """[texts, words], padded."""
        return padded(batch, {"tokens": PAD}, self._least)

"""Texts as the numbers of their words, or of their characters, for networks that are trained from scratch."""

from collections.abc import Callable, Sequence
from typing import Any

from core.models.predicting.reading import Encoded, numbered, padded
from core.models.predictor import Texts
from core.models.spec import Example
from core.text.entity_tags import tagged_tokens
from core.text.tokens import tokenise

PAD, UNKNOWN, BETWEEN = 0, 1, 2
SPECIAL = 3  # numbers before the vocabulary's: padding, an unknown word, the mark between the texts of a pair
SPREAD = 0.1  # standard deviation of an untrained word, near Kim's; at torch's own 1.0 chance outweighs what is learned
SHAPE_DROPOUT = 0.2  # words of which in training only the shape is read: most names of a test were never seen
SHAPES = ("\x00a", "\x00Aa", "\x00AA", "\x000", "\x00.")  # in a vocabulary: how an unknown word is written
WORD_DROPOUT = 0.05  # words read as unknown in training, so that "unknown" means something


Split = Callable[[Texts], list[str]]
"""What is read of a text, one after another, with "" between the texts of a pair."""


def words(texts: Texts) -> list[str]:
    """Lower-case tokens of a text; those of a pair with a mark between them."""
    sides = [[token.text.lower() for token in tokenise(text)] for text in texts]
    return [word for i, side in enumerate(sides) for word in ([""] if i else []) + side]


def characters(texts: Texts) -> list[str]:
    """All characters of a text as they stand, spaces and capitals too; those of a pair with a mark between them."""
    return [character for i, text in enumerate(texts) for character in ([""] if i else []) + list(text)]


def vocabulary(examples: Sequence[Example], split: Split = words) -> list[str]:
    """Every word of the examples, or whatever they are split into, sorted."""
    return sorted({part for example in examples for part in split(example.texts) if part})


def embedding(count: int, size: int) -> Any:
    """An untrained torch module: word numbers -> vectors of this size, zero for padding."""
    from torch import nn

    vectors = nn.Embedding(count, size, padding_idx=PAD)
    nn.init.normal_(vectors.weight, std=SPREAD)
    nn.init.zeros_(vectors.weight[PAD])
    return vectors


class WordReading:
    """Texts as word numbers, padded at the end to the longest of the batch and to `least` words.

    `split` may make other parts than words of a text.
    """

    def __init__(self, vocabulary: Sequence[str], max_length: int, least: int = 1, split: Split = words) -> None:
        self._split = split
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
        rows = ([self._ids.get(word, UNKNOWN) for word in self._split(text)[: self._max_length]] for text in texts)
        return [numbered({"tokens": row}, len(row)) for row in rows]

    def tensors(self, batch: Sequence[Encoded]) -> dict[str, Any]:
        """[texts, words], padded."""
        return padded(batch, {"tokens": PAD}, self._least)


def tag_vocabulary(examples: Sequence[Example]) -> list[str]:
    """Every token of the examples as it is written, sorted, behind the shapes of unknown ones."""
    return [*SHAPES, *sorted({token for example in examples for token in tagged_tokens(example.texts[0])})]


def shape(word: str) -> str:
    """How a word is written: small letters, a capital first, capitals, with a digit, or a mark."""
    small, first, capitals, digit, mark = SHAPES
    if any(map(str.isdigit, word)):
        return digit
    if not any(map(str.isalpha, word)):
        return mark
    if word.isupper():
        return capitals
    return first if word[0].isupper() else small


class TagReading:
    """Each token of a text as its word's number, an unknown one as its shape's; no text is cut off."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._ids = {word: i for i, word in enumerate(vocabulary, start=SPECIAL)}

    def __call__(self, texts: Sequence[Texts], training: bool) -> dict[str, Any]:
        import torch

        tensors = self.tensors(self.encoded(texts))
        if training:
            shapes = self.tensors([self._encode_words([shape(token) for token in tagged_tokens(t[0])]) for t in texts])
            tokens = tensors["tokens"]
            tensors["tokens"] = torch.where(torch.rand(tokens.shape) < SHAPE_DROPOUT, shapes["tokens"], tokens)
        return tensors

    def encoded(self, texts: Sequence[Texts]) -> list[Encoded]:
        """Each text's numbers."""
        return [self._encode_words(tagged_tokens(text[0])) for text in texts]

    def tensors(self, batch: Sequence[Encoded]) -> dict[str, Any]:
        """[texts, words], padded."""
        return padded(batch, {"tokens": PAD})

    def _encode_words(self, tokens: Sequence[str]) -> Encoded:
        row = [self._ids[token] if token in self._ids else self._ids[shape(token)] for token in tokens]
        return numbered({"tokens": row}, len(row))

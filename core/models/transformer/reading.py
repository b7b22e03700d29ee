"""Texts as a tokenizer's tensors."""

from collections.abc import Sequence
from typing import Any

from core.models.predictor import Texts


class TokenizerReading:
    """Texts as the tokenizer's tensors, padded to the longest of the batch."""

    def __init__(self, tokenizer: Any, max_length: int) -> None:
        self._tokenizer = tokenizer
        longest = tokenizer.model_max_length
        self._max_length = min(max_length, longest) if longest else max_length
        if tokenizer.pad_token is None:
            tokenizer.pad_token = tokenizer.eos_token

    def __call__(self, texts: Sequence[Texts], training: bool) -> dict[str, Any]:
        sides = [list(side) for side in zip(*texts, strict=True)]
        tensors = self._tokenizer(
            *sides[:2], padding=True, truncation=True, max_length=self._max_length, return_tensors="pt"
        )
        return dict(tensors)

"""Texts as a tokenizer's tensors."""

from collections.abc import Sequence
from typing import Any

from core.errors import BadInput
from core.models.predictor import Texts


class TokenizerReading:
    """Texts as the tokenizer's tensors, padded to the longest of the batch, on the right unless `left`.

    A tokenizer without a padding token (GPT kinds) pads with the token that ends its texts; raises BadInput where it
    has no such token. A text that spells out one of the tokenizer's own marks ("[SEP]", "</s>") is read as words.
    """

    def __init__(self, tokenizer: Any, max_length: int, left: bool = False) -> None:
        self._tokenizer = tokenizer
        longest = tokenizer.model_max_length
        self._max_length = min(max_length, longest) if longest else max_length
        tokenizer.padding_side = "left" if left else "right"
        if tokenizer.pad_token is None:
            mark = next(filter(None, (tokenizer.eos_token, tokenizer.bos_token, tokenizer.unk_token)), None)
            if mark is None:
                raise BadInput("The tokenizer has no token to pad with; give it a padding token.")
            tokenizer.pad_token = mark

    def __call__(self, texts: Sequence[Texts], training: bool) -> dict[str, Any]:
        tensors = self._read(texts, padding=True, return_tensors="pt")
        return _never_empty(dict(tensors), self._tokenizer.pad_token_id, self._tokenizer.padding_side == "left")

    def length(self, texts: Texts) -> int:
        """How many tokens these texts have."""
        return len(self._read([texts])["input_ids"][0])

    def _read(self, texts: Sequence[Texts], **how: Any) -> Any:
        sides = [list(side) for side in zip(*texts, strict=True)][:2]
        return self._tokenizer(*sides, truncation=True, max_length=self._max_length, split_special_tokens=True, **how)


def _never_empty(tensors: dict[str, Any], pad: int, left: bool) -> dict[str, Any]:
    """A text without tokens, such as "" for a tokenizer that marks no ends, is read as one padding token."""
    import torch

    mask = tensors["attention_mask"]
    empty = mask.sum(1) == 0
    if empty.any():
        if not mask.shape[1]:
            tensors = {n: torch.full((len(mask), 1), pad if n == "input_ids" else 0) for n in tensors}
        tensors["attention_mask"][empty, -1 if left else 0] = 1
    return tensors

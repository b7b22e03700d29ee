"""Texts as a tokenizer's tensors."""

from collections.abc import Sequence
from typing import Any

from core.errors import BadInput
from core.models.predicting.reading import Encoded, numbered, padded
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

    def encoded(self, texts: Sequence[Texts]) -> list[Encoded]:
        """Each text's tokens."""
        read = dict(self._read(texts))
        read.pop("attention_mask")  # ones: `tensors` puts them back
        rows = zip(*read.values(), strict=True)
        return [numbered(dict(zip(read, row, strict=True)), len(row[0])) for row in rows]

    def tensors(self, batch: Sequence[Encoded]) -> dict[str, Any]:
        """What the tokenizer would give for a batch of these."""
        marked = [one._replace(rows=one.rows | {"attention_mask": [1] * one.length}) for one in batch]
        pad, left = self._tokenizer.pad_token_id, self._tokenizer.padding_side == "left"
        kinds = {"token_type_ids": self._tokenizer.pad_token_type_id}
        return _never_empty(padded(marked, kinds | {"input_ids": pad}, left=left), pad, left)

    def length(self, texts: Texts) -> int:
        """How many tokens these texts have."""
        return self.encoded([texts])[0].length

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

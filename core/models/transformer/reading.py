"""Texts as a tokenizer's tensors."""

from collections.abc import Sequence
from typing import Any

from core.errors import BadInput
from core.models.predicting.reading import Encoded, numbered, own_places, padded
from core.models.predictor import Texts


class TokenizerReading:
    """Texts as the tokenizer's tensors, padded to the longest of the batch, on the right unless `left`.

    A tokenizer without a padding token (GPT kinds) pads with the token that ends its texts; raises BadInput where it
    has no such token. A text that spells out one of the tokenizer's own marks ("[SEP]", "</s>") is read as words. One
    shorter than the `least` tokens that the model can read is padded to them.
    """

    def __init__(self, tokenizer: Any, max_length: int, left: bool = False, least: int = 1) -> None:
        self._tokenizer, self._least = tokenizer, least
        longest = tokenizer.model_max_length
        self._max_length = min(max_length, longest) if longest else max_length
        tokenizer.padding_side = "left" if left else "right"
        if tokenizer.pad_token is None:
            mark = next(filter(None, (tokenizer.eos_token, tokenizer.bos_token, tokenizer.unk_token)), None)
            if mark is None:
                raise BadInput("The tokenizer has no token to pad with; give it a padding token.")
            tokenizer.pad_token = mark

    def __call__(self, texts: Sequence[Texts], training: bool) -> dict[str, Any]:
        return self.tensors(self.encoded(texts))

    def encoded(self, texts: Sequence[Texts]) -> list[Encoded]:
        """Each text's tokens."""
        if not texts:
            return []
        if (rows := self._rows_by_engine(texts)) is None:
            rows = self._read(texts)
        return [numbered(row, len(row["input_ids"])) for row in rows]

    def tensors(self, batch: Sequence[Encoded]) -> dict[str, Any]:
        """What the tokenizer would give for a batch of these.

        A text without tokens, such as "" for a tokenizer that marks no ends, is read as one padding token.
        """
        import torch

        pad, left = self._tokenizer.pad_token_id, self._tokenizer.padding_side == "left"
        kinds = {"token_type_ids": self._tokenizer.pad_token_type_id}
        own = own_places([max(1, encoded.length) for encoded in batch], self._least, left)
        inputs = padded(batch, kinds | {"input_ids": pad}, self._least, left)
        return inputs | {"attention_mask": torch.from_numpy(own.astype("int64"))}

    def _rows_by_engine(self, texts: Sequence[Texts]) -> list[dict[str, Sequence[int]]] | None:
        """The rows of each text by what the tokenizer itself asks, without all else that it tells of a text: in two
        thirds of the time, and in a fifth of that in which nothing else can go on.

        None for a tokenizer that does more than pass texts on.
        """
        first = self._read(texts[:1])[0]  # the tokenizer sets its engine
        names = {"input_ids": "ids", "token_type_ids": "type_ids"}
        if not passes_on(self._tokenizer) or not first.keys() <= names.keys():
            return None
        inputs = [text[0] if len(text) == 1 else text[:2] for text in texts]
        encodings = self._tokenizer.backend_tokenizer.encode_batch_fast(inputs)
        return [{name: getattr(encoding, names[name]) for name in first} for encoding in encodings]

    def _read(self, texts: Sequence[Texts]) -> list[dict[str, Sequence[int]]]:
        """The rows of each text, without the attention mask: that is 1 for all of them."""
        sides = [list(side) for side in zip(*texts, strict=True)][:2]
        read = dict(self._tokenizer(*sides, truncation=True, max_length=self._max_length, split_special_tokens=True))
        read.pop("attention_mask")
        return [dict(zip(read, row, strict=True)) for row in zip(*read.values(), strict=True)]


def passes_on(tokenizer: Any) -> bool:
    """Whether the tokenizer passes texts on to the engine of `tokenizers` as they are, as all but a few do."""
    from transformers import PreTrainedTokenizerFast

    kind, usual = type(tokenizer), PreTrainedTokenizerFast
    ways = ("__call__", "_encode_plus")
    return isinstance(tokenizer, usual) and all(getattr(kind, way) is getattr(usual, way) for way in ways)

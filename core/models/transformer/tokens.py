"""Texts that are tagged word by word, as a tokenizer's tensors."""

from collections.abc import Sequence
from typing import Any

from core.models.predicting.reading import Encoded, numbered, padded
from core.models.predictor import Texts
from core.models.tagging import NO_WORD, UNREAD
from core.models.transformer.reading import TokenizerReading
from core.text.entity_tags import tagged_tokens

FIRSTS = "firsts"


class TaggedReading(TokenizerReading):
    """The tokenizer's tensors of each text's words, and where each word's first token stands.

    A word beyond the longest text that the model reads has none, nor has one of which the tokenizer leaves nothing.
    """

    def encoded(self, texts: Sequence[Texts]) -> list[Encoded]:
        """Each text's tokens, with the first of each word."""
        words = [tagged_tokens(text[0]) for text in texts]
        read = self._tokenizer(
            words, is_split_into_words=True, truncation=True, max_length=self._max_length, split_special_tokens=True
        )
        names = [name for name in read if name != "attention_mask"]
        encoded = []
        for number, of_text in enumerate(words):
            rows = {name: read[name][number] for name in names}
            firsts = _first_tokens(read.word_ids(number), len(of_text))
            encoded.append(numbered(rows | {FIRSTS: firsts}, len(rows["input_ids"])))
        return encoded

    def tensors(self, batch: Sequence[Encoded]) -> dict[str, Any]:
        """The tokenizer's, and the places of the words."""
        import torch

        bare = [encoded._replace(rows={n: row for n, row in encoded.rows.items() if n != FIRSTS}) for encoded in batch]
        tensors = super().tensors(bare)
        words = [encoded._replace(rows={FIRSTS: encoded.rows[FIRSTS]}) for encoded in batch]
        firsts = padded(words, {FIRSTS: NO_WORD})[FIRSTS]
        if self._tokenizer.padding_side == "left":
            before = torch.tensor([[tensors["input_ids"].shape[1] - encoded.length] for encoded in batch])
            firsts = torch.where(firsts < 0, firsts, firsts + before)
        return tensors | {FIRSTS: firsts}


def _first_tokens(word_ids: Sequence[int | None], words: int) -> list[int]:
    firsts = [UNREAD] * words
    for at, word in enumerate(word_ids):
        if word is not None and firsts[word] == UNREAD:
            firsts[word] = at
    return firsts

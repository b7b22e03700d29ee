"""Answers word by word: from those token by token, and side by side where texts have more words or fewer."""

from collections.abc import Sequence
from math import inf
from typing import Any

UNREAD, NO_WORD = -1, -2  # in place of a word's first token: it has none that is read; the text has no such word


def of_words(logits: Any, firsts: Any) -> Any:
    """[texts, words, labels]: each word's answer is that of its first token (Devlin et al. 2019, section 5.3).

    `logits` are [texts, tokens, labels], `firsts` [texts, words] with UNREAD and NO_WORD. What is unread gets the first
    label, O; in place of no word all is -inf.
    """
    import torch

    labels = logits.shape[-1]
    word_logits = logits.gather(1, firsts.clamp(min=0)[..., None].expand(-1, -1, labels))
    outside = torch.full((labels,), -inf, device=logits.device, dtype=logits.dtype)
    outside[0] = 0
    word_logits = torch.where((firsts == UNREAD)[..., None], outside, word_logits)
    return word_logits.masked_fill((firsts == NO_WORD)[..., None], -inf)


def word_tagger(encoder: Any) -> Any:
    """A torch module around a token classifier of transformers, which answers word by word."""
    from torch import nn

    class WordTagger(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder = encoder

        def forward(self, firsts: Any, **inputs: Any) -> Any:
            return of_words(self.encoder(**inputs).logits, firsts)

    return WordTagger()


def joined(outputs: Sequence[Any]) -> Any:
    """Outputs of several batches as one tensor, those of words filled up with -inf to the most words of a text."""
    import torch
    from torch.nn.functional import pad

    if outputs[0].ndim < 3:
        return torch.cat(list(outputs))
    most = max(part.shape[1] for part in outputs)
    return torch.cat([pad(part, (0, 0, 0, most - part.shape[1]), value=-inf) for part in outputs])

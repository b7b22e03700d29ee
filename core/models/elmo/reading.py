"""Texts as the bytes of their words, with the marks that ELMo was trained with."""

from collections.abc import Sequence
from typing import Any

from core.identity import content_id
from core.models.batching import by_length
from core.models.elmo.bilm import BiLM
from core.models.predicting.reading import Encoded
from core.models.predictor import Texts
from core.models.spec import Example
from core.text.tokens import tokenise

TEXT_BEGINS, TEXT_ENDS, WORD_BEGINS, WORD_ENDS, NOTHING = 256, 257, 258, 259, 260
REMEMBERED = 20_000  # training texts whose representations are kept, 12 kB each of the original
TOGETHER = 64  # texts that are read at once to be remembered


def characters(text: str, words: int, word: int) -> list[list[int]]:
    """The first so many words of a text, case kept, as bytes padded to `word`, between a mark of its begin and end.

    A word is its UTF-8 bytes, as many as leave room for the marks of its begin and its end.
    """
    tokens = [list(token.text.encode("utf-8", "ignore"))[: word - 2] for token in tokenise(text)[:words]]
    rows = [[TEXT_BEGINS], *tokens, [TEXT_ENDS]]
    return [[WORD_BEGINS, *row, WORD_ENDS, *[NOTHING] * (word - 2 - len(row))] for row in rows]


def own_means(bilm: BiLM, characters: Any, lengths: Any) -> Any:
    """The mean of each layer over a text's own words, [texts, layers, width]; zero for a text without words."""
    import torch

    places = torch.arange(characters.shape[1], device=lengths.device)
    own = ((places > 0) & (places < lengths[:, None] - 1))[..., None]
    with torch.no_grad():
        layers = bilm(characters, lengths)
        return torch.stack([(layer * own).sum(1) / own.sum(1).clamp(min=1) for layer in layers], 1)


class ElmoReading:
    """Texts as tensors for the classifier, all texts of a pair one after another.

    In training the language model stays as it is, so that each training text is read by it once, in the same company
    whenever that is, and what it made of the text is remembered.
    """

    def __init__(self, bilm: BiLM, max_length: int, device: str, examples: Sequence[Example] = ()) -> None:
        self._bilm, self._max_length, self._device = bilm, max_length, device
        texts = list(dict.fromkeys((text,) for example in examples for text in example.texts))
        groups = by_length(texts, TOGETHER) if len(texts) <= REMEMBERED else iter(())
        self._company = {text: group for group in groups for text in group}
        self._remembered: dict[Texts, Any] = {}

    def __call__(self, texts: Sequence[Texts], training: bool) -> dict[str, Any]:
        import torch

        flat = [(text,) for parts in texts for text in parts]
        if training and all(text in self._company for text in flat):
            for text in flat:
                self._remember(text)
            return {"means": torch.stack([self._remembered[text] for text in flat])}
        return self._read(flat)

    def encoded(self, texts: Sequence[Texts]) -> list[Encoded]:
        """The texts themselves, as long as usual tokens of four characters make them."""
        return [Encoded(bytes.fromhex(content_id(*text)), 1 + sum(map(len, text)) // 4, text) for text in texts]

    def tensors(self, batch: Sequence[Encoded]) -> dict[str, Any]:
        """The bytes of their words."""
        return self._read([(text,) for encoded in batch for text in encoded.rows])

    def _remember(self, text: Texts) -> None:
        if text not in self._remembered:
            company = self._company[text]
            tensors = {name: tensor.to(self._device) for name, tensor in self._read(company).items()}
            self._remembered |= zip(company, own_means(self._bilm, **tensors), strict=True)

    def _read(self, texts: Sequence[Texts]) -> dict[str, Any]:
        import torch

        word = self._bilm.options.word
        rows = [characters(text, self._max_length, word) for (text,) in texts]
        lengths = torch.tensor([len(row) for row in rows])
        padding = [[NOTHING] * word]
        padded = torch.tensor([row + padding * (int(lengths.max()) - len(row)) for row in rows])
        return {"characters": padded, "lengths": lengths}

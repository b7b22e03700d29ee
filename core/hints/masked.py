"""How well a word fits where it stands, by a masked language model: how likely it is beside the word it replaces, and
whether the model names it."""

from collections.abc import Iterator, Sequence
from math import exp, nan
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import MissingResource
from core.hints.context import Span, exchanges
from core.rewrite import Rewrite

BATCH = 32
LONGEST = 512  # tokens that are read at most


class MaskedWord(NamedTuple):
    """A text's tokens with those of one word masked, and what stood there, by position."""

    tokens: list[int]
    hidden: dict[int, int]


class MaskedModel:
    """A masked language model of the Hugging Face hub or in a folder."""

    def __init__(self, model: str) -> None:
        """Raises MissingResource when it can't be loaded."""
        self.name = model
        self._model, self._tokenizer = _load(model)
        most = getattr(self._model.config, "max_position_embeddings", LONGEST)
        self._longest = min(LONGEST, self._tokenizer.model_max_length, most)

    def in_context(self, rewrites: Sequence[Rewrite]) -> list[float]:
        """The share p(new) / (p(new) + p(old)) of each rewrite, the lowest over its words.

        In [0, 1]; 0.5 where both words are as likely there. A word's probability is the geometric mean over its
        tokens, all masked at once. NaN where no word was exchanged, or none that the model reads.
        """
        exchanged = [list(exchanges(rewrite)) for rewrite in rewrites]
        gaps = [
            (self._mask(rewrite.source, exchange.before), self._mask(rewrite.perturbed, exchange.after))
            for rewrite, several in zip(rewrites, exchanged, strict=True)
            for exchange in several
        ]
        values = iter(self._log_likelihoods([gap for pair in gaps for gap in pair if gap]))
        shares = iter([_share(*(next(values) if gap else nan for gap in pair)) for pair in gaps])
        defined = ([value for _ in several if (value := next(shares)) == value] for several in exchanged)
        return [min(row, default=nan) for row in defined]

    def named(self, places: Sequence[tuple[str, Span]]) -> list[bool | None]:
        """Whether the first guess for each masked word of a text is the word that stands there.

        One mask stands for the word: one of several tokens, or of none that the model knows, is never named. None for a
        word beyond what the model reads.
        """
        gaps = [self._mask(*place) for place in places]
        short = [gap for gap in gaps if gap and self._hides_one_token(gap)]
        first = (
            int(logits[i].argmax()) == token for gap, logits in self._logits(short) for i, token in gap.hidden.items()
        )
        return [gap and self._hides_one_token(gap) and next(first) for gap in gaps]

    def _hides_one_token(self, gap: MaskedWord) -> bool:
        return [*gap.hidden.values()] != [self._tokenizer.unk_token_id] and len(gap.hidden) == 1

    def _mask(self, text: str, span: Span) -> MaskedWord | None:
        cut = self._tokenizer(text, truncation=True, max_length=self._longest, return_offsets_mapping=True)
        tokens = list(cut["input_ids"])
        inside = [i for i, (a, b) in enumerate(cut["offset_mapping"]) if a < span[1] and span[0] < b]
        hidden = {i: tokens[i] for i in inside}
        for i in inside:
            tokens[i] = self._tokenizer.mask_token_id
        return MaskedWord(tokens, hidden) if hidden else None

    def _log_likelihoods(self, gaps: Sequence[MaskedWord]) -> Iterator[float]:
        """The mean logarithm of the probabilities of what each gap hides."""
        for gap, logits in self._logits(gaps):
            logs = logits.float().log_softmax(-1)
            yield sum(float(logs[i, token]) for i, token in gap.hidden.items()) / len(gap.hidden)

    def _logits(self, gaps: Sequence[MaskedWord]) -> Iterator[tuple[MaskedWord, Any]]:
        """Each gap with the model's [tokens, words] for it."""
        import torch

        for part in (gaps[i : i + BATCH] for i in range(0, len(gaps), BATCH)):
            inputs = self._tokenizer.pad({"input_ids": [gap.tokens for gap in part]}, return_tensors="pt")
            with torch.inference_mode():
                logits = self._model(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"]).logits
            yield from zip(part, logits, strict=True)


def _share(old: float, new: float) -> float:
    return 1 / (1 + exp(min(700.0, old - new))) if old == old and new == new else nan


def _load(model: str) -> tuple[Any, Any]:
    from transformers import AutoModelForMaskedLM, AutoTokenizer

    here = Path(model).is_dir()
    try:
        tokenizer = AutoTokenizer.from_pretrained(model, local_files_only=here)
        loaded = AutoModelForMaskedLM.from_pretrained(model, local_files_only=here).eval()
        if tokenizer.mask_token_id is None or not tokenizer.is_fast:
            raise ValueError("it has no mask token or no fast tokenizer")
    except Exception as error:  # the hub, the disk and torch each raise errors of their own
        raise MissingResource(
            f"The masked language model {model!r} can't be loaded ({type(error).__name__}); "
            "give the hub name or folder of another model, or leave it out."
        ) from error
    return loaded, tokenizer

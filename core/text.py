"""A text with its tokens and part-of-speech tags, made once however many perturbations are asked of it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Token(NamedTuple):
    """`text` is `source[start:end]`; `tag` is a Penn Treebank tag, or "" while nobody needed one."""

    start: int
    end: int
    text: str
    tag: str

    @property
    def is_word(self) -> bool:
        """Whether a person would call it a word: it holds a letter or a digit."""
        return any(map(str.isalnum, self.text))


class AnalysedText(NamedTuple):
    """A text and its tokens in reading order; the tokens never overlap and never hold white space."""

    source: str
    tokens: tuple[Token, ...]


Tagger = Callable[[Sequence[str]], Sequence[str]]
"""Penn Treebank tags, one for each of a sentence's tokens."""

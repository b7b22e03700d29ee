"""A text with its words, tokens and part-of-speech tags, made once however many perturbations are asked of it."""

from collections.abc import Callable, Sequence

from core.text.tokens import Token, tokenise, word_spans

Tagger = Callable[[Sequence[str]], Sequence[str]]
"""Penn Treebank tags, one for each of a sentence's tokens."""


class AnalysedText:
    """A text whose words and tokens are found when first asked for; tokens carry tags only if `cut` gives them some.

    `words` are (start, stop) character offsets of written words, `tokens` the finer pieces that a tagger reads; both
    are in reading order, never overlap and never hold white space.
    """

    __slots__ = ("_cut", "source", "tokens", "words")

    source: str
    tokens: tuple[Token, ...]
    words: tuple[tuple[int, int], ...]

    def __init__(
        self,
        source: str,
        tokens: tuple[Token, ...] | None = None,
        cut: Callable[[str], tuple[Token, ...]] = tokenise,
    ) -> None:
        self.source = source
        self._cut = cut
        if tokens is not None:
            self.tokens = tokens

    def __getattr__(self, name: str) -> object:  # called only for a slot that is still empty
        if name == "words":
            self.words = word_spans(self.source)
            return self.words
        if name == "tokens":
            self.tokens = self._cut(self.source)
            return self.tokens
        raise AttributeError(name)


def joined(texts: Sequence[AnalysedText]) -> AnalysedText:
    """The texts as one, a line each; for the end of a line stands a full stop among the tokens, not in the text."""
    tokens: list[Token] = []
    at = 0
    for text in texts:
        tokens += (Token(at + start, at + end, word, tag) for start, end, word, tag in text.tokens)
        at += len(text.source) + 1
        tokens.append(Token(at - 1, at - 1, ".", "."))
    return AnalysedText("\n".join(text.source for text in texts), tuple(tokens[:-1]))


PennTags = Callable[[AnalysedText], Sequence[str]]
"""The Penn Treebank tags of a text's tokens, one for each."""


def tags_of(text: AnalysedText) -> Sequence[str]:
    """Those that the tokens carry."""
    return [token.tag for token in text.tokens]


Parser = Callable[[AnalysedText], Sequence[int]]
"""For each of a text's tokens the number of the token it hangs on; its own for one that hangs on none."""

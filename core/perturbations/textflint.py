"""How Romero's program edits a text: so many of its tokens, one change each, at least one (Romero 2023).

These are the rules of TextFlint 0.1.0, which the program calls.

The percentage is of the text's characters or words, but what it counts are tokens, however much each of them changes;
where a text has fewer that can be edited, all of those are. The program leaves out marks and 55 words written as here.
Those words are rebuilt from what is known of them: articles, pronouns, "is", "are", "am", "have", "has", three
conjunctions and six prepositions. That the program joins its tokens again by rules, which alone alters nearly every
text that came as tokens, is damage and not rebuilt.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from string import punctuation

from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.text.analysed import AnalysedText
from core.text.tokens import Token

_STOP_WORDS = """
    a an the is are am have has and or nor in by on of at from
    I you he she it we they me him her us them my your his its our their mine yours hers ours theirs
    myself yourself himself herself itself ourselves yourselves themselves this that these those who whom which
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
_APART = re.compile(r"\w+|.", re.DOTALL)
_INSIDE = re.compile(r"(?<=[^\W_])-+(?=[^\W\d_])|(?<=\d)-+(?=\d)|(?<=\w)/(?=[^\W\d_])")
_SINGLE = frozenset("!?,;:\"'()[]{}#@$%&")
MOST = 10  # edits where the program's own bounds hold

TokenEdit = Callable[[Token, Draws], Piece | None]
"""What becomes of a token: a piece, which may change nothing and yet uses up an edit; None where it can't be edited."""


def of_characters(text: AnalysedText, percent: float) -> int:
    """How many tokens a percentage of the characters is: cut off, and at least one."""
    return max(int(len(text.source) * percent / 100), 1)


def of_words(text: AnalysedText, percent: float) -> int:
    """How many tokens a percentage of the words is: cut off, and at least one; a word is what stands between marks."""
    words = "".join([" " if character in punctuation else character for character in text.source]).split()
    return max(int(len(words) * percent / 100), 1)


def a_tenth(text: AnalysedText) -> int:
    """A tenth of the tokens, from one to ten: the program's bounds where no severity is given."""
    return max(1, min(MOST, len(program_tokens(text)) // 10))


def program_tokens(text: AnalysedText) -> list[Token]:
    """The tokens as spaCy cuts them: ours, but words parted at hyphens, runs of marks, tags and lone entities apart."""
    return [part for token in text.tokens for part in _parts(token, text.source)]


def _parts(token: Token, source: str) -> Iterator[Token]:
    word = token.text
    if word.isalpha() or len(word) == 1:
        yield token
        return
    around = source[max(token.start - 1, 0) : token.start] + source[token.end : token.end + 1]
    entity = word[0] == "&" and word[-1] == ";" and not around.strip()
    if word[0] == "#" or entity or (word[0] in _SINGLE and word == word[0] * len(word)):
        cuts = [match.end() for match in _APART.finditer(word)]
    elif word[0].isalnum() and ("-" in word or "/" in word) and "://" not in word and not word.startswith("www."):
        cuts = [at for match in _INSIDE.finditer(word) for at in match.span()]
    else:
        cuts = []
    for start, end in pairwise(sorted({0, *cuts, len(word)})):
        yield Token(token.start + start, token.start + end, word[start:end], token.tag)


def editable_tokens(text: AnalysedText) -> Iterator[Token]:
    """The tokens that the program may edit."""
    return (token for token in program_tokens(text) if token.text not in STOP_WORDS and token.text not in punctuation)


def edited(text: AnalysedText, count: int, draws: Draws, edit: TokenEdit) -> Rewrite | None:
    """The text with `count` of its eligible tokens edited, drawn from those that can be; None when nothing changed."""
    tokens = list(editable_tokens(text))
    pieces: list[Piece] = []
    for token in draws.sample(tokens, len(tokens)):
        piece = edit(token, draws)
        if piece is not None:
            pieces.append(piece)
            if len(pieces) == count:
                break
    changed = [piece for piece in pieces if text.source[piece.start : piece.end] != piece.text]
    return Rewrite.of(text.source, changed) if changed else None

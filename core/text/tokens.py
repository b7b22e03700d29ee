"""Words and tokens with their exact spans, whether or not the text was tokenised before."""

import re
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

_MARKS = (  # combining marks, joiners and variation selectors stay with the character they belong to
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u0900-\u0903\u093a-\u094f\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
)
_LETTER = rf"[\w{_MARKS}]"
_MARKED = rf"[{_MARKS}\U0001f3fb-\U0001f3ff]*"
CHARACTER = rf".{_MARKED}(?:(?<=\u200d).{_MARKED})*"
"""A regular expression (with DOTALL) for what a reader takes for one character: with its marks, or joined emoji."""
ADDRESS = r"""(?:https?://|www\.)[^\s<>"&]*(?:&(?!\#|quot;|[lg]t;)[^\s<>"&]*)*[\w/]"""
ENTITY = r"&(?:amp|lt|gt|quot|apos|nbsp|hellip|[mn]dash|[lr][sd]quo|\#\d{1,7});"
_WRITTEN = rf"""
    (?:['’](?<!\S.)(?=(?i:s|m|d|re|ve|ll|t|em)(?!\S)))?  # a clitic of tokenised text, standing alone
    [^\W_]\w*
    (?:[-'’&/.,:{_MARKS}](?:                             # don't, well-made, and/or, and marks on letters
        (?<=[-'’&/{_MARKS}])
      | (?<=\d.)(?=\d)                                   # 1,000.5
      | (?<!\w\w.)(?<=\.)(?=[^\W\d_]\b)                  # U.S
    ){_LETTER}+|[{_MARKS}])*
    (?:\.(?<=\.[^\W\d_]\.))?                            # U.S.
"""
_WORD = re.compile(_WRITTEN, re.VERBOSE)
_WORD_OF_THE_WEB = re.compile(
    rf"""
      {ADDRESS}
    | [@\#](?<!\w.)[^\W_]\w*(?:['’]\w+)?                  # a mention or a tag
    | {ENTITY} | -[lrLR][rcsRCS][bB]-                     # no words, but passed over as a whole
    | {_WRITTEN.replace("(?:[-", f"(?:(?!{ENTITY})[-")}
    """,
    re.VERBOSE,
)
_TOKEN = re.compile(
    rf"""
      {ADDRESS}
    | {ENTITY}
    | [@\#]\w+                                    # a mention or a tag
    | -[lr][rcs]b-                                # a bracket as tokenised corpora write it
    | (?:[^\W\d_]\.){{2,}}                        # U.S., e.g.
    | \d+(?:[.,:/]\d+)+{_LETTER}*                 # 1,000.5, 10:30, 24/7
    | n['’]t\b | ['’](?:s|m|d|re|ve|ll|t|em)\b    # a clitic standing alone
    | {_LETTER}+(?:[-'’&/]{_LETTER}+)*           # a word, with inner hyphens and apostrophes
    | (\S)\1+                                     # a run of one mark: ..., --, ``, !!!
    | \S{_MARKED}(?:(?<=\u200d)\S{_MARKED})*            # or any mark
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|m|d|re|ve|ll)|(?<=^can)not)$", re.IGNORECASE)
_JOINED = re.compile(r"[^\W\d_](?:n['’]t|['’](?:s|m|d|re|ve|ll)|[,?!])(?!\S)", re.IGNORECASE)
_ALONE = re.compile(r"[ ](?:n['’]t|['’](?:s|m|d|re|ve|ll)|[.,?;!]|'')(?!\S)|(?<!\S)``(?!\S)", re.IGNORECASE)


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


_token = partial(tuple.__new__, Token)


def word_spans(text: str) -> tuple[tuple[int, int], ...]:
    """(start, stop) of each written word in reading order, without the punctuation around it.

    "don't", "well-made", "U.S" and "1,000.5" are one word each; so are the lone clitic of "it 's", an address, "@me"
    and "#now". An entity of HTML ("&amp;") and a bracket of tokenised text ("-lrb-") are no words.
    """
    rare = "@" in text or "#" in text or "&" in text or "://" in text or "www." in text or "b-" in text or "B-" in text
    if rare:  # and takes longer
        spans = [match.span() for match in _WORD_OF_THE_WEB.finditer(text)]
        return tuple([span for span in spans if text[span[0]] not in "&-"])
    return tuple([match.span() for match in _WORD.finditer(text)])


def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens in reading order, as the Penn Treebank would cut them, with no tags yet.

    Total over any text, in linear time; white space is in none.
    """
    return tagged_tokens([(start, end, word, "") for start, end, word in token_spans(text)])


def tagged_tokens(fields: Iterable[tuple[int, int, str, str]]) -> tuple[Token, ...]:
    """Tokens of these fields, in half the time that their own constructor takes."""
    return tuple(map(_token, fields))


def token_spans(text: str) -> list[tuple[int, int, str]]:
    """(start, end, text) of each token that `tokenise` makes."""
    spans: list[tuple[int, int, str]] = []
    plain = text.isprintable()
    for match in _TOKEN.finditer(text):
        word = match[0]
        start, end = match.span()
        if not plain and word[0] in "\x1c\x1d\x1e\x1f\x85" and word.isspace():
            continue
        if (len(word) == 6 or "'" in word or "’" in word) and (cut := _contraction_split(word)):
            spans.append((start, start + cut, word[:cut]))
            spans.append((start + cut, end, word[cut:]))
        else:
            spans.append((start, end, word))
    return spans


def _contraction_split(word: str) -> int:
    """Where a contraction comes apart: 2 in "don't", 3 in "cannot"; 0 where nothing does."""
    if "'" in word or "’" in word:
        clitic = _CLITIC.search(word)
        return clitic.start() if clitic else 0
    return 3 if len(word) == 6 and word.lower() == "cannot" else 0


def came_as_tokens(text: str) -> bool:
    """Whether the text was tokenised before: more marks, clitics and Penn quotation marks stand alone than touch."""
    return _ALONE.search(text) is not None and len(_ALONE.findall(text)) > len(_JOINED.findall(text))

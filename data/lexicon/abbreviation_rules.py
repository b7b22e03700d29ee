"""Abbreviations from a file of rules, as NL-Augmenter's `insert_abbreviation` has them: "btw = by the way" a line."""

import os
import re
from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path

from core.errors import MissingResource
from core.lexicon.abbreviations import Abbreviated, Abbreviations

NAMED = "FLINCH_ABBREVIATIONS"
WORDS = re.compile(r"[a-z0-9]+(?:(?:'|-|, | )[a-z0-9]+)*")
_OPTIONAL = re.compile(r"\s*\(([^()]*)\)")


@cache
def named_abbreviations() -> Abbreviations | None:
    """Those of the file that FLINCH_ABBREVIATIONS names; None where it names none.

    Raises MissingResource for a file that can't be read or holds no rules.
    """
    path = os.environ.get(NAMED, "")
    if not path:
        return None
    try:
        rows = abbreviations_of_rules(Path(path).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError):
        rows = {}
    if not rows:
        raise MissingResource(f"{NAMED}={path!r} can't be read; name a file of rules like 'btw = by the way'.")
    return Abbreviations(Abbreviated(words, short) for words, short in rows.items())


def abbreviations_of_rules(rules: Iterable[str]) -> dict[str, str]:
    """The words of each rule, in lower case, and their abbreviation; of several the first, as the library takes it.

    What stands in brackets may be there or not, which makes a rule several; rules with signs that no words have are
    left out.
    """
    abbreviations: dict[str, str] = {}
    for rule in rules:
        short, _, words = rule.partition(" = ")
        for variant in _variants(words.strip().lower().replace("’", "'").rstrip(".")):
            if short.strip() and WORDS.fullmatch(variant):
                abbreviations.setdefault(variant, short.strip())
    return abbreviations


def _variants(words: str) -> Iterable[str]:
    """The words with and without each part in brackets; a comma goes right behind the word before it."""
    kept, *rest = _OPTIONAL.split(words)
    options, texts = rest[::2], rest[1::2]
    for chosen in product((False, True), repeat=min(len(options), 3)):
        variant = kept
        for option, text, there in zip(options, texts, (*chosen, *(False for _ in options)), strict=False):
            variant += (option if option == "," else f" {option}") * there + text
        yield " ".join(variant.split())

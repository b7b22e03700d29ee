"""A small grammar: templates with slots and choices, and the word banks that fill them.

In a template, `{bank}` is an entry of that bank, the same one wherever the name comes again in the sentence;
`{bank:2}` is another of its entries; `{bank.s}` is the entry's second form ("wolf|wolves"); `{1890..2010}` is a
number; `[a|b|]` is one of the choices, the last of them nothing; `@ ` is the article "a" or "an" that suits the next
word. Entries may hold slots and choices themselves.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from core.randomness import Draws

_SLOT = re.compile(r"\{(?:(\d+)\.\.(\d+)|(\w+)(?::(\d))?(?:\.(\w+))?)\}")
_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_ARTICLE = re.compile(r"@ (\w+)")
_SOUNDS_LIKE_A_CONSONANT = re.compile(r"(?:uni(?![nmd])|use|usu|euro|one|ubiq)", re.IGNORECASE)
_SOUNDS_LIKE_A_VOWEL = re.compile(r"(?:[aeiou]|hour|honest|heir|8|11\b|18\b)", re.IGNORECASE)
_FORMS = {None: 0, "s": 1, "she": 1, "part": 1, "good": 1, "bad": 2}  # which of an entry's forms a suffix names

T = TypeVar("T")
Bank = tuple[tuple[str, ...], ...]  # entries, each with its forms


@dataclass(frozen=True, slots=True)
class SentenceGrammar:
    """Word banks by name, and templates by label."""

    banks: Mapping[str, Bank]
    templates: Mapping[str, tuple[str, ...]]

    @classmethod
    def load(cls, name: str) -> "SentenceGrammar":
        """The grammar in this folder's TOML files of that name: a table `banks`, and lists of templates by label."""
        banks: dict[str, Bank] = {}
        templates: dict[str, tuple[str, ...]] = {}
        for path in sorted((Path(__file__).parent / name).glob("*.toml")):
            read = tomllib.loads(path.read_text(encoding="utf-8"))
            for bank, entries in read.get("banks", {}).items():
                banks[bank] = tuple(tuple(entry.split("|")) if "[" not in entry else (entry,) for entry in entries)
            for label, lines in read.get("templates", {}).items():
                templates[label] = templates.get(label, ()) + tuple(lines)
        return cls(banks, templates)

    def trimmed(self) -> "SentenceGrammar":
        """The grammar without every fifth entry of its larger banks and every sixth template: what training may see."""
        banks = {name: _without(bank, 5) if len(bank) >= 15 else bank for name, bank in self.banks.items()}
        return SentenceGrammar(banks, {label: _without(lines, 6) for label, lines in self.templates.items()})

    def sentence(self, template: str, draws: Draws) -> str:
        """The template filled in, with its articles, its capital and single spaces."""
        text = self._fill(template, draws, {})
        text = _ARTICLE.sub(lambda found: f"{article(found[1])} {found[1]}", re.sub(r"\s+", " ", text).strip())
        return text[0].upper() + text[1:]

    def _fill(self, template: str, draws: Draws, chosen: dict[str, tuple[str, ...]]) -> str:
        while found := _CHOICE.search(template):
            choice = draws.choice(found[1].split("|"))
            template = template[: found.start()] + choice + template[found.end() :]
        return _SLOT.sub(lambda slot: self._slot(slot, draws, chosen), template)

    def _slot(self, slot: re.Match[str], draws: Draws, chosen: dict[str, tuple[str, ...]]) -> str:
        low, high, bank, number, form = slot.groups()
        if low:
            return str(int(low) + draws.below(int(high) - int(low) + 1))
        key = f"{bank}:{number or ''}"
        if key not in chosen:
            taken = [chosen[k] for k in chosen if k.split(":")[0] == bank]
            entries = [entry for entry in self.banks[bank] if entry not in taken]
            entry = draws.choice(entries)
            chosen[key] = tuple(self._fill(text, draws, chosen) for text in entry)
        forms = chosen[key]
        return forms[_FORMS[form]]


def _without(items: tuple[T, ...], every: int) -> tuple[T, ...]:
    return tuple(item for i, item in enumerate(items, 1) if i % every)


def article(word: str) -> str:
    """ "a" or "an", by how the word begins when it is spoken."""
    if _SOUNDS_LIKE_A_CONSONANT.match(word):
        return "a"
    return "an" if _SOUNDS_LIKE_A_VOWEL.match(word) else "a"

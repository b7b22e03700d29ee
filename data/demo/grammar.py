"""Frames of sentences with slots and choices, and the banks of names that fill them.

A frame is a line. In it, `[a|b]` is one of the choices, each of which was read in its place by a person; `{bank}` is an
entry of that bank, the same one wherever it comes again in the sentence; `{bank:2}` is another of its entries. Entries
may hold slots themselves.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path

from core.randomness import Draws

_SLOT = re.compile(r"\{(\w+)(?::\d)?\}")
_CHOICE = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True, slots=True)
class SentenceGrammar:
    """Banks of names, and frames by label."""

    banks: Mapping[str, tuple[str, ...]]
    frames: Mapping[str, tuple[str, ...]]

    @classmethod
    def load(cls, name: str) -> "SentenceGrammar":
        """The grammar in this folder's TOML files of that name: a table `banks`, and `frames` by label, one a line."""
        banks: dict[str, tuple[str, ...]] = {}
        frames: dict[str, tuple[str, ...]] = {}
        for path in sorted((Path(__file__).parent / name).glob("*.toml")):
            read = tomllib.loads(path.read_text(encoding="utf-8"))
            banks |= {bank: tuple(entries) for bank, entries in read.get("banks", {}).items()}
            for label, lines in read.get("frames", {}).items():
                frames[label] = frames.get(label, ()) + tuple(lines.split("\n")[:-1])
        return cls(banks, frames)

    def sentence(self, frame: str, draws: Draws) -> str:
        """The frame with a choice made at each place and its slots filled, beginning with a capital."""
        text = self._fill_slots(_CHOICE.sub(lambda match: draws.choice(match[1].split("|")), frame), draws)
        return text[0].upper() + text[1:]

    def sentences(self, frame: str, most: int, draws: Draws) -> list[str]:
        """Different sentences of the frame, in the order they were drawn: `most`, or fewer where it makes no more."""
        if not _SLOT.search(frame):
            most = min(most, prod(len(choice.split("|")) for choice in _CHOICE.findall(frame)))
        texts: dict[str, None] = {}
        for _ in range(20 * most):
            texts[self.sentence(frame, draws)] = None
            if len(texts) == most:
                break
        return list(texts)

    def _fill_slots(self, text: str, draws: Draws) -> str:
        chosen: dict[str, str] = {}

        def fill(slot: re.Match[str]) -> str:
            if slot[0] not in chosen:
                entries = [entry for entry in self.banks[slot[1]] if entry not in taken]
                taken.append(draws.choice(entries))
                chosen[slot[0]] = self._fill_slots(taken[-1], draws)
            return chosen[slot[0]]

        taken: list[str] = []
        return _SLOT.sub(fill, text)

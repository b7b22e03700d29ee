"""Sentences for each split of a demo data set: balanced, distinct, and no frame in two splits."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from core.randomness import Draws
from data.demo.grammar import SentenceGrammar

SIZES = {"train": 2040, "dev": 510, "test": 720}  # multiples of 2 and of 6, so that the labels are balanced
MOST = 11  # sentences of one frame, of the 3,270 of a data set


class DemoSentence(NamedTuple):
    text: str
    label: str
    frame: str


def sentences(grammar: SentenceGrammar, labels: Sequence[str], seed: int) -> dict[str, list[DemoSentence]]:
    """The sentences of each split, shuffled; no two of all splits are the same but for case.

    Raises ValueError where the frames of a label make too few.
    """
    seen: set[str] = set()
    made: dict[str, list[DemoSentence]] = {split: [] for split in SIZES}
    for label in labels:
        draws = Draws.seeded("demo", label, seed)
        for split, frames in _dealt(_frames(grammar, label, draws, seen)).items():
            size = SIZES[split] // len(labels)
            rows = [row for turn in zip_longest(*frames) for row in turn if row]  # the frames take turns
            if len(rows) < size:
                raise ValueError(f"the frames of {label!r} make {len(rows)} of {size} sentences for {split}")
            made[split] += rows[:size]
    for split, chosen in made.items():
        Draws.seeded("demo order", split, seed).shuffle(chosen)
    return made


def _frames(grammar: SentenceGrammar, label: str, draws: Draws, seen: set[str]) -> list[list[DemoSentence]]:
    """The new sentences of each frame, 4 to 25 words long; the frames shuffled, those that make most first."""
    frames = []
    for frame in grammar.frames[label]:
        texts = [text for text in grammar.sentences(frame, MOST, draws) if 4 <= len(text.split()) <= 25]
        new = [DemoSentence(text, label, frame) for text in texts if text.lower() not in seen]
        seen |= {row.text.lower() for row in new}
        frames.append(new)
    draws.shuffle(frames)
    return sorted(frames, key=len, reverse=True)


def _dealt(frames: list[list[DemoSentence]]) -> dict[str, list[list[DemoSentence]]]:
    """Each frame to the split that is shortest of sentences for its size."""
    dealt: dict[str, list[list[DemoSentence]]] = {split: [] for split in SIZES}
    for frame in frames:
        neediest = min(SIZES, key=lambda split: sum(map(len, dealt[split])) / SIZES[split])
        dealt[neediest].append(frame)
    return dealt

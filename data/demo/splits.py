"""Sentences for each split of a demo data set: balanced, distinct, and with frames that training has not seen."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from core.randomness import Draws
from data.demo.grammar import SentenceGrammar

SIZES = {"train": 2040, "dev": 510, "test": 720}  # multiples of 2 and of 6, so that the labels are balanced
MOST = 12  # sentences of one frame, of the 3,270 of a data set


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
    twins = len({len(grammar.frames[label]) for label in labels}) == 1
    for label in labels:
        frames = _frames(grammar, label, Draws.seeded("demo", label, seed), seen)
        Draws.seeded("demo deal", "" if twins else label, seed).shuffle(frames)  # twins are dealt alike
        for split, rows in (_spread_twins(frames) if twins else _deal_frames(frames)).items():
            size = SIZES[split] // len(labels)
            if len(rows) < size:
                raise ValueError(f"the frames of {label!r} make only {len(rows)} of {size} sentences for {split}")
            made[split] += rows[:size]
    for split, chosen in made.items():
        Draws.seeded("demo order", split, seed).shuffle(chosen)
    return made


def _frames(grammar: SentenceGrammar, label: str, draws: Draws, seen: set[str]) -> list[list[DemoSentence]]:
    """The new sentences of each frame, 4 to 25 words long."""
    frames = []
    for frame in grammar.frames[label]:
        texts = [text for text in grammar.sentences(frame, MOST, draws) if 4 <= len(text.split()) <= 25]
        new = [DemoSentence(text, label, frame) for text in texts if text.lower() not in seen]
        seen |= {row.text.lower() for row in new}
        frames.append(new)
    return frames


def _deal_frames(frames: list[list[DemoSentence]]) -> dict[str, list[DemoSentence]]:
    """Each frame to the one split that is shortest of sentences for its size; there the frames take turns."""
    dealt: dict[str, list[list[DemoSentence]]] = {split: [] for split in SIZES}
    for frame in sorted(frames, key=len, reverse=True):
        neediest = min(SIZES, key=lambda split: sum(map(len, dealt[split])) / SIZES[split])
        dealt[neediest].append(frame)
    return {split: [row for turn in zip_longest(*own) for row in turn if row] for split, own in dealt.items()}


def _spread_twins(frames: list[list[DemoSentence]]) -> dict[str, list[DemoSentence]]:
    """Every tenth frame kept from training, the sentences of the others spread over all splits.

    For labels written in twins, the n-th frame of one against the n-th of the other: twins share their words and not
    what they say, so that who has seen only one of them has learnt the wrong thing.
    """
    spread: dict[str, list[DemoSentence]] = {split: [] for split in SIZES}
    for splits, chosen in (
        (("dev", "test"), frames[::10]),
        (tuple(SIZES), [f for i, f in enumerate(frames) if i % 10]),
    ):
        for row in (row for turn in zip_longest(*chosen) for row in turn if row):
            spread[min(splits, key=lambda split: len(spread[split]) / SIZES[split])].append(row)
    return spread

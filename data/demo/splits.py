"""Sentences for each split of a demo data set: balanced, distinct, and not all of the same making."""

from collections.abc import Sequence

from core.randomness import Draws
from data.demo.grammar import SentenceGrammar

SIZES = {"train": 2040, "dev": 510, "test": 720}  # multiples of 2 and of 6, so that the labels are balanced

Labelled = tuple[str, str]  # text, label


def sentences(grammar: SentenceGrammar, labels: Sequence[str], seed: int) -> dict[str, list[Labelled]]:
    """(text, label) for each split, shuffled; no two of all splits are the same but for case."""
    seen: set[str] = set()
    rows_of: dict[str, list[Labelled]] = {}
    for split, size in SIZES.items():
        rules = grammar.trimmed() if split == "train" else grammar
        rows: list[Labelled] = []
        for label in labels:
            draws = Draws.seeded("demo", label, split, seed)
            rows += [(text, label) for text in _distinct(rules, label, draws, size // len(labels), seen)]
        Draws.seeded("demo order", split, seed).shuffle(rows)
        rows_of[split] = rows
    return rows_of


def _distinct(grammar: SentenceGrammar, label: str, draws: Draws, size: int, seen: set[str]) -> list[str]:
    """`size` new sentences, the templates taking turns; one that has nothing new to say loses its turn."""
    templates, texts = grammar.templates[label], list[str]()
    for turn in range(40 * size):
        text = grammar.sentence(templates[turn % len(templates)], draws)
        if text.lower() not in seen and 5 <= len(text.split()) <= 25:
            seen.add(text.lower())
            texts.append(text)
            if len(texts) == size:
                return texts
    raise ValueError(f"the templates of {label!r} make only {len(texts)} of {size} distinct sentences")

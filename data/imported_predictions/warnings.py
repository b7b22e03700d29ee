"""What is odd of predictions that are taken all the same, said with how often and an example."""

from collections.abc import Iterator

import numpy as np

from core.records import Bounds, Task
from data.imported_predictions.matching import Matched
from data.imported_predictions.texts import Texts
from data.runs.files import RunCard

CLOSE = 1e-6  # by which a label may be less likely than the likeliest


def warnings(matches: Matched, texts: Texts, card: RunCard, scale: Bounds | None) -> Iterator[str]:
    """A sentence for scores outside the scale, for probabilities that are none, and for labels that are not the
    likeliest of their own probabilities."""
    yield from matches.odd
    if card.task is Task.SIMILARITY and scale:
        yield from _outside_scale(matches, texts, scale)
    elif card.task is not Task.TAGGING:
        yield from _unlikely_labels(matches, texts, card)


def _outside_scale(matches: Matched, texts: Texts, scale: Bounds) -> Iterator[str]:
    many, total, example = 0, 0, ""
    for condition, answers in matches.answers.items():
        places = matches.places(condition)
        scores = answers.numbers[places]
        outside = np.flatnonzero((scores < scale.low) | (scores > scale.high))
        many, total = many + len(outside), total + len(scores)
        if len(outside) and not example:
            example = f"{scores[outside[0]]:g} for sample {texts.ids[places[outside[0]]]}"
    if many:
        outside_of = f"{many:,} of {total:,} scores are outside the scale ({scale})"
        yield f"{outside_of}, such as {example}; Flinch keeps them unchanged"


def _unlikely_labels(matches: Matched, texts: Texts, card: RunCard) -> Iterator[str]:
    many, total, example = 0, 0, ""
    for condition, answers in matches.answers.items():
        places = matches.places(condition)
        total += len(places)
        if answers.chances is None:
            continue
        places = places[~np.isnan(answers.chances[places, 0])]
        chances = answers.chances[places]
        names = [matches.label(number) for number in answers.numbers[places].tolist()]
        own = chances[np.arange(len(places)), np.array([card.labels.index(name) for name in names], int)]
        unlikely = np.flatnonzero(own < chances.max(axis=1, initial=0) - CLOSE)
        many += len(unlikely)
        if len(unlikely) and not example:
            first = unlikely[0]
            likeliest = card.labels[int(chances[first].argmax())]
            example = (
                f"{names[first]!r} for sample {texts.ids[places[first]]}, although {likeliest!r} has the "
                f"probability {chances[first].max():g}"
            )
    if many:
        yield (
            f"{many:,} of {total:,} predictions are not the label with the largest probability, such as {example}; "
            "Flinch computes all figures from the predicted labels"
        )

"""What is odd of predictions that are taken all the same, said with how often and an example."""

from collections.abc import Iterator

from core.records import Bounds, Task
from data.predicted.matching import Answer, Matched
from data.runs.files import RunCard

CLOSE = 1e-6  # by which a label may be less likely than the likeliest


def doubts(found: Matched, card: RunCard, scale: Bounds | None) -> Iterator[str]:
    """A sentence for scores outside the scale, and for labels that are not the likeliest of their own probabilities."""
    said = [(sample, answer) for answers in found.answers.values() for sample, answer in answers.items()]
    if card.task is Task.SIMILARITY and scale:
        outside = [(sample, one) for sample, one in said if not scale.low <= float(one.label) <= scale.high]
        if outside:
            sample, one = outside[0]
            yield (
                f"{len(outside):,} of {len(said):,} scores lie outside the scale, {scale}, such as "
                f"{float(one.label):g} of sample {sample}; they are taken as they are"
            )
    unlikely = [(sample, one) for sample, one in said if _is_unlikely(one, card)]
    if unlikely:
        sample, one = unlikely[0]
        likeliest = card.labels[one.probabilities.index(max(one.probabilities))]
        yield (
            f"{len(unlikely):,} of {len(said):,} predictions are not the label with the largest probability, such as "
            f"{one.label!r} of sample {sample}, where {likeliest!r} has {max(one.probabilities):g}; predictions count"
        )


def _is_unlikely(answer: Answer, card: RunCard) -> bool:
    known = answer.probabilities
    return bool(known) and known[card.labels.index(answer.label)] < max(known) - CLOSE

"""Corrupted data: how accuracy changes where texts are perturbed in training, in the test, or in both."""

from collections.abc import Iterator

from core.experiments.records import Labels
from core.experiments.registry import ExperimentRequest, Reading, Training, experiment
from core.papers import CLOUATRE, TALMAN
from core.perturbations.word.word_class import CLASSES


def corrupted(request: ExperimentRequest) -> Iterator[Training]:
    """For each model and seed: the original texts, tested on all; then each condition in place of the original texts,
    tested on those and on itself."""
    for spec in request.trained:
        yield Training(spec, Labels.GOLD, None, 0.0, (None, *request.parsed))
        for condition in request.parsed:
            for share in request.shares:
                yield Training(spec, Labels.GOLD, condition, share, (None, condition), replaces=True)


experiment(
    "word_classes",
    "Word classes",
    "Which word classes does a model need: in training, in testing, or in both?",
    paper=TALMAN,
    conditions=tuple(f"word_class_removal@{name}" for name in CLASSES),
    reading=Reading.CORRUPTION,
    removes=True,
)(corrupted)

experiment(
    "word_order",
    "Word order",
    "Does a model need the order of words, subwords or characters, locally or over the whole text?",
    paper=CLOUATRE,
    conditions=(
        "word_full_shuffle@1", "word_phrase_shuffle@0.5", "word_neighbour_flip@0.5",
        "subword_full_shuffle@1", "subword_phrase_shuffle@0.5", "subword_neighbour_flip@0.5",
        "character_full_shuffle@1", *(f"character_phrase_shuffle@{rho}" for rho in (0.2, 0.5, 0.8)),
        *(f"character_neighbour_flip@{rho}" for rho in (0.2, 0.5, 0.8)),
    ),
    reading=Reading.CORRUPTION,
)(corrupted)  # fmt: skip

"""Learnability (Zhang et al. 2022, sections 2 and 4): how soon a model learns to see a perturbation.

Every text gets one of two labels by chance; texts of the first are perturbed with a probability. What the model then
tells apart it can only know from the perturbation. Robustness and what training on perturbed texts adds are measured
of the same models, so that the three can be set against each other.
"""

from collections.abc import Iterator
from dataclasses import replace

from core.experiments.records import Labels
from core.experiments.registry import ExperimentRequest, Reading, Training, experiment
from core.papers import ZHANG

PROBABILITIES = (0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)
PERTURBATIONS = (
    "whitespace", "shuffle_word", "duplicate_punctuations", "butter_fingers", "random_upper", "insert_abbreviation",
    "visual_attack_letters", "leet_letters",
)  # fmt: skip


@experiment(
    "learnability",
    "Learnability",
    "Which perturbations does a model learn to detect, and is it less robust to those?",
    paper=ZHANG,
    conditions=tuple(f"{name}.paper@1" for name in PERTURBATIONS),
    shares=PROBABILITIES,
    reading=Reading.LEARNABILITY,
)
def learnability(request: ExperimentRequest) -> Iterator[Training]:
    """For each model and seed: random labels under each condition and share; gold labels without and with it."""
    for spec in request.trained:
        yield Training(spec, Labels.GOLD, None, 0.0, (None, *request.parsed))
        by_chance = replace(spec, keep_collapsed=True)  # that nothing is learned is what comes of it, no failure
        for condition in request.parsed:
            yield Training(spec, Labels.GOLD, condition, 1.0, (None, condition))
            for share in request.shares:
                yield Training(by_chance, Labels.RANDOM, condition, share, (None, condition))

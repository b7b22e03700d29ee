"""How soon a model learns to see a perturbation, and what that goes together with (Zhang et al. 2022)."""

from collections.abc import Mapping
from itertools import pairwise
from math import isnan, log10, nan


def learnability_at(perturbed: float, original: float) -> float:
    """Equation 4: the accuracy on test texts of the perturbed class as they are perturbed, less that on them as they
    were, in [-1, 1]. With mean probabilities of the label in place of accuracies it is the variant of appendix C."""
    return perturbed - original


def average_learnability(at: Mapping[float, float]) -> float:
    """Equation 5: the area under learnability by the decimal logarithm of the probability, in trapezia.

    `at` has the learnability at each probability. At .001 to 1 a model that sees the perturbation at once has 3, the
    width of the axis; the paper's Tables 2, 5 and 6 lie between 0.4 and 2.5, which fits no other base. NaN for fewer
    than two probabilities, and where one has no figure.
    """
    points = sorted(at.items())
    if len(points) < 2 or any(isnan(value) for value in at.values()):
        return nan
    pairs = pairwise(points)
    return sum((one + other) / 2 * (log10(q) - log10(p)) for (p, one), (q, other) in pairs)


def robustness(perturbed: float, original: float) -> float:
    """Equation 1: the accuracy of a model of original texts on perturbed test texts, less that on the original ones.

    Mostly negative; lower is less robust.
    """
    return perturbed - original


def post_augmentation(augmented: float, original: float) -> float:
    """Equation 2: the accuracy on perturbed test texts after training on perturbed texts too, less that without them.

    Higher is a larger improvement.
    """
    return augmented - original

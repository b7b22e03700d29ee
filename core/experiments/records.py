"""What an experiment trains, and what came of it: plain values that a plan makes and figures read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import nan, sqrt

from core.metrics.estimate import UNSCORED, Estimate
from core.so_many import so_many

ACCURACY = "accuracy"


class Labels(StrEnum):
    """What a model learns to predict: the gold labels, or two labels drawn by chance whatever the gold ones are."""

    GOLD = "gold"
    RANDOM = "random"


class Added(StrEnum):
    """Which perturbed texts a training adds: all that its share says; those that people kept, by the labels that they
    gave; or as many others of the same condition, for comparison, by their gold labels."""

    ALL = "all"
    KEPT = "kept"
    AS_MANY = "as many others"


OutcomeKey = tuple[str, int, Labels, str, float, Added, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One trained model asked about one set of texts.

    `trained_on` is the condition that its training texts were perturbed by, "" for none, and `share` how many of them
    (with random labels: the probability of a sample of the perturbed class; with gold labels: perturbed copies added,
    as a share of the originals). `tested_on` is the condition of the texts asked about, "" for the originals. With
    random labels both are asked of the test samples of the perturbed class alone (Zhang et al. 2022, footnote 3).
    `accuracy` and `probability` (mean probability of the label to be predicted) lie between 0 and 1, NaN where the
    training failed for this `reason`, and where numbers are predicted. `scores` has every metric of gold labels that
    the task has, `changes` each less that of a model of the original texts on the original texts, paired by sample;
    `cues` in what share of the right and of the wrong answers a lexical cue remains, where that is counted.
    """

    dataset: str
    model: str
    seed: int
    labels: Labels
    trained_on: str
    share: float
    tested_on: str
    samples: int
    accuracy: float
    probability: float
    seconds: float = 0.0
    reason: str = ""
    added: Added = Added.ALL
    scores: Mapping[str, Estimate] = field(default_factory=dict, hash=False)
    changes: Mapping[str, Estimate] = field(default_factory=dict, hash=False)
    cues: Mapping[str, Estimate] = field(default_factory=dict, hash=False)

    def score(self, metric: str) -> Estimate:
        """By this metric; unscored where it is not known."""
        plain = Estimate(self.accuracy, self.samples) if metric == ACCURACY else UNSCORED
        return self.scores.get(metric, plain)

    @property
    def key(self) -> OutcomeKey:
        """Which training it is of, and what its model was asked about."""
        return self.model, self.seed, self.labels, self.trained_on, self.share, self.added, self.tested_on


UNPAIRED, PAIRED = 0.5, 0.25
"""In what share of the samples only one of two models is right: at most, where they are independent; and about, where
both answered the same samples (an assumption, which is said beside the figure)."""


def may_be_chance(samples: int, differing: float = UNPAIRED) -> float:
    """How far apart two accuracies on so many samples may be by chance, in 95 % of cases, where in this share of the
    samples only one of the two models is right: 1.96 sqrt(share / n)."""
    return 1.96 * sqrt(differing / samples) if samples else nan


def chance_in_words(samples: int, paired: bool) -> str:
    """ "With 120 test samples, a difference of up to 9 points may be chance (paired, …).", on the form and beside
    results; `paired` where the models are compared on the same samples."""
    points = 100 * may_be_chance(samples, PAIRED if paired else UNPAIRED)
    how = f"paired, if {100 * PAIRED:.0f} % of the answers differ" if paired else "unpaired"
    return f"With {so_many(samples, 'test sample')}, a difference of up to {points:.0f} points may be chance ({how})."

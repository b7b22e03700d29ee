"""The model of what people keep, as it is used: chances for candidates, and how far it can be trusted."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from core.metrics.estimate import UNSCORED, Estimate, Z
from core.metrics.roc import auc
from curation.triage.features import Encoding, Features, Numbers
from curation.triage.fitting import Fitted, chances


@dataclass(frozen=True, slots=True)
class KeepModel:
    """Fitted on decisions of which `kept` says what was kept, in the order of its `held_out` chances."""

    encoding: Encoding
    fitted: Fitted
    kept: tuple[bool, ...]
    perturbations: tuple[str, ...]  # of each decision

    @property
    def n(self) -> int:
        """The decisions that it was fitted on."""
        return len(self.kept)

    @property
    def auc(self) -> Estimate:
        """The area under the ROC curve of the held-out chances."""
        pairs = list(zip(self.fitted.held_out, self.kept, strict=True))
        return auc([chance for chance, kept in pairs if kept], [chance for chance, kept in pairs if not kept])

    @property
    def brier(self) -> Estimate:
        """Brier's score of the held-out chances."""
        return brier(self.fitted.held_out, self.kept)

    @property
    def brier_of_share(self) -> float:
        """Brier's score of saying the share kept of every candidate, which a model has to beat."""
        share = sum(self.kept) / self.n
        return share * (1 - share)

    def chances(self, traits: Features) -> Numbers:
        """The chance (0-1) of each of these candidates to be kept or relabelled."""
        return chances(self.fitted, self.encoding.matrix(traits))


def brier(predicted: Sequence[float], kept: Sequence[bool]) -> Estimate:
    """The mean squared difference of chance and outcome (Brier 1950): 0 is best. NaN for nothing.

    The interval is of the mean by its standard error, on the scale of logarithms so that it stays above 0.
    """
    if not kept:
        return UNSCORED
    errors = (np.array(predicted, float) - np.array(kept, float)) ** 2
    value, n = float(errors.mean()), len(kept)
    if n < 2 or not value:
        return Estimate(value, n)
    times = float(np.exp(Z * errors.std(ddof=1) / sqrt(n) / value))
    return Estimate(value, n, value / times, min(1.0, value * times))

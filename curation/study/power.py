"""How wide the interval of a share will be: what n participants with so many samples each can tell."""

from dataclasses import dataclass
from math import sqrt

from core.metrics.estimate import Z

OF_PEOPLE, OF_SAMPLES = 0.05, 0.2  # shares of the variance between participants and between samples: assumed


@dataclass(frozen=True, slots=True)
class Power:
    """What to expect of a share: `judgements` count as if there were `judgements / effect` independent ones.

    `half_width` is half of the expected 95 % interval, from 0 to 1.
    """

    judgements: int
    effect: float
    half_width: float


def power(participants: int, each: float, per_item: float, share: float = 0.5) -> Power:
    """What to expect where each participant judges so many samples, each judged by `per_item`, and `share` say yes.

    With a share of the variance between people and one between samples, crossed, the variance of the mean is that of
    independent judgements times 1 + (each - 1) rho_people + (per_item - 1) rho_samples (Kish's design effect for two
    kinds of clusters at once). The interval is Wilson's at so many fewer judgements.
    """
    judgements = participants * each
    effect = 1 + max(0.0, each - 1) * OF_PEOPLE + max(0.0, per_item - 1) * OF_SAMPLES
    n = judgements / effect
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return Power(round(judgements), effect, half)

"""How far perturbations take texts from their sources: the spread of each measure over texts, and how measures agree.

Clouatre et al. 2021 draw the spread in figures 6 and 14, and the agreement over all texts in figure 5.
"""

from collections.abc import Mapping, Sequence
from math import isnan

import numpy as np

from core.metrics.correlation import pearson
from core.metrics.order import LIKENESS, TEXT_METRICS

Far = Mapping[str, Sequence[float]]
"""By the name of the measure, in one order: how far each text is from its source."""
Quartiles = tuple[float, float, float, float, float]
"""The least, the three quartiles and the most."""


def quartiles(values: Sequence[float]) -> Quartiles:
    """Those of one number at least; between two numbers they are interpolated."""
    least, first, median, third, most = np.quantile(values, (0, 0.25, 0.5, 0.75, 1)).tolist()
    return least, first, median, third, most


def between(perturbed: Sequence[Far]) -> dict[str, dict[str, float]]:
    """Pearson's r of each two likenesses over all texts of the perturbations for which both are defined.

    A likeness is 1 less the measure, or BLEU-4. Left out where one is the same for all texts.
    """
    correlations: dict[str, dict[str, float]] = {}
    for one in TEXT_METRICS:
        for other in TEXT_METRICS:
            both = [far for far in perturbed if one in far and other in far]
            pairs = [pair for far in both for pair in zip(_likeness(far, one), _likeness(far, other), strict=True)]
            r = pearson([a for a, _ in pairs], [b for _, b in pairs]).value
            if not isnan(r):
                correlations.setdefault(one, {})[other] = r
    return correlations


def _likeness(far: Far, metric: str) -> list[float]:
    return [value if metric == LIKENESS else 1 - value for value in far[metric]]

"""How fast a figure falls as severity grows."""

from collections.abc import Sequence
from math import isnan, nan, sqrt

from core.metrics.estimate import Estimate, Z, same_length


def slope(severities: Sequence[float], figures: Sequence[Estimate]) -> Estimate:
    """The slope of the weighted straight line through the figures, per unit of severity; `n` counts the figures used.

    Each figure weighs 1 / s², where s is a 2 z-th of its interval's width (inverse-variance weighted least squares).
    With the weighted mean severity m the slope is sum(w (x - m) y) / sum(w (x - m)²), its standard error is
    1 / sqrt(sum(w (x - m)²)), and the interval ± z of these. Figures of the same samples err together, which moves
    their level more than the slope: the interval is rather wide. Figures without an interval, or with one of no width,
    are left out; NaN where fewer than two severities are left.
    """
    same_length(len(severities), len(figures))
    points = [
        (x, figure.value, (2 * Z / (figure.high - figure.low)) ** 2)
        for x, figure in zip(severities, figures, strict=True)
        if not isnan(figure.value) and figure.high > figure.low
    ]
    if len({x for x, _, _ in points}) < 2:
        return Estimate(nan, len(points))
    middle = sum(x * w for x, _, w in points) / sum(w for _, _, w in points)
    spread = sum(w * (x - middle) ** 2 for x, _, w in points)
    value, half = sum(w * (x - middle) * y for x, y, w in points) / spread, Z / sqrt(spread)
    return Estimate(value, len(points), value - half, value + half)

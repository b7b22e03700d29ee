"""Does it change its mind? Agreement of two sets of predictions beyond chance."""

from collections import Counter
from collections.abc import Sequence
from math import nan, sqrt

from core.metrics.estimate import UNSCORED, Estimate, Z, same_length


def cohens_kappa(before: Sequence[str], after: Sequence[str]) -> Estimate:
    """Cohen's kappa (1960) between predictions on original and on perturbed texts, as Romero 2023 uses it.

    kappa = (p0 - pe) / (1 - pe): p0 is the share of equal labels, pe the share expected by chance from how often each
    side names each label. 1 is never a change, 0 as often as by chance. The interval is the large-sample one of
    Fleiss, Cohen & Everitt (1969). Where both sides name one and the same label throughout, pe is 1 and kappa is NaN:
    a model that always says the same can't show whether it changes its mind. NaN for no labels.
    """
    same_length(len(before), len(after))
    n = len(before)
    if not n:
        return UNSCORED
    cells = Counter(zip(before, after, strict=True))
    rows, columns = Counter(before), Counter(after)
    observed = sum(times for (a, b), times in cells.items() if a == b) / n
    expected = sum(times * columns[label] for label, times in rows.items()) / n**2
    if expected == 1:
        return Estimate(nan, n)
    kappa = (observed - expected) / (1 - expected)
    half = Z * _standard_error(cells, rows, columns, n, expected, kappa)
    return Estimate(kappa, n, max(-1.0, kappa - half), min(1.0, kappa + half))


def _standard_error(
    cells: Counter[tuple[str, str]], rows: Counter[str], columns: Counter[str], n: int, expected: float, kappa: float
) -> float:
    """Fleiss, Cohen & Everitt (1969), formula 13, for a kappa that is not 0."""
    agreeing = sum(
        times / n * (1 - (rows[a] + columns[a]) / n * (1 - kappa)) ** 2 for (a, b), times in cells.items() if a == b
    )
    differing = sum(times / n * ((columns[a] + rows[b]) / n) ** 2 for (a, b), times in cells.items() if a != b)
    variance = agreeing + (1 - kappa) ** 2 * differing - (kappa - expected * (1 - kappa)) ** 2
    return sqrt(max(0.0, variance) / n) / (1 - expected)


def robustness(kappas: Sequence[float], shares: Sequence[float]) -> float:
    """Romero 2023's robustness score: the mean kappa, each weighted by the share of samples perturbed.

    Kappas that are NaN are left out; NaN when nothing with weight is left.
    """
    scored = [(kappa, weight) for kappa, weight in zip(kappas, shares, strict=True) if kappa == kappa]
    total = sum(weight for _, weight in scored)
    return sum(kappa * weight for kappa, weight in scored) / total if total else nan

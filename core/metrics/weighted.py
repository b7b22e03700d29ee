"""Agreement where labels have an order: changing one's mind to the next label is less than to the last."""

from collections.abc import Sequence
from math import nan

import numpy as np
from numpy.typing import NDArray

from core.errors import BadInput
from core.metrics.estimate import UNSCORED, Estimate, counted
from core.metrics.posterior import draws_of, kinds_of, within
from core.records import NO_LABEL

Shares = NDArray[np.float64]


def weighted_kappa(
    before: Sequence[str],
    after: Sequence[str],
    order: Sequence[str],
    times: Sequence[int] | None = None,
    squared: bool = False,
) -> Estimate:
    """Cohen's weighted kappa (1968) of predictions on original and perturbed texts, whose labels have this order.

    1 - sum(w p) / sum(w q): p is the share of each pair of labels, q the share by chance, w how many places of the
    order they are apart, or its square. With two labels it is plain kappa. NaN, as that, where both sides name one and
    the same label throughout, for no labels, and where a label was not given, which has no place in an order. The
    interval goes from the 2.5 % to the 97.5 % point of kappas drawn from Dirichlet distributions: the counts, and for
    the lower bound one sample that went from one end of the order to the other, for the upper one that stayed. Raises
    BadInput for a label that is not in the order.
    """
    n = counted(before, after, times)
    if not n:
        return UNSCORED
    if NO_LABEL in {*before, *after}:
        return Estimate(nan, n)
    if unknown := {*before, *after} - {*order}:
        raise BadInput(f"{min(unknown)!r} is not among the labels {', '.join(order)}; list all labels, in order.")
    if len({*before, *after}) == 1:
        return Estimate(nan, n)
    (rows, columns), weights = kinds_of((before, after), times)
    place, size = {label: number for number, label in enumerate(order)}, len(order)
    was, now = (np.array([place[label] for label in side]) for side in (rows, columns))
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size))).astype(float) ** (2 if squared else 1)

    def kappas(drawn: Shares, added: Shares, changed: float) -> Shares:
        sides = [np.dot(drawn, np.eye(size)[side]) + added[:, None] / size for side in (was, now)]
        observed = np.dot(drawn, apart[was, now]) + added * changed
        chance = (np.dot(sides[0], apart) * sides[1]).sum(axis=1)
        return np.asarray(1 - observed * sides[0].sum(axis=1) / chance)

    value = float(kappas(weights[None], np.zeros(1), 0.0)[0])
    drawn, added = draws_of(weights, 1.0)
    return within(value, n, kappas(drawn, added, float(apart.max())), kappas(drawn, added, 0.0))

"""A logistic regression of what people kept, with its calibration, and how well it does on what it has not seen.

It is fitted by scikit-learn, which takes long to import: only inside functions, and only where something is fitted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from curation.triage.features import Numbers

STRENGTH = 1.0  # C of scikit-learn: the less, the more the weights are held back
FOLDS = 5
FEWEST = 60  # decisions below which nothing is fitted
FEWEST_OF_A_KIND = 10  # kept, and discarded, below which nothing is fitted


@dataclass(frozen=True, slots=True)
class Fitted:
    """The weights of the columns with the bias, calibrated, and the chance of each sample by a model that had not seen
    it nor any other of its group."""

    weights: tuple[float, ...]
    bias: float
    held_out: tuple[float, ...]


def too_few(kept: Sequence[bool] | NDArray[np.bool_]) -> str:
    """Why nothing can be fitted on these decisions, "" where it can."""
    n, hits = len(kept), int(np.sum(np.asarray(kept, bool)))
    if n < FEWEST:
        return f"{n:,} of the {FEWEST} decisions needed"
    if min(hits, n - hits) < FEWEST_OF_A_KIND:
        few = f"{hits:,} kept" if hits < n - hits else f"{n - hits:,} discarded"
        return f"only {few}, but {FEWEST_OF_A_KIND} kept and {FEWEST_OF_A_KIND} discarded are needed"
    return ""


def fit(x: Numbers, kept: NDArray[np.bool_], groups: NDArray[np.int64]) -> Fitted:
    """The regression of these samples (a row each); raises ValueError where `too_few` says so.

    Samples of one group, those of the same text, are held out together. Calibration is Platt's (1999): a line through
    the log odds of held-out samples, of which each has its own from the folds that it is not in.
    """
    if reason := too_few(kept):
        raise ValueError(reason)
    folds = groups % FOLDS
    odds = np.empty(len(kept))
    for fold in range(FOLDS):
        out = folds == fold
        weights, bias = _regression(x[~out], kept[~out])
        odds[out] = x[out] @ weights + bias
    held_out = np.empty(len(kept))
    for fold in range(FOLDS):
        out = folds == fold
        held_out[out] = _probabilities(_line(odds[~out], kept[~out]), odds[out])
    slope, shift = _line(odds, kept)
    weights, bias = _regression(x, kept)
    return Fitted(tuple((slope * weights).tolist()), slope * bias + shift, tuple(held_out.tolist()))


def chances(fitted: Fitted, x: Numbers) -> Numbers:
    """The chance (0-1) of each row to be kept."""
    return _probabilities((1.0, fitted.bias), np.asarray(x @ np.array(fitted.weights)))


def _line(odds: Numbers, kept: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and height of the line; level, at the share kept, where higher odds would mean less."""
    weights, bias = _regression(odds[:, None], kept)
    return (float(weights[0]), bias) if weights[0] > 0 else (0.0, _regression(odds[:, None] * 0, kept)[1])


def _probabilities(line: tuple[float, float], odds: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(line[0] * odds + line[1], -20, 20))))


def _regression(x: Numbers, kept: NDArray[np.bool_]) -> tuple[Numbers, float]:
    """The weights and the bias; with one kind only, the log odds of its share, one of each added."""
    from sklearn.linear_model import LogisticRegression

    hits = int(kept.sum())
    if hits in (0, len(kept)):
        return np.zeros(x.shape[1]), float(np.log((hits + 1) / (len(kept) - hits + 1)))
    model = LogisticRegression(C=STRENGTH, max_iter=500).fit(x, kept)
    return np.asarray(model.coef_[0], float), float(model.intercept_[0])

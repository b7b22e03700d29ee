"""Metrics over predictions. Each is a value with its n and a 95 % interval; NaN says that it could not be scored."""

from core.metrics.agreement import cohens_kappa
from core.metrics.classification import accuracy, f1_binary, f1_macro, f1_micro, matthews
from core.metrics.estimate import UNSCORED, Estimate
from core.metrics.grid import robustness
from core.metrics.paired import accuracy_lost
from core.metrics.share import share
from core.metrics.weighted import weighted_kappa

__all__ = [
    "UNSCORED", "Estimate", "accuracy", "accuracy_lost", "cohens_kappa", "f1_binary", "f1_macro", "f1_micro",
    "matthews", "robustness", "share", "weighted_kappa",
]  # fmt: skip

"""What is known of a candidate before anybody judged it, as columns of numbers that a model can be fitted on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
NUMBERS = ("similarity", "issues", "context", "length", "edits", "touched", "severity")
COUNTS = (1, 3, 4)  # of these the logarithm of one more is taken: the second issue says less than the first
FEWEST = 10  # candidates of a kind below which it is counted among the rest


@dataclass(frozen=True, slots=True)
class Features:
    """Some candidates: of each a row of `NUMBERS` (NaN where there is none), and two names of its kind.

    Issues are those that the perturbation added, length counts characters, `touched` is the share of characters that
    edits touch. The kinds are its perturbation, and its data set with its label.
    """

    numbers: Numbers
    perturbations: Sequence[str]
    labels: Sequence[str]

    def __len__(self) -> int:
        return len(self.perturbations)

    @classmethod
    def joined(cls, parts: Sequence["Features"]) -> "Features":
        """All candidates of these, one after the other."""
        if not parts:
            return cls(np.empty((0, len(NUMBERS))), (), ())
        return cls(
            np.concatenate([part.numbers for part in parts]),
            [name for part in parts for name in part.perturbations],
            [name for part in parts for name in part.labels],
        )

    def some(self, places: Sequence[int]) -> "Features":
        """The candidates at these places."""
        wanted = list(places)
        return Features(self.numbers[wanted], [self.perturbations[i] for i in wanted], [self.labels[i] for i in wanted])


@dataclass(frozen=True, slots=True)
class Encoding:
    """How traits become the columns of a matrix, learnt from some and applied to any.

    Numbers are brought to mean 0 and standard deviation 1; where one is missing, the mean stands and another column
    says so. A kind has a column of its own where there were `FEWEST` of it.
    """

    means: Numbers
    spreads: Numbers
    perturbations: tuple[str, ...]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, traits: Features) -> "Encoding":
        """The encoding for candidates like these."""
        numbers = _log_counts(traits.numbers)
        present = ~np.isnan(numbers)
        counts = np.maximum(present.sum(axis=0), 1)
        means = np.where(present, numbers, 0).sum(axis=0) / counts
        spreads = np.sqrt((np.where(present, numbers - means, 0) ** 2).sum(axis=0) / counts)
        spreads[spreads < 1e-9] = 1  # all alike
        return cls(means, spreads, _frequent_names(traits.perturbations), _frequent_names(traits.labels))

    def matrix(self, traits: Features) -> Numbers:
        """A row for each of these candidates."""
        numbers = (_log_counts(traits.numbers) - self.means) / self.spreads
        missing = np.isnan(numbers)
        kinds = ((self.perturbations, traits.perturbations), (self.labels, traits.labels))
        one_hot = [_columns(categories, names) for categories, names in kinds]
        return np.concatenate([np.clip(np.where(missing, 0, numbers), -5, 5), missing, *one_hot], axis=1)


def _log_counts(numbers: Numbers) -> Numbers:
    tamed = numbers.copy()
    for column in COUNTS:
        tamed[:, column] = np.log1p(tamed[:, column])
    return tamed


def _frequent_names(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(name for name, times in Counter(names).items() if times >= FEWEST))


def _columns(categories: Sequence[str], names: Sequence[str]) -> Numbers:
    place = {name: column for column, name in enumerate(categories)}
    one_hot = np.zeros((len(names), len(categories)))
    for row, name in enumerate(names):
        if name in place:
            one_hot[row, place[name]] = 1
    return one_hot

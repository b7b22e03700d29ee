"""A number with what it was measured on and how sure it is."""

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from math import isnan, nan

from core.errors import BadInput
from core.rounding import fixed

Z = 1.959963984540054  # the 97.5 % point of the normal distribution: two-sided 95 %


@dataclass(frozen=True, slots=True)
class Estimate:
    """`value` measured on `n` items, with a 95 % interval from `low` to `high`; NaN where there is none."""

    value: float
    n: int
    low: float = nan
    high: float = nan

    @property
    def in_words(self) -> str:
        """ "0.41 (0.30 to 0.52)", without an interval where there is none, "–" where there is no figure."""
        interval = "" if isnan(self.low) else f" ({fixed(self.low)} to {fixed(self.high)})"
        return fixed(self.value) + interval


UNSCORED = Estimate(nan, 0)


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """The mean of a figure over draws or trainings, their standard deviation (NaN for one), and how many have it."""

    mean: Estimate
    sd: float
    count: int


def same_length(a: int, b: int) -> None:
    """Raise BadInput unless both label lists have this length."""
    if a != b:
        raise BadInput(f"Lists of {a} and {b} labels can't be compared; each needs one label for every sample.")


def counted(one: Sized, other: Sized, times: Sequence[int] | None = None) -> int:
    """How many samples two lists of labels stand for, `times` each or one; raises BadInput for unequal lengths."""
    same_length(len(one), len(other))
    if times is None:
        return len(one)
    same_length(len(one), len(times))
    return sum(times)

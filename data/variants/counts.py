"""What became of the samples of a condition, in numbers."""

from dataclasses import asdict, dataclass
from math import nan


@dataclass(frozen=True, slots=True)
class Counts:
    """How many samples there were, and what became of them.

    `drawn` were chosen to be perturbed, `perturbed` were. `measured` counts the drawn ones whose severity has a number,
    `severity` is the sum of those; what a condition is not applicable to has severity 0.
    """

    samples: int = 0
    drawn: int = 0
    perturbed: int = 0
    edits: int = 0
    measured: int = 0
    severity: float = 0.0

    @property
    def not_applicable(self) -> int:
        """The samples that were drawn and could not be perturbed."""
        return self.drawn - self.perturbed

    @property
    def mean_severity(self) -> float:
        """Over the samples that were drawn, in the unit asked; NaN where it has no number."""
        return self.severity / self.measured if self.measured else nan

    @property
    def share(self) -> float:
        """The share of the drawn samples that the condition applied to; NaN where none was drawn."""
        return self.perturbed / self.drawn if self.drawn else nan

    def __add__(self, other: "Counts") -> "Counts":
        mine, theirs = asdict(self), asdict(other)
        return Counts(**{key: mine[key] + theirs[key] for key in mine})

"""A sample of which a model says something else once it is perturbed."""

from dataclasses import dataclass
from math import nan

from core.records import FieldRewrite, Task


@dataclass(frozen=True, slots=True)
class Flip:
    """A sample whose prediction changed. Probabilities are those of the labels `before` and `after`, NaN if unknown.

    `gold` is the data set's label, `gold_after` the perturbed text's: another one where people relabelled it. Of a task
    of numbers every sample whose number moved is one.
    """

    sample_id: str
    candidate_id: str
    gold: str
    before: str
    after: str
    p_before: float
    p_after: float
    rewrites: tuple[FieldRewrite, ...]
    gold_after: str
    task: Task = Task.CLASSIFICATION

    @property
    def moved(self) -> float:
        """How far a number moved; NaN for labels."""
        return float(self.after) - float(self.before) if self.task is Task.SIMILARITY else nan

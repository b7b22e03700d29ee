"""Whether a training collapsed: the network has stopped telling texts apart and gives every one the same label.

It happens when the learning rate is too high for the model or the task (Mosbach et al. 2021, "On the Stability of
Fine-tuning BERT"); no accuracy shows it where one label is common, and no kappa can be computed of it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log

from core.models.training.history import Attempt, EpochSeen

LOWER = 0.25  # of the learning rate, with which a collapsed training begins again
ENOUGH = 5  # dev samples of other labels, below which one label for all may be chance
MANY = 50  # steps of training: in fewer it is no collapse that nothing was learned
STUCK = 0.98  # of the loss of guessing by the labels' shares: above it nothing was learned


@dataclass(frozen=True, slots=True)
class Watch:
    """What an attempt is judged by: the gold labels of dev, and the loss of guessing the training labels.

    `steps` are those of an epoch; `of` is what has a label each.
    """

    dev: Counter[str]
    guessing: float
    steps: int
    of: str = "samples"

    @classmethod
    def over(
        cls,
        train: Sequence[str],
        dev: Sequence[str],
        guessing: float,
        weighted: bool,
        steps: int,
        of: str = "samples",
    ) -> "Watch":
        """Of these labels; with class weights a guess knows no shares."""
        return cls(Counter(dev), log(len(set(train))) if weighted else guessing, steps, of)

    def fault(self, attempt: Attempt, over: bool) -> str:
        """What shows, after its last epoch so far, that this attempt collapsed; "" where nothing does.

        `over`: no epoch follows, so that the epoch that was kept is judged, and not only a second one of its kind.
        """
        last = attempt.epochs[-1]
        if not isfinite(last.loss):
            return f"the training loss was no number in epoch {len(attempt.epochs)}"
        if len(attempt.epochs) * self.steps < MANY:
            return ""
        seen = (attempt.epochs[attempt.kept - 1],) if over else attempt.epochs[-2:]
        if self._one_label(seen) and (over or (len(seen) == 2 and last.loss >= STUCK * self.guessing)):
            return f"it gave all {self.dev.total():,} dev {self.of} one label, where they have {len(self.dev)}"
        if over and self._stuck(attempt):
            first = attempt.epochs[0].loss
            return f"the training loss did not fall ({first:.3f} in the first epoch, {last.loss:.3f} in the last)"
        return ""

    def _one_label(self, seen: Sequence[EpochSeen]) -> bool:
        enough = self.dev.total() - max(self.dev.values(), default=0) >= ENOUGH
        return enough and all(epoch.labels == 1 for epoch in seen)

    def _stuck(self, attempt: Attempt) -> bool:
        """The loss did not fall over enough steps, and dev, where there is one, is no better than guessing."""
        first, last = attempt.epochs[0], attempt.epochs[-1]
        guessed = max(self.dev.values()) / self.dev.total() if self.dev else 1.0
        told_apart = any(epoch.labels > 1 and (epoch.dev or 0.0) > guessed for epoch in attempt.epochs)
        return len(attempt.epochs) > 1 and last.loss >= max(first.loss, self.guessing) and not told_apart

"""Whether a training collapsed: the network tells texts apart no better than chance, or its loss ran away.

It happens when the learning rate is too high for the model or the task (Mosbach et al. 2021, "On the Stability of
Fine-tuning BERT"). Accuracy does not show it where one label is common, so dev is judged by a correlation that is 0 by
chance, with its interval, and the training by its loss beside that of guessing.
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
LITTLE = 0.1  # of correlation on dev, surely: with less, a loss that is a quarter above guessing says that it ran away
DIVERGED, RAN_AWAY = 1.25, 3.0  # times the loss of guessing


@dataclass(frozen=True, slots=True)
class CollapseDetector:
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
    ) -> "CollapseDetector":
        """Of these labels; with class weights a guess knows no shares."""
        return cls(Counter(dev), log(len(set(train))) if weighted else guessing, steps, of)

    def fault(self, attempt: Attempt, over: bool) -> str:
        """What shows, after its last epoch so far, that this attempt collapsed; "" where nothing does.

        `over`: no epoch follows, so that the epoch that was kept is judged, and not only a second one of its kind.
        """
        last = attempt.epochs[-1]
        if not isfinite(last.loss):
            return f"the training loss was not a finite number in epoch {len(attempt.epochs)}"
        if len(attempt.epochs) * self.steps < MANY:
            return ""
        seen = (attempt.epochs[attempt.kept - 1],) if over else attempt.epochs[-2:]
        if self._one_label(seen) and (over or (len(seen) == 2 and last.loss >= STUCK * self.guessing)):
            return (
                f"it gave all {self.dev.total():,} dev {self.of} the same label, but they have {len(self.dev)} labels"
            )
        if not over:
            return ""
        kept = attempt.epochs[attempt.kept - 1]
        if kept.at_least is None:
            return self._loss_fault(attempt)
        if kept.at_least > 0 and kept.matthews is None:
            return ""  # numbers may go together with the gold ones long before they have their scale
        limit = STUCK if kept.at_least <= 0 else DIVERGED if kept.at_least < LITTLE else RAN_AWAY
        if min(kept.loss, last.loss) < limit * self.guessing:
            return ""
        losses = f"the training loss is {kept.loss:.3f}, and guessing gives {self.guessing:.3f}"
        chance = f"it does no better than chance ({kept.on_dev}), and " if kept.at_least <= 0 else ""
        return f"{chance}{losses}"

    def _one_label(self, seen: Sequence[EpochSeen]) -> bool:
        enough = self.dev.total() - max(self.dev.values(), default=0) >= ENOUGH
        return enough and all(epoch.labels == 1 for epoch in seen)

    def _loss_fault(self, attempt: Attempt) -> str:
        """That the loss did not fall, where dev says nothing of chance and the loss is all that is known."""
        first, last = attempt.epochs[0], attempt.epochs[-1]
        guessed = max(self.dev.values()) / self.dev.total() if self.dev else 1.0
        told_apart = any(epoch.labels > 1 and (epoch.dev or 0.0) > guessed for epoch in attempt.epochs)
        if len(attempt.epochs) == 1 or last.loss < max(first.loss, self.guessing) or told_apart:
            return ""
        return f"the training loss did not fall ({first.loss:.3f} in the first epoch, {last.loss:.3f} in the last)"

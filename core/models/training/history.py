"""What a training came to, epoch by epoch: for curves, for the job's log, and to see whether it collapsed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cattrs import structure

ON_TRAIN, ON_DEV = 0.2, 0.8  # what the choice of a grid's training rests on
PARTS = 20  # of an epoch, after each of which its loss is told


def selection_score(train: float, dev: float) -> float:
    """0.2 F1 on train + 0.8 F1 on dev (Romero 2023), both in [0, 1]."""
    return ON_TRAIN * train + ON_DEV * dev


@dataclass(frozen=True, slots=True)
class EpochSeen:
    """An epoch: mean training loss; the score on dev, None without dev; how many labels the model gives dev.

    `matthews` is Matthews' correlation on dev where samples are labelled, None elsewhere and where dev has one label.
    `at_least` is the lower end of the 95 % interval of it, or of Pearson's r for numbers: 0 is chance; None where that
    is not known.
    """

    loss: float
    dev: float | None = None
    labels: int = 0
    matthews: float | None = None
    at_least: float | None = None

    @property
    def worth(self) -> tuple[bool, float, float]:
        """By which the best epoch is chosen: that it tells dev apart, then Matthews' correlation, then the score.

        Accuracy alone would choose an epoch that gives nearly every sample the commonest label.
        """
        return self.labels > 1, self.matthews or 0.0, self.dev or 0.0

    @property
    def on_dev(self) -> str:
        """What dev came to, for people: "0.731 on dev, Matthews 0.462"; "" without dev."""
        if self.dev is None:
            return ""
        return f"{self.dev:.3f} on dev" + ("" if self.matthews is None else f", Matthews {self.matthews:.3f}")


@dataclass(frozen=True, slots=True)
class Attempt:
    """A training at this rate; `kept` is the epoch, from 1, whose weights stayed; `fault` says why it was given up.

    `running` is the mean loss of each part of the epochs so far, of which each has `parts`.
    """

    learning_rate: float
    epochs: tuple[EpochSeen, ...] = ()
    kept: int = 0
    fault: str = ""
    running: tuple[float, ...] = ()
    parts: int = 0

    def after(self, epoch: EpochSeen, kept: bool) -> "Attempt":
        """The attempt with one more epoch."""
        epochs = (*self.epochs, epoch)
        return replace(self, epochs=epochs, kept=len(epochs) if kept else self.kept)


@dataclass(frozen=True, slots=True)
class GridTraining:
    """A training of a grid: F1 on train and dev in [0, 1], None where it collapsed (`fault` says how)."""

    learning_rate: float
    epochs: int
    train: float | None = None
    dev: float | None = None
    fault: str = ""

    @property
    def score(self) -> float:
        """The selection score; -1 for what collapsed."""
        return -1.0 if self.train is None or self.dev is None else selection_score(self.train, self.dev)

    @property
    def in_words(self) -> str:
        """The training and its score: "5 epochs, learning rate 1e-05, score 0.2 x 0.990 + 0.8 x 0.910 = 0.926"."""
        if self.train is None or self.dev is None:
            return f"{self.epochs} epochs: {self.fault}"
        scores = f"{ON_TRAIN} x {self.train:.3f} + {ON_DEV} x {self.dev:.3f} = {self.score:.3f}"
        return f"{self.epochs} epochs, learning rate {self.learning_rate:g}, score {scores}"


@dataclass(frozen=True, slots=True)
class History:
    """The attempts at training a model: the last is the one that counts, those before it collapsed.

    `tried` are the trainings of a grid, of which the attempts are those of the chosen one.
    """

    attempts: tuple[Attempt, ...] = ()
    tried: tuple[GridTraining, ...] = ()

    def with_last(self, attempt: Attempt) -> "History":
        """The history with its last attempt as it is now."""
        return History((*self.attempts[:-1], attempt))

    def begun(self, learning_rate: float) -> "History":
        """The history with one more attempt that begins."""
        return History((*self.attempts, Attempt(learning_rate)))

    @property
    def faults(self) -> str:
        """Why attempts were given up: "at a learning rate of 0.0003 ..., and at 7.5e-05 ..."; "" where none was."""
        rates = ("a learning rate of ", "")
        faults = [f"at {rates[i > 0]}{a.learning_rate:g} {a.fault}" for i, a in enumerate(self.attempts) if a.fault]
        return ", and ".join(faults)

    @property
    def in_words(self) -> str:
        """How the model came about, for people: which epoch was kept, and what went before; "" before the first."""
        if not self.attempts or not self.attempts[-1].epochs:
            return ""
        last = self.attempts[-1]
        seen = last.epochs[last.kept - 1]
        alike = ", the same label for all" if seen.labels == 1 else ""
        on_dev = f" ({seen.on_dev}{alike})" if seen.on_dev else ""
        best = max((tried for tried in self.tried), key=lambda tried: tried.score, default=None)
        won = f"the best of {len(self.tried)} trainings by F1 on train and dev: {best.in_words}; " if best else ""
        kept = f"{won}epoch {last.kept} of {len(last.epochs)}{on_dev}"
        if len(self.attempts) == 1:
            return kept
        again = f"a second training with learning rate {last.learning_rate:g}"
        return f"{kept} of {again}, because {History(self.attempts[:-1]).faults}"

    @property
    def dev_score(self) -> float | None:
        """The score on dev of the epoch that was kept; None without dev, and before there is one."""
        last = self.attempts[-1] if self.attempts else None
        return last.epochs[last.kept - 1].dev if last and last.epochs else None


def parse_history(plain: Mapping[str, Any]) -> History:
    """A history from what `asdict` made of it; an empty one from nothing."""
    return structure(plain, History)

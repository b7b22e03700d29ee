"""What a training came to, epoch by epoch: for curves, for the job's log, and to see whether it collapsed."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class EpochSeen:
    """An epoch: mean training loss; the score on dev, None without dev; how many labels the model gives dev."""

    loss: float
    dev: float | None = None
    labels: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """A training at this rate; `kept` is the epoch, from 1, whose weights stayed; `fault` says why it was given up."""

    learning_rate: float
    epochs: tuple[EpochSeen, ...] = ()
    kept: int = 0
    fault: str = ""

    def after(self, epoch: EpochSeen, kept: bool) -> "Attempt":
        """The attempt with one more epoch."""
        epochs = (*self.epochs, epoch)
        return replace(self, epochs=epochs, kept=len(epochs) if kept else self.kept)


@dataclass(frozen=True, slots=True)
class History:
    """The attempts at training a model: the last is the one that counts, those before it collapsed."""

    attempts: tuple[Attempt, ...] = ()

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
        said = [f"at {rates[i > 0]}{a.learning_rate:g} {a.fault}" for i, a in enumerate(self.attempts) if a.fault]
        return ", and ".join(said)

    @property
    def in_words(self) -> str:
        """How the model came about, for people: which epoch was kept, and what went before; "" before the first."""
        if not self.attempts or not self.attempts[-1].epochs:
            return ""
        last = self.attempts[-1]
        seen = last.epochs[last.kept - 1]
        alike = ", one label for all" if seen.labels == 1 else ""
        on_dev = "" if seen.dev is None else f" ({seen.dev:.3f} on dev{alike})"
        kept = f"epoch {last.kept} of {len(last.epochs)}{on_dev}"
        if len(self.attempts) == 1:
            return kept
        return f"{kept} of a second training at {last.learning_rate:g}, since {History(self.attempts[:-1]).faults}"

    @property
    def dev_score(self) -> float | None:
        """The score on dev of the epoch that was kept; None without dev, and before there is one."""
        last = self.attempts[-1] if self.attempts else None
        return last.epochs[last.kept - 1].dev if last and last.epochs else None

    def plain(self) -> list[dict[str, Any]]:
        """Plain values, for a checkpoint or JSON; `parse_history` reads them back."""
        return [asdict(attempt) | {"epochs": [asdict(seen) for seen in attempt.epochs]} for attempt in self.attempts]


def parse_history(plain: list[Mapping[str, Any]]) -> History:
    """A history from its plain values."""
    return History(
        tuple(
            Attempt(**{**attempt, "epochs": tuple(EpochSeen(**seen) for seen in attempt["epochs"])})
            for attempt in plain
        )
    )

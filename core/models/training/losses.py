"""The mean loss of the steps so far, summed on the device."""

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class MeanLoss:
    """The loss of `seen` examples, `summed` where it was made: asking a device for it at each step would wait."""

    summed: Any = 0.0
    seen: int = 0

    def add(self, loss: Any, examples: int) -> None:
        """One more step: the mean loss of so many examples, a tensor of one number."""
        self.summed = self.summed + loss.detach() * examples
        self.seen += examples

    def taken(self) -> float:
        """The mean loss an example since this was asked last; 0 where nothing was seen."""
        mean = float(self.summed) / max(self.seen, 1)
        self.summed, self.seen = 0.0, 0
        return mean

    def plain(self) -> dict[str, Any]:
        """All that is known, for a checkpoint: its fields."""
        return {"summed": self.summed, "seen": self.seen}

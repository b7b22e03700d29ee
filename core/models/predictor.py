"""The door every model stands behind: texts in, a label with probabilities out for each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

Texts = tuple[str, ...]
"""One text, or the two of a pair."""
Check = Callable[[], None]
"""Called before each batch; may raise to stop."""


def unchecked() -> None:
    """The check that never stops anything."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A label, and the probabilities of all labels in label order; they sum to 1, or are () where none are known."""

    label: str
    probabilities: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TextPrediction:
    """What a model says of a text that somebody asks it: a label, and the probability of each; {} if none is known."""

    label: str
    probabilities: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class NumberAnswer:
    """A number on the scale of the data set, told with four decimals: more than the company it is asked in can move."""

    value: float
    probabilities: ClassVar[tuple[float, ...]] = ()  # none are known

    @property
    def label(self) -> str:
        """The number as a label is kept."""
        return f"{self.value:.4f}"


@dataclass(frozen=True, slots=True)
class Tagged:
    """A tag for each token of the text; `unread` are those that the model could not read and tags O."""

    tags: tuple[str, ...]
    unread: int = 0
    probabilities: ClassVar[tuple[float, ...]] = ()  # none are kept

    @property
    def label(self) -> str:
        """The tags as a label is kept: with single spaces between."""
        return " ".join(self.tags)


Output = Labelled | NumberAnswer | Tagged
"""What a model says of one text: a label, a number or tags, one case for each kind of task."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which model this is. `name` is for people; the same `digest` gives the same outputs for the same texts."""

    name: str
    kind: str
    digest: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a model costs, to make it ready and for each text it predicts, in texts that a transformer reads once."""

    training: float
    text: float


class Predictor(Protocol):
    """A network, a file of predictions, an endpoint: what it says of a text depends on that text alone."""

    @property
    def identity(self) -> Identity:
        """Which model this is."""

    def predict(self, texts: Sequence[Texts], check: Check = unchecked) -> list[Output]:
        """What the model says of each text, in the order of the texts."""

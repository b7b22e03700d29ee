"""What to train, on what, and how: plain values that decide a trained model completely."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from math import ceil
from numbers import Integral
from typing import NamedTuple

from core.errors import BadInput
from core.identity import content_id
from core.models.predictor import Texts

SEEDS = 1 << 63  # what a random generator takes, and as much below 0
LOOP = "loop 6"  # the training loop; another word whenever the same settings come to train another model

COUNTS = ("train_limit", "patience", "restarts", "answer_tokens", "embedding", "hidden", "steps")
WHOLE = ("epochs", "batch_size", "max_length", "seed", *COUNTS)
OPTIONAL = {
    "prompt", "answer_tokens", "remote_code", "head", "head_rate", "embedding", "hidden", "dropout", "batches", "steps",
    "keep_collapsed",
}  # fmt: skip
"""Settings that decide nothing while they are empty."""


class Example(NamedTuple):
    """A text, or the two of a pair, with the name of its gold label."""

    texts: Texts
    label: str


@dataclass(frozen=True, slots=True)
class Material:
    """What a model may learn from: examples to train on, and those by which the best epoch is chosen.

    `weights` is the digest of the pretrained weights that it starts from ("" for none), `precision` the number format
    in which it learns.
    """

    train: Sequence[Example] = ()
    dev: Sequence[Example] = ()
    weights: str = ""
    precision: str = "float32"


class KeptEpoch(StrEnum):
    """Which epoch's weights stay: those of the best on dev, or the last, as programs that do not look do."""

    BEST = "best"
    LAST = "last"


class Batches(StrEnum):
    """How training texts come together: those of like length, or by chance alone, which pads more."""

    LIKE_LENGTH = ""
    CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model and its training. `kind` names its family; what `path` means is up to the family.

    `train_limit` 0 trains on every sample of the split. Lengths are in the model's own tokens. `warm_up` is the share
    of the steps in which the learning rate rises from 0, to fall evenly to 0 in the others; norms and biases are free
    of `weight_decay`. With `class_weights` every label weighs the same in the loss, however rare. After `patience`
    epochs without a better score on dev training stops; 0 goes on to the end. A training that collapses begins again,
    at a lower rate, `restarts` times. `search` is "grid" for the best of nine trainings, whatever rate and epochs say.
    `head` is "mean" for one over the mean of all tokens, "" for the architecture's own; it learns `head_rate` times as
    fast as what was pretrained, 0 for as fast. `prompt` is what an endpoint is asked, "" for the usual, and
    `answer_tokens` how long its answers may be, 0 for the usual. `remote_code` allows program code that comes with a
    model's weights to run. Of networks that begin from nothing `embedding` is the size of a word's vector, `hidden`
    that of the states (of the CNN, of all filters together) and `dropout` a share; 0 is the architecture's own.
    Training ends after so many `steps` (batches), whatever `epochs` says, where it is not 0. With `keep_collapsed` a
    training that learned nothing is a result like any other, as where labels are drawn by chance.
    """

    name: str
    kind: str
    path: str = ""
    epochs: int = 3
    learning_rate: float = 5e-5
    batch_size: int = 32
    max_length: int = 128
    train_limit: int = 0
    seed: int = 0
    warm_up: float = 0.06
    weight_decay: float = 0.01
    class_weights: bool = False
    patience: int = 0
    keep: str = KeptEpoch.BEST
    restarts: int = 1
    search: str = ""
    head: str = ""
    head_rate: float = 0.0
    prompt: str = ""
    answer_tokens: int = 0
    remote_code: bool = False
    embedding: int = 0
    hidden: int = 0
    dropout: float = 0.0
    batches: str = Batches.LIKE_LENGTH
    steps: int = 0
    keep_collapsed: bool = False

    def __post_init__(self) -> None:
        self._check_whole()
        for what, value in (("epochs", self.epochs), ("batch_size", self.batch_size), ("max_length", self.max_length)):
            if value < 1:
                raise BadInput(f"{what} is {value} for the model {self.name!r}; it must be at least 1.")
        if not 0 < self.learning_rate < 1:
            raise BadInput(f"The learning rate {self.learning_rate:g} of {self.name!r} must lie between 0 and 1.")
        for what, share in (("warm_up", self.warm_up), ("weight_decay", self.weight_decay), ("dropout", self.dropout)):
            if not 0 <= share < 1:
                raise BadInput(f"{what} is {share:g} for the model {self.name!r}; it must be at least 0 and below 1.")
        for what in COUNTS:
            if (count := getattr(self, what)) < 0:
                raise BadInput(f"{what} is {count} for the model {self.name!r}; it must be 0 or more.")
        if abs(self.seed) >= SEEDS:
            raise BadInput(f"The training seed {self.seed} of {self.name!r} is too large; give one below {SEEDS}.")
        self._check_choices()

    def _check_choices(self) -> None:
        if self.search not in ("", "grid"):
            raise BadInput(f"{self.name!r} can't use the search {self.search!r}; choose grid, or leave search out.")
        if self.head not in ("", "mean") or not 0 <= self.head_rate <= 1000:
            refusal = f"{self.name!r} can't use the head {self.head!r} with head_rate {self.head_rate:g}"
            raise BadInput(f"{refusal}; choose mean or leave head out, and give a head_rate from 0 to 1000.")
        if self.keep not in tuple(KeptEpoch):
            raise BadInput(f"{self.name!r} can't keep the epoch {self.keep!r}; choose best or last.")
        if self.batches not in tuple(Batches):
            raise BadInput(f"{self.name!r} can't make batches by {self.batches!r}; choose chance or leave batches out.")

    def _check_whole(self) -> None:
        for what in WHOLE:
            if not isinstance(value := getattr(self, what), Integral):
                raise BadInput(f"{what} is {value!r} for the model {self.name!r}; it must be a whole number.")

    def length(self, examples: int) -> tuple[int, int]:
        """How many epochs, the last perhaps not whole, and how many steps training on so many examples takes."""
        an_epoch = ceil(examples / self.batch_size)
        total = self.steps or self.epochs * an_epoch
        return ceil(total / max(an_epoch, 1)), total

    def trained_id(self, material: Material) -> str:
        """The id of what this training makes of this material: the same asked twice is trained once."""
        settings = {
            key: str(value) for key, value in asdict(self).items() if (value or key not in OPTIONAL) and key != "name"
        }
        how = (
            LOOP,
            material.precision,
            material.weights,
            *(part for pair in sorted(settings.items()) for part in pair),
        )
        return content_id(*how, *_hashable_parts(material.train), *_hashable_parts(material.dev))


def _hashable_parts(examples: Sequence[Example]) -> Iterator[str]:
    yield str(len(examples))
    yield from (part for e in examples for part in (str(len(e.texts)), *e.texts, e.label))

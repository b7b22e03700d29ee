"""What to train, on what, and how: plain values that decide a trained model completely."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import NamedTuple

from core.errors import BadInput
from core.identity import content_id

MINILM = "minilm"  # the weights that come with the requirements: works with no hub


class ModelKind(StrEnum):
    TRANSFORMER = "transformer"  # any Hugging Face sequence classifier, fine-tuned
    CNN = "cnn"  # the convolutional classifier of Kim 2014, from nothing


class Example(NamedTuple):
    """One text, or the two of a pair, with the name of its gold label."""

    texts: tuple[str, ...]
    label: str


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A model and its training. `path` is a hub name, a folder, or "minilm"; a CNN needs none.

    `train_limit` 0 trains on every sample of the split. Lengths are in the model's own tokens.
    """

    name: str
    kind: ModelKind
    path: str = ""
    epochs: int = 3
    learning_rate: float = 5e-5
    batch_size: int = 32
    max_length: int = 128
    train_limit: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.kind is ModelKind.TRANSFORMER and not self.path:
            raise BadInput(f"The model {self.name!r} has no path; give a hub name, a folder or {MINILM!r}.")
        for what, value in (("epochs", self.epochs), ("batch_size", self.batch_size), ("max_length", self.max_length)):
            if value < 1:
                raise BadInput(f"{what} is {value} for the model {self.name!r}; it must be at least 1.")
        if not 0 < self.learning_rate < 1:
            raise BadInput(f"The learning rate {self.learning_rate:g} of {self.name!r} must lie between 0 and 1.")

    def trained_id(self, examples: list[Example], dev: list[Example]) -> str:
        """The id of what this training makes of these examples: the same asked twice is trained once."""
        told = {key: str(value) for key, value in asdict(self).items() if key != "name"}
        texts = (part for example in (*examples, *dev) for part in (*example.texts, example.label))
        return content_id(*(part for pair in sorted(told.items()) for part in pair), *texts)


def default_spec(path: str, train_limit: int = 0, seed: int = 0) -> ModelSpec:
    """The usual training of "minilm", "cnn", or a transformer by hub name or folder.

    MiniLM is small and takes a larger learning rate than the base-sized models the papers fine-tune: 300 TREC
    questions bring it to 91 % of TREC's first 200 test questions, the demo questions to 98 % of theirs.
    """
    if path == ModelKind.CNN:
        return ModelSpec(
            "CNN", ModelKind.CNN, epochs=10, learning_rate=1e-3, max_length=256, train_limit=train_limit, seed=seed
        )
    if path == MINILM:
        return ModelSpec(
            "MiniLM",
            ModelKind.TRANSFORMER,
            MINILM,
            learning_rate=3e-4,
            batch_size=16,
            train_limit=train_limit,
            seed=seed,
        )
    name = path.rstrip("/").split("/")[-1]
    return ModelSpec(name, ModelKind.TRANSFORMER, path, train_limit=train_limit, seed=seed)

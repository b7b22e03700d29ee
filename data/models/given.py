"""A trained classifier that a script holds, as a model."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeGuard, TypeVar

from core.errors import BadInput
from core.models.as_is.family import PREFIX
from core.models.called.family import own_model
from data.models.hub import answers

Classifier = tuple[Any, Any]
"""A model of transformers, and its tokenizer."""


class Fitted(Protocol):
    """A fitted classifier of scikit-learn."""

    def predict(self, texts: Any, /) -> Any:
        """The label of each text."""


Called = TypeVar("Called", bound=Callable[..., Any] | Fitted)


def is_classifier(given: object) -> TypeGuard[Classifier]:
    """Whether this is a model of transformers with its tokenizer."""
    if not isinstance(given, tuple) or len(given) != 2:
        return False
    return is_model(given[0]) and hasattr(given[1], "save_pretrained") and not is_model(given[1])


def with_tokenizer(model: Any) -> Classifier:
    """The model and the tokenizer that lies where it was loaded from; raises BadInput where none does."""
    from transformers import AutoTokenizer

    place = getattr(model.config, "_name_or_path", "")
    try:
        here = Path(place).is_dir() or not answers()
        return model, AutoTokenizer.from_pretrained(place, local_files_only=here)
    except Exception as error:  # whatever an own kind of tokenizer leads to
        name = type(model).__name__
        raise BadInput(f"There is no tokenizer where {name} was loaded from; give both: (model, tokenizer).") from error


def is_fitted(given: object) -> TypeGuard[Fitted]:
    """Whether this is a classifier of scikit-learn, by what it can do."""
    return hasattr(given, "predict")


@dataclass(frozen=True, slots=True)
class FittedFunction:
    """A fitted classifier of scikit-learn as a function: a text -> the probability of each label, or the label."""

    classifier: Any

    @property
    def __name__(self) -> str:
        steps = getattr(self.classifier, "steps", None)
        return type(steps[-1][1] if steps else self.classifier).__name__

    def __call__(self, text: str) -> Any:
        if not hasattr(self.classifier, "predict_proba"):
            return self.classifier.predict([text])[0]
        [shares] = self.classifier.predict_proba([text])
        labels = map(str, self.classifier.classes_)
        likeliest = sorted(zip(labels, map(float, shares), strict=True), key=lambda row: -row[1])
        return [{"label": label, "score": share} for label, share in likeliest]


def as_function(given: object) -> Callable[..., Any]:
    """The function itself, or what asks the fitted classifier. Raises BadInput for anything else."""
    if is_model(given) or is_classifier(given):
        raise BadInput(
            "A model of transformers is for flinch.evaluate; here, give a pipeline, or a function that calls the model."
        )
    if callable(given):
        function: Callable[..., Any] = given
        return function
    if is_fitted(given):
        return FittedFunction(given)
    what = " ".join(repr(given).split())
    raise BadInput(f"There is no model {what:.60}; give a name, a function or a fitted classifier.")


def named(name: str) -> Callable[[Called], Called]:
    """Have a function or a fitted classifier be a model by this name from now on.

    Raises BadInput for the name of one of ours, for what is no name, and for what is neither.
    """
    register = own_model(name)

    def registered(given: Called) -> Called:
        register(as_function(given))
        return given

    return registered


def is_model(given: object) -> bool:
    """Whether this is a model of transformers, by what it can do: a pipeline, which has no config, is a function."""
    return hasattr(given, "save_pretrained") and hasattr(given, "config")


@contextmanager
def saved(given: Classifier, number: int) -> Iterator[str]:
    """The classifier's name, "as-is:FOLDER", until the block ends; `number` tells it from others of its class.

    Raises BadInput where it can't be saved.
    """
    with TemporaryDirectory() as folder:
        place = Path(folder) / f"{number}" / type(given[0]).__name__
        try:
            for part in given:
                part.save_pretrained(place)
        except Exception as error:  # whatever an own kind of model leads to
            raise BadInput(
                f"{place.name} can't be saved ({error!s:.160}); give a function that calls the model."
            ) from error
        yield f"{PREFIX}{place}"

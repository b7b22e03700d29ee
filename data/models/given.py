"""A trained classifier that a script holds, as a model."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, TypeGuard

from core.errors import BadInput
from core.models.as_is.family import PREFIX

Classifier = tuple[Any, Any]
"""A model of transformers, and its tokenizer."""


class Fitted(Protocol):
    """A fitted classifier of scikit-learn."""

    def predict(self, texts: Any, /) -> Any:
        """The label of each text."""


def is_classifier(given: object) -> TypeGuard[Classifier]:
    """Whether this is a model of transformers with its tokenizer. Raises BadInput for one without."""
    if is_model(given):
        raise BadInput(f"{type(given).__name__} comes without its tokenizer; give both, as (model, tokenizer).")
    if not isinstance(given, tuple) or len(given) != 2:
        return False
    return is_model(given[0]) and hasattr(given[1], "save_pretrained") and not is_model(given[1])


def is_fitted(given: object) -> TypeGuard[Fitted]:
    """Whether this is a classifier of scikit-learn, by what it can do."""
    return hasattr(given, "predict")


def asking(classifier: Any) -> Callable[[str], Any]:
    """A fitted classifier of scikit-learn as a function: a text -> the probability of each label, or the label."""

    def ask(text: str) -> Any:
        if not hasattr(classifier, "predict_proba"):
            return classifier.predict([text])[0]
        [shares] = classifier.predict_proba([text])
        likeliest = sorted(zip(map(str, classifier.classes_), map(float, shares), strict=True), key=lambda row: -row[1])
        return [{"label": label, "score": share} for label, share in likeliest]

    ask.__name__ = type(classifier.steps[-1][1] if hasattr(classifier, "steps") else classifier).__name__
    return ask


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
            raise BadInput(f"{place.name} can't be saved ({error!s:.160}); give a function that calls it.") from error
        yield f"{PREFIX}{place}"

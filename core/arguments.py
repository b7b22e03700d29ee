"""What the functions for scripts take, by the names of their parameters, and a sentence for what is not that."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sized
from functools import cache, wraps
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeVar

from core.errors import BadInput

if TYPE_CHECKING:
    from inspect import Signature

Given = ParamSpec("Given")
Returned = TypeVar("Returned")


class Kind(NamedTuple):  # a dataclass would import `inspect`, too
    """What a parameter takes, in words, and whether a value is that."""

    words: str
    fits: Callable[[object], bool]


def _is_integer(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _is_iterable(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, bytes | Mapping)


def _texts(value: object) -> bool:
    if isinstance(value, Collection):
        return isinstance(value, str) or (_is_iterable(value) and all(isinstance(item, str) for item in value))
    return _is_iterable(value)  # an iterator can be looked at once only


def _count(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool) and value.__index__() >= 0


def _labels(value: object) -> bool:
    return isinstance(value, Sized) and not isinstance(value, str | bytes | Mapping)


def _is_boolean(value: object) -> bool:
    return type(value).__name__ in ("bool", "bool_") or (isinstance(value, int) and value in (0, 1))  # or numpy's


TEXT = Kind("text; give a str", lambda value: isinstance(value, str))
TEXTS = Kind("text or a list of texts; give a str or a list of str", _texts)
LIST = Kind("a list of texts; give a list of str", lambda value: _texts(value) and not isinstance(value, str))
SEVERAL = Kind("a list; give one", _is_iterable)
LABELS = Kind("a list of labels; give one", _labels)
WHOLE = Kind("a whole number", _is_integer)
COUNT = Kind("a whole number of at least 0", _count)
NUMBER = Kind("a number", lambda value: hasattr(value, "__float__"))
PATH = Kind("a path; give a str or a Path", lambda value: isinstance(value, str) or hasattr(value, "__fspath__"))
RUN = Kind("a run; give its id, 'latest' or its card", lambda value: isinstance(value, str) or hasattr(value, "cells"))
MAPPING = Kind("a mapping; give a dict", lambda value: isinstance(value, Mapping))
SWITCH = Kind("True or False", _is_boolean)
FUNCTION = Kind("a function", callable)
KINDS = {
    TEXT: (
        "import_data.name", "experiment.name", "condition", "split", "train_split", "label", "positive", "task",
        "recipe", "prompt", "device", "precision", "variant", "ray", "lexicon", "masked", "metric", "paper", "run_id",
        "level", "unit", "compares",
        "samples.dataset", "experiment.dataset", "worst.model", "flips.model", "predictions.model",
        "import_predictions.model",
    ),
    TEXTS: (
        "conditions", "splits", "fields", "import_data.text", "samples.text", "experiment.models",
        "evaluate_paper.models",
    ),
    LIST: ("check_perturbation.texts",),
    SEVERAL: ("predict.texts", "labels", "shares", "compare.models"),
    LABELS: ("before", "after"),
    WHOLE: ("seed", "train_seed", "seeds", "draws", "budget"),
    COUNT: (
        "limit", "train_limit", "answer_tokens", "examples", "steps", "workers", "train_samples", "test_samples",
    ),
    NUMBER: ("share", "moved"),
    PATH: ("workspace", "path", "out", "file"),
    RUN: ("run", "first", "second"),
    MAPPING: ("columns", "label_names"),
    SWITCH: (
        "replace", "class_weights", "skip", "softmax", "ours", "replaces", "curated", "balanced", "each",
        "only_changed", "alters_meaning", "needs_tags",
    ),
    FUNCTION: ("report",),
}  # fmt: skip
"""By the parameter's name, or the function's and its name where another function takes something else by it."""
_KIND = {name: kind for kind, names in KINDS.items() for name in names}


def checked(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """The function; it raises BadInput for an argument that is not of the kind its parameter's name stands for.

    None is taken where it is the default.
    """

    @cache
    def shape() -> "Signature":
        from inspect import signature  # it takes 10 ms, which `import flinch` need not wait for

        return signature(function)

    @wraps(function)
    def call(*args: Given.args, **kwargs: Given.kwargs) -> Returned:
        try:
            arguments = shape().bind(*args, **kwargs).arguments
        except TypeError:
            return function(*args, **kwargs)  # Python's own sentence names the function, too
        for name, value in arguments.items():
            kind = _KIND.get(f"{function.__name__}.{name}") or _KIND.get(name)
            left_out = value is None and shape().parameters[name].default is None
            if kind and not left_out and not kind.fits(value):
                raise BadInput(f"{name}={' '.join(repr(value).split()):.60} is not {kind.words}.")
        return function(*args, **kwargs)

    return call

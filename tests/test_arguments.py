"""What a script gives a function by mistake is said in one sentence: the parameter, the value, and what it takes."""

from collections.abc import Iterator
from inspect import signature
from pathlib import Path

import pytest

import flinch
from core.arguments import KINDS

WRONG = (5, 3.5, None, b"x", {}, [5], object(), "x", -1, True)


def wrong_calls() -> Iterator[tuple[str, str, object]]:
    """Each function with each parameter that is checked, and each value that this kind of parameter does not take."""
    for function in dir(flinch):
        if getattr(getattr(flinch, function), "__module__", "") != "flinch" or function.startswith("_"):
            continue
        for parameter in signature(getattr(flinch, function)).parameters.values():
            names = {f"{function}.{parameter.name}", parameter.name}
            for kind in (kind for kind, known in KINDS.items() if names & {*known}):
                wrong = (value for value in WRONG if value is not parameter.default and not kind.fits(value))
                yield from ((function, parameter.name, value) for value in wrong)


OTHERS = {  # what these take has sentences of its own
    "mine", "model.name", "text", "texts", "models", "model", "dataset", "predictions", "of", "values",
}  # fmt: skip


def test_each_parameter_is_of_a_kind() -> None:
    known = {name for names in KINDS.values() for name in names} | OTHERS
    found = [
        f"{name}.{parameter}"
        for name in dir(flinch)
        if getattr(getattr(flinch, name), "__module__", "") == "flinch" and not name.startswith("_")
        for parameter in signature(getattr(flinch, name)).parameters
    ]
    assert len(found) > 150
    assert [one for one in found if not {one, one.partition(".")[2]} & known] == []


def test_each_is_told_before_anything_is_done() -> None:
    calls = list(wrong_calls())
    assert len(calls) > 500 and len({function for function, _, _ in calls}) > 20
    for function, parameter, value in calls:
        known = signature(getattr(flinch, function)).parameters.values()
        rest = {one.name: "x" for one in known if one.default is one.empty and one.name != parameter}
        with pytest.raises(flinch.BadInput) as told:
            getattr(flinch, function)(**rest, **{parameter: value})
        said = str(told.value)
        assert " is not " in said and "\n" not in said and len(said) < 160, (function, parameter, value, said)


def test_the_sentence_names_what_was_given_and_what_is_taken(tmp_path: Path) -> None:
    for call, sentence in (
        (lambda: flinch.runs(workspace=5), "workspace=5 is not a path; give a str or a Path."),  # type: ignore[arg-type]
        (lambda: flinch.evaluate("x", "cnn", 5), "conditions=5 is not text or a list of texts; give a str or a list"),  # type: ignore[arg-type]
        (lambda: flinch.evaluate("x", "cnn", "all", limit=-1), "limit=-1 is not a whole number of at least 0."),
        (lambda: flinch.scores(None), "run=None is not a run; give its id, 'latest' or its card."),  # type: ignore[arg-type]
        (lambda: flinch.samples({"text": ["a"]}), "{'text': ['a']} is not a list of texts; give a list, or a table of"),
        (lambda: flinch.samples(5), "5 is not a list of texts; give a list, or a table of pandas, Arrow or Polars."),
    ):
        with pytest.raises(flinch.BadInput) as told:
            call()
        assert str(told.value).startswith(sentence)


def test_what_is_right_is_taken_whatever_its_class(tmp_path: Path) -> None:
    import numpy as np

    found = flinch.perturb(iter(["one two", "three four"]), "word_deletion@1", seed=np.int64(3))  # type: ignore[arg-type]
    assert len(found) == 2
    assert flinch.runs(tmp_path) == flinch.runs(workspace=str(tmp_path)) == []
    assert flinch.kappa(np.array([0, 1, 1]), [0, 1, 0]).value == pytest.approx(0.4)  # (2/3 - 4/9) / (5/9)
    assert flinch.kappa([0, 1], [0.0, True]).value == 1.0
    assert flinch.kappa(["a", "a", "b"], ["a", 5, "b"]).n == 3  # type: ignore[list-item]

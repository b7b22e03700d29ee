"""What a script registers must say what it is."""

from inspect import isclass

from core.errors import BadInput


def name_and_summary(given: object, kind: str) -> tuple[str, str]:
    """The function's name, and the first line of its docstring; `kind` is what it is to be, such as "metric".

    Raises BadInput for what is no function with a name, and for one without a docstring.
    """
    name = getattr(given, "__name__", None)
    if not callable(given) or isclass(given) or not isinstance(name, str):
        raise BadInput(f"{given!r:.60} is not a function with a name; put @flinch.{kind}(...) above a `def`.")
    summary = (given.__doc__ or "").strip().partition("\n")[0].strip()
    if not summary:
        raise BadInput(f"The {kind} {name!r} has no docstring; say in a docstring what the {kind} does.")
    return name, summary

"""A user's own perturbation: registered like ours."""

from collections.abc import Callable, Iterable, Sequence

from core.errors import BadInput
from core.own import name_and_summary
from core.perturbations.registry import (
    HIGHEST,
    Level,
    Rewriter,
    bounds,
    is_own,
    listed,
    perturbation,
    perturbations,
    within,
)
from core.severity import Unit


def own_perturbation(
    level: str, unit: str, alters_meaning: bool, values: Sequence[float | str] = (), needs_tags: bool = False
) -> Callable[[Rewriter], Rewriter]:
    """Register the decorated function under its own name. `values` left out are 1 to 4 for a PPS, else 5 and 10.

    Raises BadInput for a level or unit that does not exist, for values that the unit does not take, for what is no
    function with a docstring, and for a name of ours.
    """
    levels, units = {m.name.lower().replace("_", " "): m for m in Level}, {m.value: m for m in HIGHEST}
    for what, given, choices in (("level", level, levels), ("unit", unit, units)):
        if given not in choices:
            raise BadInput(f"There is no {what} {given!r}; choose {listed(choices)}.")
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise BadInput(f"`values` must be a list of severities, such as (1, 2) or [5]; {values!r:.60} is not.")
    values = tuple(values)
    if wrong := [value for value in values if not within(units[unit], value)]:
        raise BadInput(
            f"`values` contains {wrong[0]!r:.60}; for a perturbation in {unit} each must be {bounds(units[unit])}."
        )
    usual = {Unit.PPS: (1, 2, 3, 4), Unit.PROBABILITY: (0.05, 0.1)}.get(units[unit], (5, 10))

    def register(rewrite: Rewriter) -> Rewriter:
        name, _ = name_and_summary(rewrite, "perturbation")
        if any(p.name == name and not is_own(p) for p in perturbations()):
            raise BadInput(f"Flinch already has a perturbation {name!r}; give yours another name.")
        register_it = perturbation(
            level=levels[level], unit=units[unit], alters_meaning=alters_meaning, values=values or usual,
            needs_tags=needs_tags,
        )  # fmt: skip
        return register_it(rewrite)

    return register


def name_of(mine: str | Rewriter) -> str:
    """The name of a perturbation that is given by it, or as its function. Raises BadInput for another function."""
    if isinstance(mine, str):
        return mine
    for registered in perturbations():
        if registered.rewrite is mine:
            return registered.name
    raise BadInput(f"{mine!r:.80} is not registered; put @flinch.perturbation(level=..., unit=...) above it.")

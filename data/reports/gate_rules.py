"""What a check asks of a run, in options or in a TOML file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

from core.design import Condition
from core.errors import BadInput
from core.perturbations.conditions import parse_condition

KEYS = (
    "run", "min", "max", "min-kappa", "min-mean-kappa", "min-score", "max-lost", "no-worse-than", "margin", "strict",
    "models", "cells", "worst-of", "min-robust",
)  # fmt: skip
Kind = TypeVar("Kind", bool, str)


@dataclass(frozen=True, slots=True)
class GateRules:
    """What is asked of a run; None and "" ask nothing. `cells` are minima of single conditions, `minima` and `maxima`
    of metrics by their names, on every perturbed text.

    `min_score` is of the metric that the data set is reported by, on every perturbed text; `max_lost` how much less it
    may be than on the same samples before, as a share of 1. `min_robust` is the least share of samples that keep their
    label under each of `worst_of` draws, None for all draws of the run.
    """

    min_kappa: float | None = None
    min_mean_kappa: float | None = None
    no_worse_than: str = ""
    margin: float = 0.0
    strict: bool = False
    models: tuple[str, ...] = ()
    cells: Mapping[Condition, float] = field(default_factory=dict)
    min_score: float | None = None
    max_lost: float | None = None
    minima: Mapping[str, float] = field(default_factory=dict)
    worst_of: int | None = None
    min_robust: float | None = None
    maxima: Mapping[str, float] = field(default_factory=dict)

    @property
    def of_labels(self) -> bool:
        """Whether something is asked that only runs of labels have: a kappa."""
        return bool(self.cells or self.no_worse_than) or (self.min_kappa, self.min_mean_kappa) != (None, None)


def read_rules(path: Path) -> tuple[str, GateRules]:
    """(the run it names, or "", the rules) of a TOML file; raises BadInput for what it can't mean."""
    try:
        toml = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"The rules in {str(path)!r} can't be read ({error}); write TOML.") from error
    if unknown := [key for key in toml if key not in KEYS]:
        raise BadInput(f"{path.name!r} has the unknown rule {unknown[0]!r}; the rules are {', '.join(KEYS)}.")
    try:
        cells = _cells(toml.get("cells", {}))
        rules = GateRules(
            _number(toml, "min-kappa"), _number(toml, "min-mean-kappa"), _get(toml, "no-worse-than", ""),
            _number(toml, "margin", 0.0, 2.0) or 0.0, _get(toml, "strict", False), _names(toml), cells,
            _number(toml, "min-score"), _number(toml, "max-lost", 0.0, 2.0), _bounds(toml, "min"),
            _positive_integer(toml, "worst-of"), _number(toml, "min-robust", 0.0), _bounds(toml, "max"),
        )  # fmt: skip
        return _get(toml, "run", ""), rules
    except ValueError as error:
        raise BadInput(f"A value in {path.name!r} is not valid: {str(error).rstrip('.')}.") from error


def _cells(table: object) -> dict[Condition, float]:
    """The minimum of each condition; raises ValueError for no table, and for two of one condition."""
    if not isinstance(table, dict):
        raise ValueError(f'cells must be a table, not {table!r}; write [cells] and below it "negation@1" = 0.5')
    minima: dict[Condition, float] = {}
    for name, value in table.items():
        condition = parse_condition(name)
        if condition in minima:
            raise ValueError(f"[cells] lists {condition} twice, the second time as {name!r}; remove one")
        minima[condition] = _value(value, f"cells.{name}")
    return minima


def _bounds(toml: Mapping[str, Any], key: str) -> dict[str, float]:
    """The minimum or maximum of each metric; raises ValueError for no table."""
    table, such_as = toml.get(key, {}), {"min": "f1_macro = 0.5", "max": "accuracy_lost = 0.1"}[key]
    if not isinstance(table, dict):
        raise ValueError(f"{key} must be a table, not {table!r}; write [{key}] and below it {such_as}")
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise ValueError(f"{key}.{name} is {value!r}; write a number, for example {such_as}")
    return {name: float(value) for name, value in table.items()}


def _number(toml: Mapping[str, Any], key: str, low: float = -1.0, high: float = 1.0) -> float | None:
    return None if key not in toml else _value(toml[key], key, low, high)


def _positive_integer(toml: Mapping[str, Any], key: str) -> int | None:
    value = toml.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        raise ValueError(f"{key} is {value!r}; write a whole number of at least 1")
    return value


def _value(value: object, key: str, low: float = -1.0, high: float = 1.0) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ValueError(f"{key} is {value!r}; write a number from {low:g} to {high:g}")
    return float(value)


def _get(toml: Mapping[str, Any], key: str, usual: Kind) -> Kind:
    """The value of this key, of the same kind as the usual one."""
    value = toml.get(key, usual)
    if not isinstance(value, type(usual)):
        raise ValueError(f"{key} is {value!r}; write {'true or false' if isinstance(usual, bool) else 'a text'}")
    return value


def _names(toml: Mapping[str, Any]) -> tuple[str, ...]:
    names = toml.get("models", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"models is {names!r}; write a list of names")
    return tuple(names)

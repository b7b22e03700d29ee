"""How much of a data set a perturbation reaches under each of its rules, before anybody chooses between them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.design import Condition, Design
from core.errors import BadInput
from core.perturbations.registry import find
from core.rules import Rules, with_rules
from data.variants.forecast import Forecast, forecast
from data.workspace import Workspace

Coverage = Mapping[str, float]
"""By name the share, in [0, 1], of samples that a perturbation changes."""


def forecast_with_coverage(workspace: Workspace, design: Design) -> tuple[tuple[Forecast, ...], Coverage]:
    """The forecast of each condition, and what each perturbation would cover under other rules.

    The coverage is at its highest severity in the design, under the rules it is asked for by, under ours, broad ones
    and its paper's, by the samples of the forecast. One that knows one set of rules is left out. Raises what
    `forecast` does.
    """
    highest = {c.perturbation: c for c in sorted(design.conditions, key=lambda c: c.severity) if len(c.steps) == 1}
    compared = {each for condition in highest.values() for each in _single_conditions(condition)}
    others = sorted(compared.difference(design.conditions))
    forecasts = forecast(workspace, replace(design, conditions=(*design.conditions, *others)))
    judged = [cell for cell in forecasts if cell.condition in compared and cell.samples]
    shares = {cell.condition.perturbation: cell.candidates / cell.samples for cell in judged}
    return forecasts[: len(design.conditions)], shares


def names_under_each(name: str) -> tuple[str, ...]:
    """The perturbation as it is asked for, under our rules, broad ones and its paper's: those it knows, each once."""
    perturbation = find(name)
    wanted = (name, *(with_rules(perturbation.plain_name, rules) for rules in (Rules.OURS, Rules.BROAD, Rules.PAPER)))
    return tuple(dict.fromkeys(spelling for spelling in wanted if spelling in perturbation.names))


def _single_conditions(condition: Condition) -> Iterator[Condition]:
    names = names_under_each(condition.perturbation)
    for name in names if len(names) > 1 else ():
        try:
            find(name).check(condition.severity)
        except BadInput:  # its paper knows no such severity
            continue
        yield Condition(name, condition.severity)

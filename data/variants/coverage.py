"""How much of a data set a perturbation reaches under each of its rules, before anybody chooses between them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from core.design import Condition, Design
from core.errors import BadInput
from core.perturbations.registry import find
from core.rules import Rules, with_rules
from data.variants.forecast import forecast
from data.workspace import Workspace

TRIED = 200  # samples


def coverage(workspace: Workspace, design: Design) -> Mapping[str, float]:
    """By name the share, in [0, 1], of the design's first samples that a perturbation changes at its highest severity
    there: under the rules it is asked for by, under ours and under its paper's. One that knows one set is left out.

    Raises BadInput for what does not exist, and MissingResource for an absent word list.
    """
    highest = {c.perturbation: c for c in sorted(design.conditions, key=lambda c: c.severity) if len(c.steps) == 1}
    compared = tuple(dict.fromkeys(one for condition in highest.values() for one in _under_each(condition)))
    if not compared:
        return {}
    few = replace(design, conditions=compared, limit=min(design.limit or TRIED, TRIED))
    return {
        cell.condition.perturbation: cell.candidates / cell.samples for cell in forecast(workspace, few) if cell.samples
    }


def names_under_each(name: str) -> tuple[str, ...]:
    """The perturbation as it is asked for, under our rules and under its paper's: those it knows, each once."""
    known = find(name)
    wanted = (name, with_rules(known.plain_name, Rules.OURS), with_rules(known.plain_name, Rules.PAPER))
    return tuple(dict.fromkeys(one for one in wanted if one in known.names))


def _under_each(condition: Condition) -> Iterator[Condition]:
    names = names_under_each(condition.perturbation)
    for name in names if len(names) > 1 else ():
        try:
            find(name).check(condition.severity)
        except BadInput:  # its paper knows no such severity
            continue
        yield Condition(name, condition.severity)

"""The one parser of what is asked: conditions as people spell them, and names that go with severities."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.design import Condition, Design
from core.errors import BadInput
from core.papers import PAPERS, Paper
from core.perturbations.registry import Perturbation, find, listed, perturbations, under
from core.rules import Rules, plain_name, rules_of
from core.severity import Severity

ALL = "all"


def paper_conditions(paper: Paper, rules: Rules = Rules.PAPER) -> tuple[Condition, ...]:
    """The paper's whole design: each of its perturbations at each of its severities, under its rules or ours."""
    return tuple(Condition(p.name, severity) for p in under(paper, rules) for severity in p.severities)


def design_of(name: str) -> tuple[Condition, ...]:
    """The conditions of "romero.paper", of "romero" under our rules; none for a name that is not a paper's."""
    paper = PAPERS.get(plain_name(name))
    if paper is None:
        return ()
    if (rules := rules_of(name)) is None:
        raise BadInput(f"Unknown rules {name.partition('.')[2]!r}; use {plain_name(name)} or {plain_name(name)}.paper.")
    return paper_conditions(paper, rules)


def parse_condition(spelled: str) -> Condition:
    """The condition of "keyboard@5", or of the chain "keyboard@5,negation@1"; the unit follows from the name.

    A perturbation whose paper knows one severity may do without. Raises BadInput for anything else.
    """
    return Condition.chain([_step(*part.strip().partition("@")) for part in spelled.split(",")])


def parse_conditions(names: str | Sequence[str], severities: Sequence[Severity] = ()) -> tuple[Condition, ...]:
    """The conditions of plain names at these severities, or their papers', and of spelled ones as they say.

    `names` may be "all" for every perturbation there is, and "romero.paper" among them for the thesis's design by its
    own rules ("romero" by ours). Each condition comes once. Raises BadInput for no name and for what does not exist or
    does not belong together.
    """
    chosen = [p.name for p in perturbations()] if names == ALL else [names] if isinstance(names, str) else names
    if not chosen:
        raise BadInput("At least one perturbation is needed; name one or more, or choose all.")
    designs = [condition for name in chosen for condition in design_of(name)]
    plain = [name for name in chosen if "@" not in name and not design_of(name)]
    spelled = [parse_condition(name) for name in chosen if "@" in name]
    papers = (Condition(name, severity) for name in plain for severity in find(name).severities)
    return tuple(dict.fromkeys((*designs, *(paired(plain, severities) if severities else papers), *spelled)))


def _step(name: str, at: str, value: str) -> Condition:
    perturbation = find(name)
    if not at and len(perturbation.values) > 1:
        example = f"{name}@{perturbation.values[0]}"
        raise BadInput(f"{name} needs a severity, such as {example}; it takes {perturbation.range}.")
    return Condition(name, perturbation.severity(value if at else perturbation.values[0]))


def paired(names: Sequence[str], severities: Sequence[Severity]) -> tuple[Condition, ...]:
    """A step for each perturbation and severity that belong together: perturbations in order, severities in order.

    A severity belongs to the perturbations whose paper uses it. One that the paper of none of them uses belongs to
    all that can take it, and so does every severity for a perturbation that would otherwise get none. Raises BadInput
    for a severity that none takes and for a perturbation that takes none.
    """
    chosen = [find(name) for name in dict.fromkeys(names)]
    steps = tuple(Condition(p.name, severity) for p in chosen for severity in _severities_of(p, chosen, severities))
    for severity in severities:
        if chosen and all(step.severity != severity for step in steps):
            chosen[0].check(severity)
    for p in chosen:
        if severities and all(step.perturbation != p.name for step in steps):
            values = listed(map(str, severities))
            raise BadInput(f"{p.name} can't have the severity {values}; give {p.unit}: {p.range}.")
    return steps


def _severities_of(p: Perturbation, chosen: Sequence[Perturbation], severities: Sequence[Severity]) -> list[Severity]:
    taken = [severity for severity in dict.fromkeys(severities) if takes(p, severity)]
    if all(severity not in p.severities for severity in taken):
        return taken
    return [s for s in taken if s in p.severities or all(s not in other.severities for other in chosen)]


def takes(p: Perturbation, severity: Severity) -> bool:
    """Whether the perturbation can be made at this severity."""
    try:
        p.check(severity)
    except BadInput:
        return False
    return True


def design_arguments(design: Design) -> dict[str, Any]:
    """The design as plain values, for a job's arguments and for whoever reads them."""
    conditions = [condition.spelled for condition in design.conditions]
    return asdict(design) | {"conditions": conditions, "fields": list(design.fields)}


def parse_design(arguments: Mapping[str, Any]) -> Design:
    """The design that `design_arguments` wrote; raises BadInput for what is missing, unknown or out of bounds."""
    try:
        design = Design(
            str(arguments["dataset"]),
            str(arguments["split"]),
            parse_conditions(list(arguments["conditions"])),
            int(arguments.get("seed") or 0),
            int(arguments.get("limit") or 0),
            float(arguments.get("share", 1.0)),
            tuple(map(str, arguments.get("fields") or ())),
        )
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(
            f"The design {dict(arguments)!r:.200} is incomplete or has an unknown entry: {error}."
        ) from error
    design.check()
    return design

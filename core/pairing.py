"""Which of several perturbations is made at which of several severities, whatever they are measured in."""

from collections.abc import Iterable, Sequence

from core.errors import BadInput
from core.perturb import Step
from core.perturbations.registry import Perturbation, find, listed
from core.severity import Severity


def paired(names: Sequence[str], severities: Sequence[Severity]) -> tuple[Step, ...]:
    """A step for each perturbation and severity that belong together: perturbations in order, severities in order.

    A severity belongs to the perturbations whose paper uses it. One that the paper of none of them uses belongs to
    all that can take it, and so does every severity for a perturbation that would otherwise get none. Raises BadInput
    for a severity that none takes and for a perturbation that takes none.
    """
    chosen = [find(name) for name in dict.fromkeys(names)]
    steps = tuple(Step(p.name, severity) for p in chosen for severity in _of(p, chosen, severities))
    for severity in severities:
        if chosen and all(step.severity != severity for step in steps):
            chosen[0].check(severity)
    for p in chosen:
        if severities and all(step.perturbation != p.name for step in steps):
            raise BadInput(f"{p.name} takes none of the severities {_said(severities)}; it takes {p.unit}: {p.range}.")
    return steps


def _of(p: Perturbation, chosen: Sequence[Perturbation], severities: Sequence[Severity]) -> list[Severity]:
    taken = [severity for severity in dict.fromkeys(severities) if takes(p, severity)]
    if all(severity not in p.severities for severity in taken):
        return taken
    return [s for s in taken if s in p.severities or all(s not in other.severities for other in chosen)]


def spelled(steps: Iterable[Step]) -> str:
    """ "keyboard@5,negation@1", as `core.perturb.parse_steps` reads it."""
    return ",".join(f"{name}@{_value(severity)}" for name, severity in steps)


def _value(severity: Severity) -> str:
    return severity.value if isinstance(severity.value, str) else f"{severity.value:g}"


def takes(p: Perturbation, severity: Severity) -> bool:
    """Whether the perturbation can be made at this severity."""
    try:
        p.check(severity)
    except BadInput:
        return False
    return True


def _said(severities: Sequence[Severity]) -> str:
    return listed(map(str, severities))

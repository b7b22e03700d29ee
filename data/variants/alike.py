"""Severities that are none: on a data set they make as many edits of nearly every text as a lower one does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from core.design import Condition, Design
from core.severity import Severity
from data.variants.forecast import tried
from data.variants.making import checked
from data.variants.rows import Chunk, perturbed_chunk
from data.workspace import Workspace

ALIKE = 0.95  # of the texts that change
TRIED = 60  # samples
FEWEST = 10  # changed texts, to tell anything by


class SameAsLower(NamedTuple):
    """A condition that comes out like a lower severity of its perturbation in this share of the changed texts."""

    condition: Condition
    lower: Severity
    share: float


def alike(workspace: Workspace, design: Design) -> tuple[SameAsLower, ...]:
    """The conditions of the design that another with a lower severity makes superfluous, judged by some samples.

    Raises BadInput for what does not exist, and MissingResource for an absent word list.
    """
    graded = [c for c in design.conditions if len(c.steps) == 1 and not isinstance(c.severity.value, str)]
    by_name = groupby(sorted(graded, key=lambda c: (c.perturbation, c.severity)), lambda c: c.perturbation)
    compared = [condition for _, grouped in by_name if len(group := list(grouped)) > 1 for condition in group]
    if not compared:
        return ()
    design, _ = checked(workspace, replace(design, conditions=tuple(compared)))
    samples = tried(workspace, design, min(TRIED, design.limit or TRIED))
    if not samples:
        return ()
    edits = [batch["edits"].to_pylist() for batch in perturbed_chunk(Chunk(design, samples)).conditions]
    return tuple(_same_as_lower(compared, edits))


def _same_as_lower(conditions: Sequence[Condition], edits: Sequence[Sequence[int]]) -> Iterator[SameAsLower]:
    """Those of the conditions, in order of perturbation and severity, with as many edits as one before them."""
    kept = 0
    for i in range(1, len(conditions)):
        if conditions[i].perturbation != conditions[kept].perturbation:
            kept = i
            continue
        changed = [pair for pair in zip(edits[kept], edits[i], strict=True) if any(pair)]
        same = sum(a == b for a, b in changed)
        if len(changed) >= FEWEST and same >= ALIKE * len(changed):
            yield SameAsLower(conditions[i], conditions[kept].severity, same / len(changed))
        else:
            kept = i

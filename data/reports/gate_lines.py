"""The lines of a check, and why one was skipped or says little."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.metrics.estimate import Estimate

NOT_PREDICTED, UNCHANGED, NOT_BEFORE = "not predicted", "no text was changed", "not in the earlier run"
NOBODY = "people judged none of the texts, or kept none"
NOT_SCORED = "no score: no text was changed, or there are no gold labels"
NO_KAPPA = "kappa is undefined: all labels are the same, or there is nothing to compare"


class GateOutcome(StrEnum):
    PASSED = "passed"
    UNSURE = "passed, unsure"
    FAILED = "FAILED"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class GateLine:
    """One line of the table: a rule, what it is asked of, what was found, and what came of it.

    What is `wanted` is a minimum, or with `at_most` a maximum.
    """

    rule: str
    model: str
    condition: str
    found: Estimate
    wanted: float
    outcome: GateOutcome
    why: str = ""
    at_most: bool = False
    unlearned: str = ""  # what the model does with all original texts, where it tells none apart


def doubted(lines: Sequence[GateLine], unlearned: Mapping[str, str], of_gold: str) -> list[GateLine]:
    """The lines with what is said of models that tell no texts apart: that these hold is no evidence of robustness, so
    that nothing but a score `of_gold` passes for them."""
    marked = []
    for line in lines:
        if what := unlearned.get(line.model, ""):
            passed = line.outcome in (GateOutcome.PASSED, GateOutcome.UNSURE) and line.rule != of_gold
            why = "; ".join(filter(None, ("" if passed else line.why, f"the model {what}")))
            line = replace(line, outcome=GateOutcome.SKIPPED if passed else line.outcome, why=why, unlearned=what)
        marked.append(line)
    return marked

"""The steps of a form, put into its controls from outside: by a paper's pill, by the address."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import streamlit as st

from core.design import Condition
from core.perturbations.registry import find
from core.severity import Severity
from pages.ui.shared.perturbation_choice import names_of, row_key


@dataclass(frozen=True, slots=True)
class ChoiceKeys:
    """What the controls of a form are called in the session: perturbations, severities, its paper's pill and rules."""

    form: str
    names: str
    severities: str
    written: str
    preset: str
    lit: str
    rules: str

    @classmethod
    def of(cls, form: str) -> "ChoiceKeys":
        """Those of the form of this name."""
        ends = ("perturbations", "severities", "severities-written", "preset", "preset-lit", "preset-rules")
        return cls(form, *(f"{form}-{end}" for end in ends))


def take_steps(steps: Sequence[Condition], keys: ChoiceKeys) -> None:
    """Choose exactly these: as many of the first as rows can say so, the rest written out. Before the controls."""
    picked = _in_rows(steps)
    st.session_state[keys.names] = list(names_of(picked))
    written = steps[len(picked) :]
    st.session_state[keys.written] = Condition.chain(written).spelled.replace(",", ", ") if written else ""
    for perturbation in map(find, names_of(picked)):
        chosen = [step.severity for step in picked if step.perturbation == perturbation.name]
        st.session_state[row_key(keys.severities, perturbation.severities)] = chosen


def _in_rows(steps: Sequence[Condition]) -> Sequence[Condition]:
    """The longest beginning that the rows of severities, which offer those of the papers, can say exactly.

    A form's steps are those of its rows and then what was typed in, so that an address brings both back.
    """
    offered = takewhile(lambda step: step.severity in find(step.perturbation).severities, steps)
    return next(begun for n in range(len(list(offered)), -1, -1) if _fit_rows(begun := steps[:n]))


def _fit_rows(steps: Sequence[Condition]) -> bool:
    """Whether those that share a row have the same severities."""
    severities: dict[str, set[Severity]] = {}
    for name, severity in steps:
        severities.setdefault(name, set()).add(severity)
    rows: dict[object, set[Severity]] = {}
    choices = ((find(name), chosen) for name, chosen in severities.items())
    return all(rows.setdefault((p.unit, p.values), chosen) == chosen for p, chosen in choices)

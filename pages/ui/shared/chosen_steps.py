"""The steps of a form, put into its controls from outside: by a paper's pill, by the address."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from core.design import Condition
from core.perturbations.registry import find
from pages.ui.shared.perturbation_choice import names_of, row_key


@dataclass(frozen=True, slots=True)
class ChoiceKeys:
    """What the controls of a form are called in the session: perturbations, severities, its paper's pill and rules."""

    form: str

    @property
    def names(self) -> str:
        return f"{self.form}-perturbations"

    @property
    def severities(self) -> str:
        return f"{self.form}-severities"

    @property
    def written(self) -> str:
        return f"{self.severities}-written"

    @property
    def preset(self) -> str:
        return f"{self.form}-preset"

    @property
    def lit(self) -> str:
        return f"{self.form}-preset-lit"

    @property
    def rules(self) -> str:
        return f"{self.form}-preset-rules"


def take_steps(steps: Sequence[Condition], keys: ChoiceKeys) -> None:
    """Choose exactly these: in rows where rows can say so, else written out. To be called before the controls."""
    fits = _in_rows(steps)
    st.session_state[keys.names] = list(names_of(steps)) if fits else []
    st.session_state[keys.written] = "" if fits else Condition.chain(steps).spelled.replace(",", ", ")
    for perturbation in map(find, names_of(steps)) if fits else ():
        chosen = [step.severity for step in steps if step.perturbation == perturbation.name]
        st.session_state[row_key(keys.severities, perturbation.severities)] = chosen


def _in_rows(steps: Sequence[Condition]) -> bool:
    """Whether the rows of severities, which offer those of the papers, can say exactly these, in whatever order."""
    chosen = [find(name) for name in names_of(steps)]
    wanted = {(p.unit, p.values): {s.severity for s in steps if s.perturbation == p.name} for p in chosen}
    product = {Condition(p.name, severity) for p in chosen for severity in wanted[p.unit, p.values]}
    return product == set(steps) and all(wanted[p.unit, p.values] <= set(p.severities) for p in chosen)

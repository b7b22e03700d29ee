"""The selectors of perturbations and their severities, the same on every page."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import streamlit as st

from core.errors import BadInput
from core.perturbations.registry import Perturbation, find
from core.records import Cell
from core.severity import Severity, Unit
from pages.ui.perturbation_words import COUNTED, by_paper, heading, label, words

Default = Callable[[Perturbation], Iterable[Severity]]
"""Which of a perturbation's severities are chosen from the start."""
TOLD = 6  # more perturbations than these are told in a box to open


def need_people() -> list[str]:
    """Those whose changes a person must look at, as Moradi & Samwald 2021 count them."""
    return [p.name for group in by_paper().values() for p in group if p.alters_meaning and p.unit is Unit.PPS]


def choose_perturbations(usual: Sequence[str] | None, key: str, told: bool = True) -> list[Perturbation]:
    """Any of them, paper by paper; typing an author's name finds all of a paper's perturbations.

    `usual` are chosen from the start; None where the session's state says which.
    """
    names = [p.name for group in by_paper().values() for p in group]
    default = None if usual is None else [name for name in names if name in usual]
    chosen = st.multiselect(
        "Perturbations",
        names,
        default,
        format_func=lambda name: label(find(name)),
        filter_mode="contains",
        placeholder="Choose, or type a name or an author",
        key=key,
        wrap=True,
    )
    found = [find(name) for name in chosen]
    if told:
        _tell(found)
    return found


def _tell(chosen: Sequence[Perturbation]) -> None:
    """What each of them does."""
    if not chosen:
        return
    with st.container(gap="xxsmall") if len(chosen) <= TOLD else st.expander(f"What these {len(chosen)} do"):
        for perturbation in chosen:
            st.caption(f"{heading(perturbation.name)}: {perturbation.summary}")


def every(perturbation: Perturbation) -> Iterable[Severity]:
    """All severities of its paper."""
    return perturbation.severities


def choose_severities(chosen: Sequence[Perturbation], key: str, usual: Default = every) -> tuple[Severity, ...]:
    """The severities wanted, one row for each unit; each row offers what the papers of the chosen ones use."""
    return tuple(severity for unit in Unit for severity in _of_unit([p for p in chosen if p.unit is unit], key, usual))


def _of_unit(chosen: Sequence[Perturbation], key: str, usual: Default) -> list[Severity]:
    if not chosen:
        return []
    offered = sorted({severity for p in chosen for severity in (*p.severities, *usual(p))})
    wanted = {severity for p in chosen for severity in usual(p)}
    spelled = "-".join(str(severity.value) for severity in offered)  # other choices: a selector of its own
    asked = st.pills(
        COUNTED[chosen[0].unit],
        offered,
        selection_mode="multi",
        default=[severity for severity in offered if severity in wanted],
        format_func=_pill,
        wrap=True,
        help=_whose(chosen),
        key=f"{key}-{chosen[0].unit}-{spelled}",
    )
    return [severity for severity in offered if severity in asked]


class Made(Protocol):
    """What is made of the perturbations and severities: a plan or an evaluation."""

    @property
    def cells(self) -> tuple[Cell, ...]: ...


def makes_cells(asked: Made) -> bool:
    """Whether anything would be made; says how much, or what is missing."""
    try:
        cells = asked.cells
    except BadInput as error:  # a perturbation whose severities were all taken away
        st.info(str(error))
        return False
    if cells:
        st.caption(f"{len(cells)} cell{'' if len(cells) == 1 else 's'}: one for each perturbation and severity.")
    else:
        st.info("Choose at least one perturbation and one severity.")
    return bool(cells)


def _pill(severity: Severity) -> str:
    if severity.unit is Unit.PPS:
        return f"{severity.value:g}"
    return str(severity).removeprefix("p ")


def _whose(chosen: Sequence[Perturbation]) -> str | None:
    """Which perturbation takes which of the values, where they differ."""
    rows = dict.fromkeys(p.values for p in chosen)
    if len(rows) < 2:
        return None
    return "  \n".join(
        f"{', '.join(map(str, values))}: {', '.join(words(p.name) for p in chosen if p.values == values)}"
        for values in rows
    )

"""The selectors of perturbations and their severities, the same on every page."""

from collections.abc import Callable, Iterable, Sequence

import streamlit as st

from core.errors import BadInput
from core.perturb import Step, parse_steps
from core.perturbations.registry import Perturbation, find
from core.severity import Severity, Unit
from pages.ui.perturbation_words import COUNTED, author, by_paper, heading, label, words

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


def choose_steps(chosen: Sequence[Perturbation], key: str, usual: Default = every) -> tuple[Step, ...]:
    """Each of these at the severities wanted, then what was written out; none, with a word on it, where that can't be.

    One row of severities for each unit and set of values that the papers use: Zhang's probabilities are not Clouatre's.
    A perturbation whose paper knows one severity needs no row.
    """
    rows = dict.fromkeys((p.unit, p.values) for p in chosen)
    wanted: dict[str, list[Severity]] = {}
    for unit, values in sorted(rows, key=lambda row: list(Unit).index(row[0])):
        those = [p for p in chosen if (p.unit, p.values) == (unit, values)]
        alone = sum(other is unit and len(other_values) > 1 for other, other_values in rows) < 2
        wanted |= dict.fromkeys((p.name for p in those), _severities(those, key, usual, alone))
    try:
        written = written_out(key)
    except BadInput as error:
        st.warning(str(error))
        return ()
    if without := [words(p.name) for p in chosen if not wanted[p.name]]:
        st.info(f"Choose a severity for {', '.join(without)}.")
        return ()
    steps = [Step(p.name, severity) for p in chosen for severity in wanted[p.name]]
    if not (steps or written):
        st.info("Choose at least one perturbation.")
    return tuple(dict.fromkeys([*steps, *written]))


def written_out(key: str) -> tuple[Step, ...]:
    """Steps in writing: for severities that no paper uses, and for chains that come back to a perturbation."""
    text = st.text_input(
        "More, written out",
        placeholder="keyboard@7, word_class_removal@ADJ+ADV",
        key=f"{key}-written",
        help="Any severity that a perturbation takes: its name, @ and the severity, with commas between several.",
    )
    parts = ("_".join(part.split()) for part in text.split(",") if part.strip())
    return parse_steps(spelt) if (spelt := ",".join(parts)) else ()


def fit_rows(steps: Sequence[Step]) -> bool:
    """Whether rows of severities say exactly these steps, in this order."""
    chosen = [find(name) for name in names_of(steps)]
    rows = {(p.unit, p.values): set[Severity]() for p in chosen}
    for name, severity in steps:
        rows[find(name).unit, find(name).values].add(severity)
    return list(steps) == [Step(p.name, severity) for p in chosen for severity in sorted(rows[p.unit, p.values])]


def _severities(chosen: Sequence[Perturbation], key: str, usual: Default, alone: bool) -> list[Severity]:
    """The severities wanted for perturbations that share a unit and values."""
    offered = sorted({severity for p in chosen for severity in (*p.severities, *usual(p))})
    if len(offered) == 1:
        return offered
    default = sorted({severity for p in chosen for severity in usual(p)})
    unit = COUNTED[chosen[0].unit]
    asked = st.pills(
        unit if alone else f"{unit}, {', '.join(dict.fromkeys(map(author, chosen)))}",
        offered,
        selection_mode="multi",
        default=default,
        format_func=_pill,
        wrap=True,
        key=f"{key}-{chosen[0].unit}-{'-'.join(str(severity.value) for severity in offered)}",
    )
    return [severity for severity in offered if severity in asked]


def severities_of(steps: Iterable[Step]) -> tuple[Severity, ...]:
    """The severities of the steps, each once, in order."""
    return tuple(sorted({step.severity for step in steps}))


def names_of(steps: Iterable[Step]) -> tuple[str, ...]:
    """The perturbations of the steps, each once."""
    return tuple(dict.fromkeys(step.perturbation for step in steps))


def draw_count(steps: Sequence[Step]) -> None:
    """How many cells the steps make."""
    st.caption(f"{len(steps)} cell{'' if len(steps) == 1 else 's'}: one for each perturbation and severity.")


def _pill(severity: Severity) -> str:
    if severity.unit is Unit.PPS:
        return f"{severity.value:g}"
    return str(severity).removeprefix("p ")

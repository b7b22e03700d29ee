"""The selectors of perturbations and their severities, the same on every page."""

from collections.abc import Callable, Collection, Iterable, Sequence
from operator import attrgetter
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.design import Condition
from core.errors import BadInput
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import Perturbation, find
from core.rules import plain_name
from core.severity import Severity, Unit
from core.so_many import so_many
from curation.study.results.needs import Handling
from data.study_results.handling import StudyEvidence, moved_by_studies
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import COUNTED, by_paper, label, words
from pages.ui.shell.session import workspace

Default = Callable[[Perturbation], Iterable[Severity]]
"""Which of a perturbation's severities are chosen from the start."""
Persist = Literal["session"] | None
"""Whether a choice is there again when the session comes back to the page."""


def need_people(made: Collection[str] | None = None) -> list[str]:
    """Those whose changes a person must look at, as Moradi & Samwald 2021 count them, or as a study has moved them.

    Each under the rules that leave the most to people; where `made` names what there are candidates of, only there.
    """
    moved = moved_by_studies(workspace())
    names = [(name, p) for group in by_paper().values() for p in group for name in p.names]
    needing = [(name, p.to_judge) for name, p in names if _needs_people(name, p, moved.get(name))]
    return [broad if name == plain_name(broad) and (made is None or broad in made) else name for name, broad in needing]


def _needs_people(name: str, perturbation: Perturbation, moved: StudyEvidence | None) -> bool:
    if moved:
        return moved.handling is Handling.CURATE
    return name == perturbation.name and perturbation.alters_meaning and perturbation.unit is Unit.PPS


def choose_perturbations(usual: Sequence[str] | None, key: str, persist: Persist = None) -> list[Perturbation]:
    """Any of them, paper by paper, under any rules; typing an author's name finds all of a paper's perturbations.

    `usual` are chosen from the start; None where the session's state says which. A kept choice is there again when
    this session comes back to the page.
    """
    names = [name for group in by_paper().values() for p in group for name in p.names]
    if usual is not None and key not in st.session_state:
        st.session_state[key] = [name for name in names if name in usual]
    chosen_names = st.multiselect(
        "Perturbations",
        names,
        format_func=lambda name: label(find(name)),
        filter_mode="contains",
        select_all=False,  # or Enter would take every match
        placeholder="Choose, or search by name or author",
        key=key,
        wrap=True,
        persist_state=persist,
    )
    return [find(name) for name in chosen_names]


def choose_steps(
    chosen: Sequence[Perturbation],
    key: str,
    usual: Default = attrgetter("severities"),
    persist: Persist = None,
    superfluous: Collection[Condition] = (),
    beside: DeltaGenerator | None = None,
) -> tuple[Condition, ...]:
    """Each of these at the severities wanted, then what was written out; none, with a word on it, where that can't be;
    the word is repeated `beside`.

    One row of severities for each unit and set of values that the papers use: Zhang's probabilities are not Clouatre's.
    A perturbation whose paper knows one severity needs no row. A severity that is `superfluous` for all perturbations
    of its row is not offered, unless it was chosen before.
    """
    rows = dict.fromkeys((p.unit, p.values) for p in chosen)
    severities: dict[str, list[Severity]] = {}
    for unit, values in sorted(rows, key=lambda row: list(Unit).index(row[0])):
        in_row = [p for p in chosen if (p.unit, p.values) == (unit, values)]
        alone = sum(other is unit and len(other_values) > 1 for other, other_values in rows) < 2
        severities |= dict.fromkeys(
            (p.name for p in in_row), _severities(in_row, key, usual, alone, persist, superfluous)
        )
    try:
        written = written_out(key, persist)
    except BadInput as error:
        tell_missing(str(error), beside, st.warning)
        return ()
    if incomplete := [words(p.name) for p in chosen if not severities[p.name]]:
        tell_missing(f"Choose a severity for {', '.join(incomplete)}.", beside)
        return ()
    steps = [Condition(p.name, severity) for p in chosen for severity in severities[p.name]]
    if not (steps or written):
        tell_missing("Choose at least one perturbation.", beside)
    return tuple(dict.fromkeys([*steps, *written]))


def tell_missing(sentence: str, beside: DeltaGenerator | None, draw: Callable[[str], object] = st.info) -> None:
    """Say what is missing where it is to be chosen, and `beside`, where the button is that can't be pressed."""
    draw(sentence)
    if beside:
        beside.caption(f":material/error: {literally(sentence)}")


def written_out(key: str, persist: Persist = None) -> tuple[Condition, ...]:
    """Steps in writing: for severities that no paper uses, and for chains that come back to a perturbation."""
    text = st.text_input(
        "Custom perturbations",
        placeholder="keyboard@7, word_class_removal@ADJ+ADV",
        key=f"{key}-written",
        persist_state=persist,
        help="For other severities: name@severity, separated by commas.",
    )
    parts = ("_".join(part.split()) for part in text.split(",") if part.strip())
    return parse_condition(spelt).steps if (spelt := ",".join(parts)) else ()


def fit_rows(steps: Sequence[Condition]) -> bool:
    """Whether rows of severities say exactly these steps, in this order."""
    chosen = [find(name) for name in names_of(steps)]
    rows = {(p.unit, p.values): set[Severity]() for p in chosen}
    for name, severity in steps:
        rows[find(name).unit, find(name).values].add(severity)
    return list(steps) == [Condition(p.name, severity) for p in chosen for severity in sorted(rows[p.unit, p.values])]


def _severities(
    chosen: Sequence[Perturbation],
    key: str,
    usual: Default,
    alone: bool,
    persist: Persist,
    superfluous: Collection[Condition],
) -> list[Severity]:
    severities = sorted({severity for p in chosen for severity in (*p.severities, *usual(p))})
    if len(severities) == 1:
        return severities
    row = row_key(key, severities)
    before = st.session_state.get(row) or ()
    offered = [s for s in severities if s in before or any(Condition(p.name, s) not in superfluous for p in chosen)]
    unit = "Probability that a sample is perturbed" if chosen[0].by_example else COUNTED[chosen[0].unit]
    picked = st.pills(
        unit if alone else f"{unit}, {', '.join(dict.fromkeys(p.author for p in chosen))}",
        offered,
        selection_mode="multi",
        default=[s for s in offered if any(s in usual(p) for p in chosen)],
        format_func=bare,
        wrap=True,
        key=row,
        persist_state=persist,
    )
    return [severity for severity in offered if severity in picked]


def row_key(key: str, offered: Sequence[Severity]) -> str:
    """What the row that offers these severities is called in the session."""
    return f"{key}-{offered[0].unit}-{'-'.join(str(severity.value) for severity in sorted(offered))}"


def names_of(steps: Iterable[Condition]) -> tuple[str, ...]:
    """The perturbations of the steps, each once."""
    return tuple(dict.fromkeys(step.perturbation for step in steps))


def draw_count(steps: Sequence[Condition]) -> None:
    """How many cells the steps make."""
    st.caption(f"{so_many(len(steps), 'cell')}: one for each perturbation and severity.")


def bare(severity: Severity) -> str:
    """The severity without its unit, which stands above it: "2", "5 %", "0.1", "NUM"."""
    if severity.unit is Unit.PPS:
        return f"{severity.value:g}"
    return str(severity).removeprefix("p ")

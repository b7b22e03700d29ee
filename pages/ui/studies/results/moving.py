"""Which perturbations need people: the study's evidence beside what the registry says, and a way to move one."""

from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from curation.study.results.judgements import GroupedBy, Judgement
from curation.study.results.needs import USUAL_BOUND, CurationNeed, Handling, needs
from data.study.study import Study
from data.study_results.handling import StudyEvidence, handling, move, moved_by_studies
from pages.ui.shared.html_table import draw_table
from pages.ui.shared.perturbation_words import heading, words
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace
from pages.ui.studies.results.chosen import EVERYBODY, PASSED, StudyRead, in_percent
from pages.ui.studies.results.rows import in_words
from pages.ui.studies.results.tables import span

EXPLAINED = (
    "How often people chose “{answer}”, with 95 % intervals over people and texts. Automatic: use samples as "
    "generated. Curate: people check each sample first. Flinch suggests automatic if the whole interval is at or above "
    "{bound}, and curate if the whole interval is below. If {bound} is inside the interval, collect more judgements."
)


def draw_needs(read: StudyRead, passed: bool) -> None:
    """A line for each perturbation of the study over all its parts, and the controls that move one."""
    usual = round(100 * USUAL_BOUND)
    least = st.slider("Lowest share for “automatic”", 50, 99, usual, format="%d %%", key="needs-bound", width=360)
    bound = least / 100
    found = _all(read, passed, bound)
    if not found:
        st.info("Nobody has judged a perturbed text yet.")
        return
    lines = [_line(one) for one in found]
    header = ("Perturbation", "Meaning and label the same", "Suggested", "Usual", "Now", "Worst severity")
    draw_table("Suggested and current handling", header, lines)
    answers = " / ".join(
        dict.fromkeys(p.questions[0].options[p.questions[0].unchanged] for p in read.study.design.parts)
    )
    who = PASSED if passed else EVERYBODY
    st.caption(EXPLAINED.format(answer=answers, bound=in_percent(bound)) + f" Judgements of: {who.lower()}.")
    _draw_moving(read.study, found)


def _all(read: StudyRead, passed: bool, bound: float) -> list[CurationNeed]:
    """Of every part by its first question, the least survived first."""
    found = []
    for part in read.study.design.parts:
        question = part.questions[0]
        rows: Sequence[Judgement] = read.rows(part.name, question.id, passed)
        found += needs(rows, question.unchanged, bound)
    return sorted(found, key=lambda one: one.survived.value)


def _line(one: CurationNeed) -> tuple[str, ...]:
    at_worst = f"{span(one.at_worst)} at {in_words(one.worst, GroupedBy.SEVERITY)}"
    suggested = one.suggests.value if one.suggests else "not clear"
    here = handling(workspace(), one.perturbation).value
    moved = moved_by_studies(workspace()).get(one.perturbation)
    survived = f"{span(one.survived)}, n = {one.survived.n:,}"
    return heading(one.perturbation), survived, suggested, one.registry.value, here + "*" * bool(moved), at_worst


def _draw_moving(study: Study, found: Sequence[CurationNeed]) -> None:
    names = {one.perturbation: one for one in reversed(found)}  # of two parts' the one that survived less
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    name = left.selectbox("Change the handling of", list(names), format_func=heading, index=None,
                          placeholder="Choose a perturbation …", key=f"needs-move-{study.id}")  # fmt: skip
    if name:
        now = handling(workspace(), name)
        to = Handling.CURATE if now is Handling.AUTOMATIC else Handling.AUTOMATIC
        label = f"Change from {now.value} to {to.value}"
        right.button(label, key="needs-do", on_click=_move, args=(study, names[name], to))
    told = [
        f"* A study changed the handling of {words(name)} to “{moved.handling.value}”: {moved.evidence}."
        for name, moved in moved_by_studies(workspace()).items()
    ]
    for line in told:
        st.caption(line)


@guarded
def _move(study: Study, one: CurationNeed, to: Handling) -> None:
    moved = StudyEvidence(to, study.id, study.design.title, one.survived, datetime.now(UTC))
    move(workspace(), one.perturbation, moved)
    st.toast(f"{words(one.perturbation).capitalize()} is now handled as “{to.value}”. The page Prepare shows this.")

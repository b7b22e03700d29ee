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
    ranked = _all(read, passed, bound)
    if not ranked:
        st.info("Nobody has judged a perturbed text yet.")
        return
    lines = [_line(need) for need in ranked]
    header = ("Perturbation", "Meaning and label the same", "Suggested", "Usual", "Now", "Worst severity")
    draw_table("Suggested and current handling", header, lines)
    answers = " / ".join(
        dict.fromkeys(p.questions[0].options[p.questions[0].unchanged] for p in read.study.design.parts)
    )
    who = PASSED if passed else EVERYBODY
    st.caption(EXPLAINED.format(answer=answers, bound=in_percent(bound)) + f" Judgements of: {who.lower()}.")
    _draw_moving(read.study, ranked)


def _all(read: StudyRead, passed: bool, bound: float) -> list[CurationNeed]:
    """Of every part by its first question, the least survived first."""
    all_needs = []
    for part in read.study.design.parts:
        question = part.questions[0]
        rows: Sequence[Judgement] = read.rows(part.name, question.id, passed)
        all_needs += needs(rows, question.unchanged, bound)
    return sorted(all_needs, key=lambda need: need.survived.value)


def _line(need: CurationNeed) -> tuple[str, ...]:
    at_worst = f"{span(need.at_worst)} at {in_words(need.worst, GroupedBy.SEVERITY)}"
    suggested = need.suggests.value if need.suggests else "not clear"
    here = handling(workspace(), need.perturbation).value
    moved = moved_by_studies(workspace()).get(need.perturbation)
    survived = f"{span(need.survived)}, n = {need.survived.n:,}"
    return heading(need.perturbation), survived, suggested, need.registry.value, here + "*" * bool(moved), at_worst


def _draw_moving(study: Study, ranked: Sequence[CurationNeed]) -> None:
    names = {need.perturbation: need for need in reversed(ranked)}  # of two parts' the one that survived less
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    name = left.selectbox("Change the handling of", list(names), format_func=heading, index=None,
                          placeholder="Choose a perturbation …", key=f"needs-move-{study.id}")  # fmt: skip
    if name:
        now = handling(workspace(), name)
        to = Handling.CURATE if now is Handling.AUTOMATIC else Handling.AUTOMATIC
        label = f"Change from {now.value} to {to.value}"
        right.button(label, key="needs-do", on_click=_move, args=(study, names[name], to))
    for moved_name, moved in moved_by_studies(workspace()).items():
        by = f"{words(moved_name)} to “{moved.handling.value}”: {moved.evidence}"
        st.caption(f"* A study changed the handling of {by}.")


@guarded
def _move(study: Study, need: CurationNeed, to: Handling) -> None:
    moved = StudyEvidence(to, study.id, study.design.title, need.survived, datetime.now(UTC))
    move(workspace(), need.perturbation, moved)
    st.toast(f"{words(need.perturbation).capitalize()} is now handled as “{to.value}”. The page Prepare shows this.")

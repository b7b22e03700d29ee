"""The results of a study in three views: what was found, how far to trust it, and what there is to take away."""

from collections.abc import Sequence

import streamlit as st

from core.so_many import so_many
from curation.study.records import ParticipantState
from curation.study.results.judgements import GroupedBy
from data.jobs.jobs import asked_for, submit
from data.study.study import Study
from data.study_results.mixed_job import KIND, arguments
from pages.ui.runs.ink import CONFIG, one_of_two
from pages.ui.shared.jobs import draw_job
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace
from pages.ui.studies.choice import RESULTS, VIEWS
from pages.ui.studies.results.chosen import ChosenQuestion, StudyRead, choose
from pages.ui.studies.results.forest import FEW, drawn, forest, narrowest, read_out
from pages.ui.studies.results.moving import draw_needs
from pages.ui.studies.results.rows import ShareRow, share_rows
from pages.ui.studies.results.tables import (
    draw_agreement_and_times,
    draw_attention,
    draw_curators,
    draw_published,
    draw_shares_table,
)
from pages.ui.studies.results.taking import draw_downloads, draw_methods, draw_share_downloads

FRAME = "forest-frame"
READING = (
    "Filled mark: the share in this study. Line: its 95 % interval, clustered by participant and by original text. "
    "The table also has Wilson intervals, which treat every judgement as independent."
)
NOUNS = {
    GroupedBy.PERTURBATION: ("perturbation", "perturbations"),
    GroupedBy.DATASET: ("data set", "data sets"),
    GroupedBy.SEVERITY: ("severity", "severities"),
}
HOLLOW = " Hollow mark: the mixed-effects estimate for a random person and text."


def draw(study: Study) -> None:
    """All results of the study, as far as it has come."""
    read = StudyRead.of(study)
    if not read.answers:
        st.info("No answers yet. Results appear with the first answer.")
        return
    st.session_state.setdefault(RESULTS, VIEWS[0])
    view = st.segmented_control(
        "View", VIEWS, key=RESULTS, required=True, label_visibility="collapsed", persist_state="session"
    )
    if view == VIEWS[2]:
        draw_downloads(read)
        draw_methods(read)
        return
    chosen = choose(read)
    if view == VIEWS[0]:
        _draw_shares(chosen)
        draw_published(chosen)
        with st.expander("**Perturbations that need curation**", key="needs"):
            draw_needs(read, chosen.passed)
        return
    if gone := sum(person.state is ParticipantState.DROPPED for person in study.participants()):
        dropped = f"{so_many(gone, 'participant')} dropped out"
        st.caption(f"{dropped}. Flinch keeps their answers, but does not count them here.")
    draw_attention(read)
    draw_agreement_and_times(read, chosen.passed)
    draw_curators(chosen)


def _draw_shares(chosen: ChosenQuestion) -> None:
    st.header("Answers")
    st.markdown(literally(chosen.question.text))
    if not chosen.rows:
        st.info("No judgements of this part count yet.")
        return
    key = f"results-by-{chosen.read.study.id}"
    by = st.segmented_control(
        "By", [GroupedBy.PERTURBATION, GroupedBy.DATASET, GroupedBy.SEVERITY], key=key, required=True,
        default=GroupedBy.PERTURBATION, format_func=str,
    )  # fmt: skip
    rows = share_rows(chosen, GroupedBy(by))
    options = chosen.question.options
    if len(chosen.shown) == 1:
        st.caption(f"Share of judgements with the answer “{options[chosen.shown[0]]}”.")
    _draw_forest(drawn(rows), options)
    if few := len(rows) - len(drawn(rows)):
        st.caption(f"{so_many(few, *NOUNS[GroupedBy(by)])} with fewer than {FEW} judgements: only in the table.")
    st.caption(READING + (HOLLOW if chosen.read.up_to_date else ""))
    _draw_mixed(chosen.read)
    with st.expander("Table"):
        draw_shares_table(chosen, rows)
    draw_share_downloads(chosen, GroupedBy(by), rows, FRAME)


def _draw_forest(rows: Sequence[ShareRow], options: Sequence[str]) -> None:
    """The figure twice, of which the page shows the one that fits."""
    dark = st.context.theme.type == "dark"
    with st.container(key=f"{FRAME}-both"):
        st.html(one_of_two(f"{FRAME}-both", FRAME, f"{FRAME}-narrow", narrowest(rows)))
        for key, wide in ((FRAME, True), (f"{FRAME}-narrow", False)):
            with st.container(key=key):
                figure = forest(rows, options, dark, wide)
                st.plotly_chart(figure, theme=None, key=f"{key}-figure", config=CONFIG, alt=read_out(rows, options))


def _draw_mixed(read: StudyRead) -> None:
    """The way to fit the mixed model, or how far that is; nothing where it is fitted to just these answers."""
    if read.up_to_date:
        return
    mine = asked_for(workspace(), KIND, arguments(read.study.id))
    if mine and not (mine[0].ended and not mine[0].error):
        draw_job(mine[0].id)
    if not mine or mine[0].ended:
        since = "The mixed model does not contain the newest answers." if read.mixed else ""
        label = "Fit the mixed model again" if read.mixed else "Fit the mixed model"
        st.button(
            label,
            key="fit-mixed",
            on_click=_fit,
            args=(read.study,),
            help="Takes less than a minute, in the background.",
        )
        if since:
            st.caption(since)


@guarded
def _fit(study: Study) -> None:
    submit(workspace(), KIND, f"Mixed model: {study.design.title}", arguments(study.id))

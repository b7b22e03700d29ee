"""A study that is there: its state, invitations, everybody's progress, and what can be done about it."""

from collections.abc import Callable

import streamlit as st

from core.so_many import so_many
from curation.study.records import ParticipantState, StudyState
from data.study.studies import Studies
from data.study.study import Study
from data.study.toml_form import design_as_toml
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace
from pages.ui.studies.choice import INVITE, TAB, TABS
from pages.ui.studies.results.results import draw as draw_results
from pages.ui.studies.running.inviting import draw_inviting
from pages.ui.studies.running.people import draw_people

Draw = Callable[[Study], None]
SHOWN = "studies-shown"  # the id of the study whose tabs are drawn
SAID = {
    StudyState.OPEN: ":material/play_circle: Running: participants can answer.",
    StudyState.PAUSED: ":material/pause_circle: Paused: nobody can join. Participants are asked to come back later.",
    StudyState.CLOSED: ":material/check_circle: Closed: participants can no longer answer.",
}

COPIES = (
    "Snapshots include this study. When a participant withdraws, Flinch deletes their answers from all snapshots in "
    "the workspace. Restoring a snapshot does not bring these answers back. Flinch can't delete copies in other places "
    "or answers that you downloaded: delete these yourself."
)


def draw_study(study: Study, preview: Draw) -> None:
    """Everything about one study; `preview` draws what a participant will see."""
    finished = sum(person.state is ParticipantState.FINISHED for person in study.participants())
    st.markdown(f"{SAID[study.state]} {finished} of {study.design.participants} participants finished.")
    with st.expander(f"{_drawn(study)}: how the samples were drawn"):
        st.text(str(study.balance()))
        for note in study.notes:
            st.caption(literally(note))
    opened = TAB not in st.session_state or st.session_state.get(SHOWN, study.id) != study.id
    if opened and study.state is StudyState.OPEN and not study.participants():
        st.session_state[TAB] = INVITE  # the first thing to do
    st.session_state[SHOWN] = study.id
    people, results, invite, seen, more = st.tabs(TABS, on_change="rerun", key=TAB)
    with people:
        draw_people(study)
    if results.open:
        with results:
            draw_results(study)
    with invite:
        draw_inviting(study)
    with seen:
        preview(study)
    with more:
        _draw_state(study)
        _draw_removal(study)


def _drawn(study: Study) -> str:
    balance = study.balance()
    even = balance.highest - balance.lowest <= 1 and not balance.seen_twice
    shared = "shared evenly" if even else "not shared evenly"
    return f"{so_many(balance.items, 'sample')}, {shared} among participants"


def _draw_state(study: Study) -> None:
    with st.container(horizontal=True):
        if study.state is not StudyState.OPEN:
            st.button("Open again", icon=":material/play_arrow:", on_click=_set, args=(study.id, StudyState.OPEN))
        if study.state is StudyState.OPEN:
            st.button("Pause", icon=":material/pause:", on_click=_set, args=(study.id, StudyState.PAUSED))
        if study.state is not StudyState.CLOSED:
            st.button("Close", icon=":material/stop:", on_click=_set, args=(study.id, StudyState.CLOSED))
        st.download_button(
            "Design as TOML",
            design_as_toml(study.design),
            f"study-{study.id}.toml",
            "application/toml",
            on_click="ignore",
        )
    st.caption("You can't change the design of a study. Copy the design into a new study instead.")
    st.caption(COPIES)


@guarded
def _set(id_: str, state: StudyState) -> None:
    Studies(workspace()).open(id_).set_state(state)


def _draw_removal(study: Study) -> None:
    with st.popover("Delete the study", icon=":material/delete:"):
        st.text(
            "This deletes the study and all answers of all participants, in snapshots too. You can't undo this.",
            width=320,
        )
        st.button("Delete everything", type="primary", on_click=_remove, args=(study.id,))


@guarded
def _remove(id_: str) -> None:
    Studies(workspace()).remove(id_)
    st.toast("The study is deleted.", icon=":material/delete:")
